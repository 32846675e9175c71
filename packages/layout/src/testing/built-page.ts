import type { DocumentContent, Font, Glyphs, Link, PageContent, Rule, Shape } from "../content.ts";

/** A run of text for a test: each character of one advance, spaces as gaps or as glyphs. */
export interface BuiltText {
  readonly text: string;
  readonly x: number;
  /** The y of its baseline, from the top. */
  readonly y: number;
  /** The size in points; 10 by default. */
  readonly sizePt?: number;
  /** The index in `FONTS`; 0 by default. */
  readonly font?: number;
  /** The advance of one character in ems; 0.5 by default. */
  readonly advanceEm?: number;
  readonly flags?: number;
  readonly color?: number;
  /** The angle in degrees clockwise; 0 by default. */
  readonly angle?: 0 | 90 | 180 | 270;
  /** Whether spaces are glyphs; otherwise they are gaps alone. */
  readonly hasSpaces?: boolean;
}

const FONTS: readonly Font[] = [
  { name: "Text", weight: 400, isItalic: false, isFixedPitch: false, isSerif: true },
  { name: "Text-Bold", weight: 700, isItalic: false, isFixedPitch: false, isSerif: true },
  { name: "Text-Italic", weight: 400, isItalic: true, isFixedPitch: false, isSerif: true },
  { name: "Code", weight: 400, isItalic: false, isFixedPitch: true, isSerif: false },
  { name: "Text-SmallCaps", weight: 400, isItalic: false, isFixedPitch: false, isSerif: true },
];

export const BOLD = 1;
export const ITALIC = 2;
export const CODE = 3;
export const SMALL_CAPITALS = 4;

const NARROW = new Set("ijltf.,:;'|!I()[]");

interface Glyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
  readonly of: BuiltText;
}

/** Builds a page of the given runs, its glyphs in their order, or in the order that `order` gives. */
export function builtPage(
  runs: readonly BuiltText[],
  {
    page = 1,
    rules = [],
    shapes = [],
    links = [],
    order = (glyphs) => glyphs,
  }: {
    readonly page?: number;
    readonly rules?: readonly Rule[];
    readonly shapes?: readonly Shape[];
    readonly links?: readonly Link[];
    readonly order?: <Item>(glyphs: readonly Item[]) => readonly Item[];
  } = {},
): PageContent {
  return {
    page,
    widthPt: 600,
    heightPt: 800,
    fonts: FONTS,
    glyphs: glyphsOf(order(runs.flatMap(glyphsOfRun))),
    rules,
    shapes,
    images: [],
    links,
  };
}

/** Returns the advance of a character, in ems. Letters differ in width, as those of text do; those of code do not. */
const advanceOf = (character: string, { advanceEm = 0.5, font = 0 }: BuiltText): number =>
  font !== CODE && NARROW.has(character) ? advanceEm * 0.6 : advanceEm;

function glyphsOfRun(run: BuiltText): Glyph[] {
  const { text, x, y, sizePt = 10, angle = 0, hasSpaces = false } = run;
  const glyphs: Glyph[] = [];
  let along = 0;
  for (const character of text) {
    const advance = advanceOf(character, run) * sizePt;
    if (character !== " " || hasSpaces) {
      const [dx, dy] = angle === 0 ? [along, 0] : angle === 90 ? [0, along] : angle === 180 ? [-along, 0] : [0, -along];
      glyphs.push({ text: character, x: x + dx, y: y + dy, advance, of: run });
    }
    along += advance;
  }
  return glyphs;
}

function glyphsOf(glyphs: readonly Glyph[]): Glyphs {
  const boxes = glyphs.map(({ x, y, advance, of: { sizePt = 10, angle = 0 } }) => {
    const up = 0.8 * sizePt;
    const down = 0.2 * sizePt;
    switch (angle) {
      case 0:
        return [x, y - up, x + advance, y + down] as const;
      case 90:
        return [x - down, y, x + up, y + advance] as const;
      case 180:
        return [x - advance, y - down, x, y + up] as const;
      case 270:
        return [x - up, y - advance, x + down, y] as const;
    }
  });
  return {
    count: glyphs.length,
    text: glyphs.map(({ text }) => text),
    xMin: Float32Array.from(boxes, ([x]) => x),
    yMin: Float32Array.from(boxes, ([, y]) => y),
    xMax: Float32Array.from(boxes, ([, , x]) => x),
    yMax: Float32Array.from(boxes, ([, , , y]) => y),
    originX: Float32Array.from(glyphs, ({ x }) => x),
    originY: Float32Array.from(glyphs, ({ y }) => y),
    font: Uint16Array.from(glyphs, ({ of: { font = 0 } }) => font),
    sizePt: Float32Array.from(glyphs, ({ of: { sizePt = 10 } }) => sizePt),
    angleDegrees: Uint16Array.from(glyphs, ({ of: { angle = 0 } }) => angle),
    color: Uint32Array.from(glyphs, ({ of: { color = 0 } }) => color),
    markedContentId: new Int32Array(glyphs.length).fill(-1),
    flags: Uint8Array.from(glyphs, ({ of: { flags = 0 } }) => flags),
  };
}

/** Builds lines of one column, from a baseline down, `leadingPt` apart. */
export function builtLines(
  texts: readonly string[],
  { x = 50, y = 100, leadingPt = 12, ...rest }: Partial<BuiltText> & { readonly leadingPt?: number } = {},
): BuiltText[] {
  return texts.map((text, index) => ({ ...rest, text, x, y: y + index * leadingPt }));
}

/** Returns a level line of the page, 0.4 points thick, as bars of fractions are. */
export const builtBar = (xMin: number, xMax: number, y: number): Rule => ({
  xMin,
  xMax,
  yMin: y - 0.2,
  yMax: y + 0.2,
  thicknessPt: 0.4,
  color: 0,
  isArtifact: false,
});

export const NO_DOCUMENT: DocumentContent = {
  title: undefined,
  lang: undefined,
  isTagged: false,
  structure: [],
  outline: [],
  pageCount: 1,
};
