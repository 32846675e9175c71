import type { FooterStrip } from "../../engines/watermark/port.ts";
import type { Warning } from "../../kernel/failure.ts";
import type { PageSize } from "../../kernel/lengths.ts";
import { type Margins, marginsOf, type PageBlock, type PaperOptions, sizeOf } from "../../kernel/pages/page-block.ts";
import { breakable, cssString, directionOf, linesOf } from "./css-text.ts";

/*
 * The text above and below each page, as margin boxes of CSS (CSS Paged Media 3, §4): they are set like any other text,
 * whatever its script, and are not part of the document's structure. Everything is !important, since what the caller
 * says of the page counts more than what the document says.
 */

export interface PageEdges {
  readonly headerText?: string | undefined;
  readonly footerText?: string | undefined;
  readonly showsPageNumbers: boolean;
  /** Whether to leave room for page numbers, which are put there when all pages are known (`stripOfNumbers`). */
  readonly numbersComeLater?: boolean;
  /** The room for what is not text, in points; 0 for none. */
  readonly headerPt: number;
  readonly footerPt: number;
}

export const edgesOf = (page: Pick<PageBlock, "header_text" | "footer_text" | "show_page_numbers">): PageEdges => ({
  headerText: page.header_text === "" ? undefined : page.header_text,
  footerText: page.footer_text === "" ? undefined : page.footer_text,
  showsPageNumbers: page.show_page_numbers,
  headerPt: 0,
  footerPt: 0,
});

export interface PageEdgeLayout {
  readonly css: string;
  readonly marginsPt: Margins;
  readonly warnings: readonly Warning[];
}

/** Makes the style sheet that sets the edges, and margins with room for them. */
export function layOutEdges(edges: PageEdges, options: PaperOptions): PageEdgeLayout {
  const size = sizeOf(options);
  const asked = marginsOf(options);
  const { top: topPt, bottom: bottomPt } = roomFor(edges, asked, size);
  const marginsPt = { ...asked, top: Math.max(asked.top, topPt), bottom: Math.max(asked.bottom, bottomPt) };
  const boxes = [...headerBoxes(edges), ...footerBoxes(edges)];
  const declarations = [
    ...marginDeclaration("top", options.margin_top !== undefined || topPt > 0, marginsPt),
    ...marginDeclaration("right", options.margin_right !== undefined, marginsPt),
    ...marginDeclaration("bottom", options.margin_bottom !== undefined || bottomPt > 0, marginsPt),
    ...marginDeclaration("left", options.margin_left !== undefined, marginsPt),
    ...boxes,
  ];
  const raised = (["top", "bottom"] as const).filter(
    (side) => options[`margin_${side}`] !== undefined && marginsPt[side] > asked[side],
  );
  return {
    css: declarations.length === 0 ? "" : `@page{${declarations.join("")}}\n`,
    marginsPt,
    warnings: raised.map((side) => ({ code: "margin_raised", parameters: { side } })),
  };
}

const marginDeclaration = (side: keyof Margins, isWanted: boolean, margins: Margins): string[] =>
  isWanted ? [`margin-${side}:${margins[side].toFixed(3)}pt!important;`] : [];

/** The look of page numbers, also where no browser sets them. */
export const NUMBERS_STYLE = { sizePt: 9, colour: [0x44, 0x44, 0x44] } as const;

/** Returns the place where the browser would set page numbers. */
export const stripOfNumbers = (
  { footerText }: Pick<PageEdges, "footerText">,
  { left, right, bottom }: Margins,
): FooterStrip => ({
  leftPt: left,
  rightPt: right,
  bottomPt: 0,
  heightPt: bottom,
  align: footerText === undefined ? "center" : "right",
});

const FONT_PT = NUMBERS_STYLE.sizePt;
const LINE_HEIGHT = 1.3;
/** The padding above and below the lines together, in points. */
const PADDING_PT = 14;
/** The share of the width that the page numbers have next to a text. */
const NUMBERS_SHARE = 0.2;

/** Returns the room that the edges need, in points, as far as the page has it. */
function roomFor(edges: PageEdges, { left, right, top, bottom }: Margins, { widthPt, heightPt }: PageSize) {
  const width = widthPt - left - right;
  const textPt = (text: string | undefined, share: number): number =>
    text === undefined ? 0 : linesOf(text, { em: FONT_PT, width: width * share }) * FONT_PT * LINE_HEIGHT + PADDING_PT;
  const numbersPt = edges.showsPageNumbers ? FONT_PT * LINE_HEIGHT + PADDING_PT : 0;
  const share = edges.showsPageNumbers ? 1 - NUMBERS_SHARE : 1;
  // The document keeps at least a third of the page.
  const most = (other: number): number => Math.max(0, Math.min(heightPt / 3, heightPt - other - heightPt / 3));
  const topPt = Math.min(Math.max(edges.headerPt, textPt(edges.headerText, 1)), most(bottom));
  const bottomPt = Math.max(edges.footerPt, numbersPt, textPt(edges.footerText, share));
  return { top: topPt, bottom: Math.min(bottomPt, most(Math.max(top, topPt))) };
}

type Style = Readonly<Record<string, string>>;

const headerBoxes = ({ headerText }: PageEdges): string[] =>
  headerText === undefined ? [] : [textBox("top-center", headerText, CENTRED)];

function footerBoxes({ footerText, showsPageNumbers, numbersComeLater = false }: PageEdges): string[] {
  const numbers = (place: string, style: Style): string[] =>
    showsPageNumbers && !numbersComeLater ? [numbersBox(place, style)] : [];
  if (footerText === undefined) {
    return numbers("bottom-center", CENTRED);
  }
  return showsPageNumbers
    ? [
        textBox("bottom-left", footerText, { width: `${(1 - NUMBERS_SHARE) * 100}%`, "text-align": "left" }),
        ...numbers("bottom-right", { width: `${NUMBERS_SHARE * 100}%`, "text-align": "right" }),
      ]
    : [textBox("bottom-center", footerText, CENTRED)];
}

const CENTRED: Style = { width: "100%", "text-align": "center" };

const textBox = (place: string, text: string, style: Style): string =>
  box(place, {
    ...style,
    content: cssString(breakable(text)),
    "white-space": "pre-wrap",
    direction: directionOf(text),
  });

const numbersBox = (place: string, style: Style): string =>
  box(place, { ...style, content: `counter(page)" / "counter(pages)`, "white-space": "nowrap", direction: "ltr" });

function box(place: string, style: Style): string {
  const all = {
    // A document that the service composes has the properties of its theme.
    font: `${FONT_PT}pt/${LINE_HEIGHT} var(--font-text,sans-serif)`,
    color: "var(--edge,#444)",
    "vertical-align": "middle",
    ...style,
  };
  const declarations = Object.entries(all).map(([name, value]) => `${name}:${value}!important;`);
  return `@${place}{${declarations.join("")}}`;
}
