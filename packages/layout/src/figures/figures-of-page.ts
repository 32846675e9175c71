import type { Figure, Span } from "../blocks.ts";
import type { Box, PageContent } from "../content.ts";
import { heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import type { FoundTable } from "../tables/found-table.ts";
import type { Line, PageLines, Word } from "../words.ts";
import type { DrawnFigure } from "./drawn-figure.ts";
import { findDrawnFigures } from "./drawn-figures.ts";
import { labelsOf } from "./labels.ts";

/** A page without the drawings that are figures and without their text. */
export interface PageWithoutFigures extends PageLines {
  readonly figures: readonly { readonly block: Figure; readonly box: Box }[];
}

interface Reading {
  /** The size of the document's text. */
  readonly sizePt: number;
  readonly tablesOf: (page: PageLines) => readonly FoundTable[];
  readonly spansOf: (lines: readonly (readonly Word[])[]) => readonly Span[];
}

/** Takes the figures that are drawn out of a page; `page.lines` has no running headers. */
export function withoutDrawnFigures(page: PageLines, { sizePt, tablesOf, spansOf }: Reading): PageWithoutFigures {
  const found = findDrawnFigures(page, sizePt);
  const figures = found.length === 0 ? [] : outsideOfTables(found, { tables: tablesOf(page), content: page.content });
  if (figures.length === 0) {
    return { ...page, figures: [] };
  }
  const drawn = new Set<Line>(figures.flatMap(({ lines }) => lines));
  return {
    content: withoutDrawing(page.content, figures),
    lines: page.lines.filter((line) => !drawn.has(line)),
    figures: figures.map(({ box, lines }) => ({
      box,
      block: {
        kind: "figure",
        page: page.content.page,
        box,
        image: undefined,
        alt: undefined,
        caption: undefined,
        labels: labelsOf(lines, spansOf),
      },
    })),
  };
}

/** The size of a table beside that of a drawing in it, from which the drawing is what one of its cells shows. */
const LARGER = 1.5;
/** The share of the words of a drawing from which a table with rules on all sides is what is drawn. */
const WORDS_SHARE = 0.8;

/** The least share of a side of a table that its lines are long, and the least number of lines across and upright. */
const LONG_SHARE = 0.6;
const LEAST_LINES = { across: 3, upright: 2 };

/** Returns the drawings that are neither tables with rules, whatever is drawn in their cells, nor within such a table. */
const outsideOfTables = (
  figures: readonly DrawnFigure[],
  { tables, content }: { readonly tables: readonly FoundTable[]; readonly content: PageContent },
): DrawnFigure[] => {
  const ruled = new Set(tables.filter(({ table, box }) => table.evidence === "lattice" && isRuled(box, content)));
  return figures.filter(
    ({ box, lines }) => !tables.some((found) => isWithin(box, found) || (ruled.has(found) && holdsWords(found, lines))),
  );
};

const isWithin = (box: Box, { table, box: around }: FoundTable): boolean =>
  table.evidence !== "text" && holdsMiddle(around, box) && areaOf(around) >= LARGER * areaOf(box);

function holdsWords({ words }: FoundTable, lines: readonly Line[]): boolean {
  const own = lines.flatMap((line) => line.words);
  return own.filter((word) => words.has(word)).length >= WORDS_SHARE * own.length;
}

/** Returns whether lines part rows and columns over the whole of a table: the axes of a plot do not. */
function isRuled(box: Box, { rules }: PageContent): boolean {
  const own = rules.filter((rule) => holdsMiddle(box, rule));
  const across = own.filter((rule) => widthOf(rule) >= LONG_SHARE * widthOf(box)).length;
  const upright = own.filter((rule) => heightOf(rule) >= LONG_SHARE * heightOf(box)).length;
  return across >= LEAST_LINES.across && upright >= LEAST_LINES.upright;
}

const areaOf = (box: Box): number => widthOf(box) * heightOf(box);

function withoutDrawing(content: PageContent, figures: readonly DrawnFigure[]): PageContent {
  const isOutside = (mark: Box): boolean => !figures.some(({ box }) => holdsMiddle(box, mark));
  return { ...content, rules: content.rules.filter(isOutside), shapes: content.shapes.filter(isOutside) };
}
