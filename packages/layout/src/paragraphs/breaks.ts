import type { Column, DocumentStyle, FlowLine } from "../flow/flow.ts";
import { styleOf, type TextStyle } from "../flow/line-style.ts";
import type { Marker } from "../lists/markers.ts";
import { markerOf } from "../lists/markers.ts";
import { beginsWithRaisedMark } from "../notes/footnotes.ts";
import { isColumnOfFacts, isUnderValue } from "./facts.ts";
import { endOfColumn, hasRoomBefore, startOf } from "./line-ends.ts";
import type { References } from "./references.ts";

/** A line with its style and marker, which the next steps ask for more than once. */
export interface SeenLine {
  readonly flow: FlowLine;
  readonly style: TextStyle;
  readonly marker: Marker | undefined;
}

export function seenLine(flow: FlowLine): SeenLine {
  // A line of a paragraph or a heading may hold more code than text.
  const text = flow.line.words.filter(({ font }) => !font.isFixedPitch);
  return { flow, style: styleOf(text.length > 0 ? text : flow.line.words), marker: markerOf(flow) };
}

export interface Surroundings {
  readonly column: Column;
  readonly style: DocumentStyle;
  /** Returns the distance between baselines of lines of a size, as a multiple of the size. */
  readonly leadingOf: (sizePt: number) => number;
  /** The lines of the paragraph so far. */
  readonly before: readonly SeenLine[];
  /** Returns the right end that lines like this one reach; the negated left end where text is read from the right. */
  readonly edgeOf: (line: SeenLine) => number;
  readonly references: References;
}

/** The evidence that is enough to end a paragraph between two lines. */
const ENOUGH = 1;

const SENTENCE_END = /[.!?:;。！？：；…]["'”’»)\]]*$/u;
/** A full stop behind a word, a number or a bracket, rather than behind an initial or a formula. */
const WORD_AND_STOP = /[\p{L}\p{Nd})\]][\p{L}\p{Nd})\]"'”’»][.!?。！？…]["'”’»)\]]*$/u;
const HYPHEN_END = /\p{L}[-\u2010\u00AD]$/u;
const LOWER_START = /^["'“‘«(]*\p{Ll}/u;
const UPPER_START = /^["'“‘«(]*[\p{Lu}\p{Nd}]/u;

/** Returns whether a paragraph ends between two lines of a column. */
export function isBreak(next: SeenLine, surroundings: Surroundings): boolean {
  const last = surroundings.before.at(-1);
  if (last === undefined) {
    return true;
  }
  const { starts, rest } = surroundings.references;
  if (starts.has(next.flow)) {
    return true;
  }
  if (rest.has(next.flow)) {
    return evidenceOfSpace(last, next, surroundings) >= ENOUGH;
  }
  if (next.marker !== undefined && startsItem(next, surroundings)) {
    return true;
  }
  if (next.style.sizePt < surroundings.style.bodySizePt && beginsWithRaisedMark(next.flow)) {
    return true;
  }
  const ofLook = evidenceOfSpace(last, next, surroundings) + evidenceOfStyle(last, next);
  const [first] = surroundings.before;
  if (first !== undefined && isUnderValue(next.flow, first.flow, surroundings.column)) {
    return ofLook >= ENOUGH;
  }
  return ofLook + evidenceOfIndent(last, next, surroundings) + evidenceOfText(last, next, surroundings) >= ENOUGH;
}

/**
 * Returns whether a line with a marker starts an item: behind a full line that ends no sentence, a dash or a number may
 * be text that was wrapped there.
 */
function startsItem(next: SeenLine, surroundings: Surroundings): boolean {
  const last = surroundings.before.at(-1);
  const { marker } = next;
  if (marker === undefined || last === undefined) {
    return true;
  }
  if (last.flow.text.endsWith(",") && DATE.test(next.flow.text)) {
    return false;
  }
  const isPlain = marker.kind !== "bullet" || /^[*·–—−‐-]$/u.test(marker.label);
  if (!isPlain || SENTENCE_END.test(last.flow.text) || isShort(last, next, surroundings)) {
    return true;
  }
  if (marker.kind === "letter" && hasRoomInColumn(last, next, surroundings.column)) {
    return true;
  }
  // Wrapped text stands where the text above it does.
  const start = textStartOf(last, surroundings.column);
  const isAtText = Math.abs(marker.x - start) < AT_TEXT_EM * next.flow.line.sizePt;
  return !isAtText || evidenceOfSpace(last, next, surroundings) > 0.5;
}

const AT_TEXT_EM = 0.5;

/** A date in figures and a word, as it stands behind the place and a comma at the head of a letter. */
const DATE = /^\d{1,2}\. \p{L}{3,12}\.? (?:19|20)\d\d$/u;

/**
 * Returns the evidence of the space between two lines, from none at the usual leading to enough for a gap that always
 * parts them.
 */
function evidenceOfSpace(last: SeenLine, next: SeenLine, surroundings: Surroundings): number {
  const { leadingOf } = surroundings;
  const sizePt = Math.min(last.flow.line.sizePt, next.flow.line.sizePt);
  const larger = Math.max(last.flow.line.sizePt, next.flow.line.sizePt);
  const distance = next.flow.line.baselineY - last.flow.line.baselineY;
  const ratio = distance / (leadingOf(sizePt) * sizePt);
  const ofLarger = distance / (leadingOf(larger) * larger);
  if (ratio > 1.1 && distance < MOST_TITLE_LEADING * larger && isWrappedTitle(last, next, surroundings)) {
    return 0.2;
  }
  return ofLarger > 1.7 ? 1.5 : ratio > 1.3 ? 1 : ratio > 1.18 ? 0.6 : ratio > 1.1 ? 0.2 : 0;
}

/** The greatest distance between the lines of one title, in ems, and the ratio of its size to the text's that tells it. */
const MOST_TITLE_LEADING = 2.2;
const TITLE_RATIO = 1.6;

/**
 * Returns whether two lines are those of one title, which is set wider than text: each in the middle above the other, of
 * one style, and the first as full as lines get that are wrapped, or both much larger than text.
 */
function isWrappedTitle(last: SeenLine, next: SeenLine, { column, style }: Surroundings): boolean {
  const { sizePt, isBold } = next.style;
  const isTitle = sizePt > LARGER_RATIO * style.bodySizePt || (isBold && !style.isBodyBold);
  if (!isTitle || !isCentred(last, next) || evidenceOfStyles(last, last.style, next.style) > 0) {
    return false;
  }
  const [first] = next.flow.line.words;
  const needed = first === undefined ? 0 : first.xMax - first.xMin + SPACE_EM * sizePt;
  const { xMin, xMax } = last.flow.line;
  return sizePt > TITLE_RATIO * style.bodySizePt || xMax - xMin + needed > column.xMax - column.xMin;
}

const LARGER_RATIO = 1.1;

/**
 * Returns the evidence of another size, weight, slant or colour: that of the two lines, or that of the words on either
 * side of the break where it is less, since a line may be mostly an address or a term set in another type.
 */
function evidenceOfStyle(last: SeenLine, next: SeenLine): number {
  const ofLines = evidenceOfStyles(last, last.style, next.style);
  return ofLines === 0
    ? 0
    : Math.min(
        ofLines,
        evidenceOfStyles(last, styleOf(last.flow.line.words.slice(-1)), styleOf(next.flow.line.words.slice(0, 1))),
      );
}

function evidenceOfStyles(last: SeenLine, a: TextStyle, b: TextStyle): number {
  const isOtherSize = Math.abs(a.sizePt - b.sizePt) > 0.08 * Math.max(a.sizePt, b.sizePt);
  // A line of code words alone is still text: real code was taken out before.
  const isOtherWeight = a.isBold !== b.isBold;
  // A large first letter stands before the text that it begins.
  const isMuchSmaller = b.sizePt < MUCH_SMALLER * a.sizePt && last.flow.text.length > 1;
  return (
    (isMuchSmaller ? 1.5 : isOtherSize ? 1 : 0) +
    (isOtherWeight ? 0.6 : 0) +
    (a.color === b.color ? 0 : 0.15) +
    (a.isItalic === b.isItalic ? 0 : 0.2)
  );
}

/** The size of text under a heading, as a share of the heading's, that parts the two however the text begins. */
const MUCH_SMALLER = 0.85;

/** The least shift to the right of an indent, in ems. */
const INDENT_EM = 0.7;
/** The greatest distance between starts of lines that are indented alike, in ems. */
const SAME_START_EM = 0.2;

function evidenceOfIndent(last: SeenLine, next: SeenLine, { before, column, edgeOf }: Surroundings): number {
  const sizePt = next.flow.line.sizePt;
  const start = startOf(next.flow, column);
  const lastStart = textStartOf(last, column);
  const shift = (start - lastStart) / sizePt;
  if (Math.abs(shift) < INDENT_EM || isCentred(last, next)) {
    return 0;
  }
  const isFirst = before.length === 1;
  if (shift > 0) {
    // Hanging lines behind the first of an entry, when that is full.
    const isHanging = isFirst && !isShort(last, next, { column, edgeOf }) && shift < 4;
    const isNewSentence = !isFirst && WORD_AND_STOP.test(last.flow.text) && UPPER_START.test(next.flow.text);
    return isHanging ? 0.3 : isNewSentence ? ENOUGH : 0.7;
  }
  if (isFirst && last.marker === undefined) {
    return shift > -4 ? 0 : 0.7;
  }
  const isNextItem = isLeftOfItem(next, { before, column }) && hasRoomInColumn(last, next, column);
  return isNextItem || isNextEntry(last, next, { before, column }) ? ENOUGH : 0.8;
}

/**
 * Returns whether a line begins another entry below one whose lines all hang, as works of a bibliography do that have no
 * labels: it begins a sentence where that did, however full the line above is.
 */
function isNextEntry(
  last: SeenLine,
  next: SeenLine,
  { before: [first, second], column }: Pick<Surroundings, "before" | "column">,
): boolean {
  if (first === undefined || second === undefined || !SENTENCE_END.test(last.flow.text)) {
    return false;
  }
  const most = SAME_START_EM * next.flow.line.sizePt;
  return (
    UPPER_START.test(next.flow.text) &&
    Math.abs(startOf(next.flow, column) - startOf(first.flow, column)) < most &&
    Math.abs(startOf(last.flow, column) - startOf(second.flow, column)) < most &&
    startOf(second.flow, column) - startOf(first.flow, column) > INDENT_EM * next.flow.line.sizePt
  );
}

/** Returns whether a line begins further out than the marker of the item above it. */
function isLeftOfItem({ flow }: SeenLine, { before, column }: Pick<Surroundings, "before" | "column">): boolean {
  const marker = before[0]?.marker;
  return marker !== undefined && startOf(flow, column) < marker.x - INDENT_EM * flow.line.sizePt;
}

/** Returns whether the first word of the next line would have fitted between a line and the edge of its column. */
const hasRoomInColumn = ({ flow: last }: SeenLine, { flow: next }: SeenLine, column: Column): boolean =>
  hasRoomBefore(endOfColumn(column), { last, next, column });

function evidenceOfText(last: SeenLine, next: SeenLine, { before, column, edgeOf }: Surroundings): number {
  const { text } = last.flow;
  if (HYPHEN_END.test(text) && LOWER_START.test(next.flow.text)) {
    return -0.8;
  }
  if (isEntry(last.flow) || (hasLeaders(last.flow) && hasLeaders(next.flow))) {
    return ENOUGH;
  }
  // A label among facts ends no sentence.
  const isLabel = text.endsWith(":") && before.length > 1 && isColumnOfFacts(column);
  const isEnd = SENTENCE_END.test(text) && !isLabel;
  if (!isEnd && LOWER_START.test(next.flow.text)) {
    return -0.4;
  }
  if (isCentred(last, next) || !isShort(last, next, { column, edgeOf })) {
    return 0;
  }
  const isBegin = UPPER_START.test(next.flow.text) || (isEnd && !/^\p{L}/u.test(next.flow.text));
  return 0.5 + (isEnd ? 0.3 : 0) + (isBegin ? 0.25 : 0);
}

/** The gap before a page number, in ems. */
const ENTRY_GAP_EM = 1.2;
// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const LEADERS = /(?:[.·…_]\s?){4,}\s*\d*$/u;

/** Leaders that reach the page number without a gap. */
const LEADERS_TO_NUMBER = /[.·…][.·…]{2}\d{1,4}$|[.·…] [.·…] [.·…] ?[.·…]\d{1,4}$/u;

/** Returns whether a line is an entry of a table of contents: a page number at its end, set off by leaders or a gap. */
export function isEntry({ line, text }: FlowLine): boolean {
  const last = line.words.at(-1);
  const before = line.words.at(-2);
  if (last === undefined || before === undefined) {
    return false;
  }
  if (LEADERS_TO_NUMBER.test(text)) {
    return true;
  }
  if (!/^(?:\d{1,4}|[ivxl]{1,6})$/.test(last.text)) {
    return false;
  }
  return LEADERS.test(text) || last.xMin - before.xMax > ENTRY_GAP_EM * line.sizePt;
}

/** Leaders between two texts; blanks to fill in are ruled, not dotted. */
const LEADERS_BETWEEN = /[.·…]{5}|(?:[.·…] ){5}/u;

/** Returns whether a line has leaders from one text to another, such as a name: each such line is one of a list. */
const hasLeaders = ({ text }: FlowLine): boolean => LEADERS_BETWEEN.test(text) && /\p{L}\P{L}*$/u.test(text);

/** Returns whether a line is short: whether the first word of the next line would have fitted on it. */
const isShort = (
  last: SeenLine,
  next: SeenLine,
  { column, edgeOf }: Pick<Surroundings, "column" | "edgeOf">,
): boolean => hasRoomBefore(edgeOf(last), { last: last.flow, next: next.flow, column });

/** The width of a space and some tolerance, in ems. */
const SPACE_EM = 0.8;

const textStartOf = ({ marker, flow }: SeenLine, column: Column): number => marker?.textX ?? startOf(flow, column);

function isCentred({ flow: a }: SeenLine, { flow: b }: SeenLine): boolean {
  const shift = Math.abs(a.line.xMin + a.line.xMax - b.line.xMin - b.line.xMax) / 2;
  return shift < 0.2 * b.line.sizePt && Math.abs(a.line.xMin - b.line.xMin) > 0.5 * b.line.sizePt;
}
