import { FONTS } from "../design/tokens.ts";

/** The families of fonts that a text can be set in. */
export const FONT_FAMILIES = ["sans", "serif", "mono"] as const;
type FontFamily = (typeof FONT_FAMILIES)[number];

/** The alignments of a text; `left` is where a line begins: at the right for one that is read from the right. */
export const TEXT_ALIGNMENTS = ["left", "center", "right", "justify"] as const;
type TextAlignment = (typeof TEXT_ALIGNMENTS)[number];

/** The style that a text is set in. */
export interface TextStyle {
  readonly fontFamily: FontFamily;
  readonly fontSizePt: number;
  /** The colour of the text as `#rrggbb`. */
  readonly color: string;
  /** The height of a line, in font sizes. */
  readonly lineHeight: number;
  readonly alignment: TextAlignment;
  /** The number of spaces from one tab stop to the next. */
  readonly tabSize: number;
  /** The language of the text as a BCP 47 tag; if absent, what the text shows. */
  readonly language?: string | undefined;
}

const ALIGNMENTS: Readonly<Record<TextAlignment, string>> = {
  left: "start",
  center: "center",
  right: "right",
  justify: "justify",
};

/**
 * Returns the style sheet of a text. Page numbers and the like take the face of `--font-text`. `plaintext` (CSS Writing
 * Modes 4, §2.4.2) gives each line its own direction.
 */
export const cssOf = ({ fontFamily, fontSizePt, color, lineHeight, alignment, tabSize }: TextStyle): string =>
  `:root{--font-text:${FONTS[fontFamily]}}` +
  `body{margin:0;font:${fontSizePt}pt/${lineHeight} ${FONTS[fontFamily]};color:${color}}` +
  `p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;hyphenate-character:"-";` +
  `text-align:${ALIGNMENTS[alignment]};tab-size:${tabSize}}p.page{break-before:page}`;

/** The width of a line and the height of a page on A4 within the usual margins, in points. */
const LINE_PT = 451;
const PAGE_PT = 698;
/** The average width of a letter in ems, whatever the font. */
const LETTER_EM = 0.5;

/** Estimates how many A4 pages a text takes, by its characters or by its lines, whichever take more. */
export function pagesOf({ fontSizePt, lineHeight }: TextStyle, characters: number, lines: number): number {
  const linesOfText = (characters * LETTER_EM * fontSizePt) / LINE_PT;
  return (Math.max(linesOfText, lines) * fontSizePt * lineHeight) / PAGE_PT;
}
