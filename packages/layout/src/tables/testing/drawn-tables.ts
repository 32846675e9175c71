import type { Table } from "../../blocks.ts";
import type { Font, PageContent, Rule, Shape } from "../../content.ts";
import { boxAround } from "../../geometry/boxes.ts";
import { type Rotation, turningBack } from "../../geometry/turning.ts";
import type { Line, PageLines, Word } from "../../words.ts";
import type { FoundTable } from "../found-table.ts";

/** A line of text whose baseline begins at `x`, `y`, or ends at `right`, or has its middle at `middle`. */
export interface DrawnText {
  readonly text: string;
  readonly y: number;
  readonly x?: number;
  readonly right?: number;
  readonly middle?: number;
  readonly isBold?: boolean;
  readonly isFixedPitch?: boolean;
  readonly isRaised?: boolean;
  /** The size of the type in points; 10 by default. */
  readonly sizePt?: number;
}

export interface DrawnPage {
  readonly texts: readonly DrawnText[];
  /** The lines to draw: x and y of the beginning, x and y of the end. */
  readonly rules?: readonly (readonly [number, number, number, number])[];
  /** The backgrounds to draw: x and y of the upper left corner, x and y of the lower right one. */
  readonly fields?: readonly (readonly [number, number, number, number])[];
  readonly page?: number;
  readonly rotation?: Rotation;
}

const SIZE_PT = 10;
const LETTER_PT = 5;
const SPACE_PT = 2.5;
const WIDTH_PT = 600;
const HEIGHT_PT = 800;

/** Builds a page of type of 10 points, whose letters are 5 wide and whose spaces are 2.5. */
export function drawnPage({ texts, rules = [], fields = [], page = 1, rotation = 0 }: DrawnPage): PageLines {
  const isSideways = rotation === 90 || rotation === 270;
  const sides = isSideways ? { widthPt: HEIGHT_PT, heightPt: WIDTH_PT } : { widthPt: WIDTH_PT, heightPt: HEIGHT_PT };
  const asSeen = turningBack(sides, rotation);
  const drawn = texts.map(wordsOf);
  const origins = drawn
    .flat()
    .map(({ xMin, baselineY }) => asSeen({ xMin, xMax: xMin, yMin: baselineY, yMax: baselineY }));
  let glyph = 0;
  const lines = drawn.map((words): Line => {
    const turned = words.map((word): Word => {
      const origin = origins[glyph];
      return { ...word, ...asSeen(word), glyphs: [glyph++], baselineY: origin?.yMax ?? 0 };
    });
    return { words: turned, ...boxAround(turned), baselineY: turned[0]?.baselineY ?? 0, sizePt: SIZE_PT, rotation };
  });
  return { content: { ...contentOf(rules, fields, asSeen), page, ...sides, glyphs: glyphsAt(origins) }, lines };
}

function wordsOf({ text, y, x, right, middle, isBold = false, isFixedPitch = false, ...type }: DrawnText) {
  const { isRaised = false, sizePt: usualPt = SIZE_PT } = type;
  const texts = text.split(" ");
  const spacePt = isFixedPitch ? LETTER_PT : SPACE_PT;
  const widthPt = texts.join("").length * LETTER_PT + (texts.length - 1) * spacePt;
  let xMin = x ?? (right === undefined ? (middle ?? 0) - widthPt / 2 : right - widthPt);
  const baselineY = isRaised ? y - 4 : y;
  const sizePt = isRaised ? SIZE_PT * 0.6 : usualPt;
  const font: Font = { name: "Test", weight: 400, isItalic: false, isFixedPitch, isSerif: false };
  return texts.map((word): Omit<Word, "glyphs"> => {
    const place = { xMin, xMax: xMin + word.length * LETTER_PT, yMin: baselineY - sizePt * 0.8, yMax: baselineY + 2 };
    xMin = place.xMax + spacePt;
    return { text: word, ...place, baselineY, sizePt, font, isBold, color: 0, markedContentId: -1, isArtifact: false };
  });
}

function contentOf(
  rules: NonNullable<DrawnPage["rules"]>,
  fields: NonNullable<DrawnPage["fields"]>,
  asSeen: ReturnType<typeof turningBack>,
): Pick<PageContent, "rules" | "shapes" | "fonts" | "images" | "links"> {
  const boxOf = ([xMin, yMin, xMax, yMax]: readonly [number, number, number, number]) =>
    asSeen({ xMin, yMin, xMax, yMax });
  return {
    fonts: [],
    images: [],
    links: [],
    rules: rules.map((ends): Rule => ({ ...boxOf(ends), thicknessPt: 0.5, color: 0, isArtifact: false })),
    shapes: fields.map(
      (corners): Shape => ({
        ...boxOf(corners),
        fill: 0xeeeeee,
        stroke: undefined,
        isRectangle: true,
        isArtifact: false,
        markedContentId: -1,
      }),
    ),
  };
}

const glyphsAt = (origins: readonly { xMin: number; yMin: number }[]): PageContent["glyphs"] => ({
  count: origins.length,
  text: [],
  xMin: new Float32Array(0),
  yMin: new Float32Array(0),
  xMax: new Float32Array(0),
  yMax: new Float32Array(0),
  originX: Float32Array.from(origins, ({ xMin }) => xMin),
  originY: Float32Array.from(origins, ({ yMin }) => yMin),
  font: new Uint16Array(0),
  sizePt: new Float32Array(0),
  angleDegrees: new Uint16Array(0),
  color: new Uint32Array(0),
  markedContentId: new Int32Array(0),
  flags: new Uint8Array(0),
});

/** Places texts in rows: the first column from its left, the others to their right ends; `columns` are these places. */
export function textRows(
  rows: readonly (readonly string[])[],
  { columns, y = 100, pitch = 16 }: { columns: readonly number[]; y?: number; pitch?: number },
): DrawnText[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column): DrawnText[] => {
      const place = columns[column] ?? 0;
      return text === "" ? [] : [{ text, y: y + row * pitch, ...(column === 0 ? { x: place } : { right: place }) }];
    }),
  );
}

/** Returns the borders of all cells of a grid. */
export const gridRules = (xs: readonly number[], ys: readonly number[]): [number, number, number, number][] => [
  ...ys.map((y): [number, number, number, number] => [xs[0] ?? 0, y, xs.at(-1) ?? 0, y]),
  ...xs.map((x): [number, number, number, number] => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0]),
];

/** Builds lines of prose of about the same width, with `words` words each. */
export const prose = ({
  x,
  y,
  lines,
  words = 7,
  leading = 12,
}: Record<"x" | "y" | "lines", number> & { words?: number; leading?: number }): DrawnText[] =>
  Array.from({ length: lines }, (_, line) => ({
    text: Array.from({ length: words }, (__, word) => WORDS[(line * 5 + word * 3) % WORDS.length]).join(" "),
    x,
    y: y + line * leading,
  }));

const WORDS = "rivers meadow silver window garden candle mirror basket".split(" ");

/** Returns a table as one string a row: cells parted by bars, spans as `→2` and `↓2` before the text. */
export const rowsOf = ({ rows }: Table): string[] =>
  rows.map((row) =>
    row
      .map(
        ({ rowSpan, colSpan, spans }) =>
          (colSpan > 1 ? `→${colSpan} ` : "") +
          (rowSpan > 1 ? `↓${rowSpan} ` : "") +
          spans.map(({ text }) => text).join(""),
      )
      .join(" | "),
  );

export const onlyTable = (tables: readonly FoundTable[]): FoundTable => {
  const [table] = tables;
  if (table === undefined || tables.length > 1) {
    throw new Error(`${tables.length} tables were found`);
  }
  return table;
};
