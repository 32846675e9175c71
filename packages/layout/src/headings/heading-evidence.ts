import { isCaption } from "../captions/captions.ts";
import type { Box } from "../content.ts";
import type { TextDraft } from "../flow/drafts.ts";
import type { DocumentStyle } from "../flow/flow.ts";
import { styleOf, type TextStyle } from "../flow/line-style.ts";
import { isEntry } from "../paragraphs/breaks.ts";
import { hasOwnLines } from "../paragraphs/own-lines.ts";

/** A draft that may be a heading, with the strength of the evidence for it. */
export interface HeadingCandidate {
  readonly draft: TextDraft;
  readonly style: TextStyle;
  readonly text: string;
  /** The sum of the evidence; a candidate is a heading from `HEADING` on. */
  readonly evidence: number;
  /** The number of parts of its section number: 2 for 1.3; 0 where it has none. */
  readonly numberDepth: number;
  /** Whether the document's outline has its text. */
  readonly isInOutline: boolean;
  /** Whether it begins with a small letter, as the rest of a sentence does. */
  readonly isSentence: boolean;
}

type Edges = Pick<Box, "xMin" | "xMax">;

export const HEADING = 1;

/** The statement of the tags about a text: that it is a heading, or that it is something else. */
export type TaggedRole = "heading" | "other";

/** The greatest length of a heading, in letters. */
const MOST_LETTERS = 220;
const MOST_LINES = 4;

const NUMBERED =
  /^(?:(?:chapter|section|part|appendix|article|annex|kapitel|teil|abschnitt)\s+[\dIVXA-Z]+|§\s*\d+|\d{1,2}(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+\S/iu;
const NUMBER = /^(\d{1,2}(?:\.\d{1,2})*)\.?\s/;
const SENTENCE_END = /[.,;。；，]["'”’)]*$/u;
const LOWER_START = /^\p{Ll}/u;
/** A word, or a letter that heads a part of an index; letters apart are pieces of formulas. */
const TEXT = /\p{L}[\p{L}\p{N}]|\p{N}\p{L}|^\p{L}$|\p{Lo}/u;

export function headingCandidate(
  draft: TextDraft,
  {
    style,
    isInOutline,
    role,
    isInSequence,
    edges,
    next,
  }: {
    readonly style: DocumentStyle;
    readonly isInOutline: boolean;
    readonly role: TaggedRole | undefined;
    /** Whether its number is one of a sequence that has text between its numbers. */
    readonly isInSequence: boolean;
    /** The edges of the text of its column. */
    readonly edges: Edges;
    readonly next: TextDraft | undefined;
  },
): HeadingCandidate | undefined {
  const text = draft.lines.map((line) => line.text).join(" ");
  const last = draft.lines.at(-1);
  // An entry of a table of contents names a heading, and is not one itself.
  const isOfContents = last !== undefined && isEntry(last);
  if (text.length > MOST_LETTERS || draft.lines.length > MOST_LINES || !TEXT.test(text) || isOfContents) {
    return undefined;
  }
  const own = styleOf(draft.lines.flatMap(({ line }) => line.words));
  const size = own.sizePt / style.bodySizePt;
  if (text.length === 1 && size > SIGN_RATIO) {
    return undefined;
  }
  const isDifferent = own.isBold && !style.isBodyBold;
  const numberDepth = NUMBER.exec(text)?.[1]?.split(".").length ?? 0;
  let evidence = 0;
  evidence += size >= 1.35 ? 1.1 : size >= 1.18 ? 0.8 : size >= 1.07 ? 0.65 : size < 0.92 ? -0.5 : 0;
  evidence += isDifferent ? 0.75 : 0;
  evidence += own.isCapitals && text.length > 3 ? 0.4 : 0;
  evidence += own.isItalic && !isDifferent ? 0.1 : 0;
  evidence += own.color === style.bodyColor ? 0 : 0.15;
  evidence += NUMBERED.test(text) ? 0.2 : 0;
  evidence += isInSequence ? 0.4 : 0;
  const isInMiddle = isCentred(draft, edges);
  evidence += isInMiddle ? 0.2 : 0;
  evidence += isInOutline || role === "heading" ? 0.8 : 0;
  evidence -= role === "other" ? 0.6 : 0;
  evidence += draft.spaceAbove > 1.9 ? 0.25 : draft.spaceAbove > 1.35 ? 0.15 : -0.1;
  evidence += draft.lines.length === 1 ? 0.1 : draft.lines.length > 2 ? -0.2 : 0;
  evidence -= size < 1.35 && !isDifferent && !isInMiddle && isAddress(draft) ? 0.5 : 0;
  evidence -= SENTENCE_END.test(text) ? (isDifferent && text.endsWith(".") && size < 1.18 ? 0.5 : 0.25) : 0;
  evidence -= text.endsWith(":") && size < 1.07 ? 0.55 : 0;
  evidence -= LOWER_START.test(text) ? 0.3 : 0;
  evidence -= text.length > 120 ? 0.3 : 0;
  evidence -= isCaption(text) ? 0.6 : 0;
  evidence -= next === undefined ? 0.4 : 0;
  if (draft.marker !== undefined && draft.marker.kind === "bullet") {
    evidence -= 0.8;
  }
  const isSentence = LOWER_START.test(text);
  return { draft, style: own, text, evidence, numberDepth, isInOutline, isSentence };
}

/** The size of a letter that is drawn as a sign, as a multiple of that of the text. */
const SIGN_RATIO = 3;

/** The fewest lines of an address. */
const LINES_OF_ADDRESS = 3;

/** Returns whether a draft is lines that were not wrapped, as titles are, but ended one by one as those of addresses are. */
const isAddress = (draft: TextDraft): boolean => draft.lines.length >= LINES_OF_ADDRESS && hasOwnLines(draft);

/** The least margin of a centred line on either side, as a share of its column, and the greatest difference in ems. */
const CENTRED_MARGIN = 0.12;
const CENTRED_EM = 0.6;

/** Returns whether all lines of a draft stand in the middle between the edges of the text of their column. */
const isCentred = ({ lines }: TextDraft, { xMin, xMax }: Edges): boolean =>
  lines.every(({ line }) => {
    const left = line.xMin - xMin;
    const right = xMax - line.xMax;
    return Math.min(left, right) > CENTRED_MARGIN * (xMax - xMin) && Math.abs(left - right) < CENTRED_EM * line.sizePt;
  });
