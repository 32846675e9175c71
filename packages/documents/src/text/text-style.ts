export const FONT_FAMILIES = ["sans", "serif", "mono"] as const;
type FontFamily = (typeof FONT_FAMILIES)[number];

/** `left` is where a line begins: at the right for one that is read from the right. */
export const TEXT_ALIGNMENTS = ["left", "center", "right", "justify"] as const;
type TextAlignment = (typeof TEXT_ALIGNMENTS)[number];

/** How a text is set. */
export interface TextStyle {
  readonly fontFamily: FontFamily;
  readonly fontSizePt: number;
  /** `#rrggbb`. */
  readonly color: string;
  /** In font sizes. */
  readonly lineHeight: number;
  readonly alignment: TextAlignment;
  /** Spaces from one tab stop to the next. */
  readonly tabSize: number;
}

const FAMILIES: Readonly<Record<FontFamily, string>> = { sans: "sans-serif", serif: "serif", mono: "monospace" };
const ALIGNMENTS: Readonly<Record<TextAlignment, string>> = {
  left: "start",
  center: "center",
  right: "right",
  justify: "justify",
};

/** The style sheet of a text. `plaintext` (CSS Writing Modes 4, §2.4.2): each line has a direction of its own. */
export const cssOf = ({ fontFamily, fontSizePt, color, lineHeight, alignment, tabSize }: TextStyle): string =>
  `body{margin:0;font:${fontSizePt}pt/${lineHeight} ${FAMILIES[fontFamily]};color:${color}}` +
  `p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;` +
  `text-align:${ALIGNMENTS[alignment]};tab-size:${tabSize}}p.page{break-before:page}`;

/** What is on an A4 page within the usual margins. */
const LINE_PT = 451;
const PAGE_PT = 698;
/** Of its size, how wide a letter is on average, whatever the font. */
const LETTER_EM = 0.5;

/** About how many A4 pages a text takes, at least what its characters take, or its lines. */
export function pagesOf({ fontSizePt, lineHeight }: TextStyle, characters: number, lines: number): number {
  const linesOfText = (characters * LETTER_EM * fontSizePt) / LINE_PT;
  return (Math.max(linesOfText, lines) * fontSizePt * lineHeight) / PAGE_PT;
}
