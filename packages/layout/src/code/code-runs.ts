import type { Column, DocumentStyle, FlowLine } from "../flow/flow.ts";
import { isSameSize } from "../flow/line-style.ts";
import { proportionalListings } from "./proportional-listings.ts";
import { withoutProse } from "./typewritten.ts";

/** The greatest number of blank lines between two lines of one piece of code. */
const MOST_BLANK_LINES = 2;

/** Finds the runs of lines of code in a column, by their first line. */
export function codeRuns(
  column: Column,
  { leadingOf, style }: { readonly leadingOf: (sizePt: number) => number; readonly style: DocumentStyle },
): Map<FlowLine, FlowLine[]> {
  const runs = new Map<FlowLine, FlowLine[]>();
  let run: FlowLine[] = [];
  let before: FlowLine | undefined;
  const close = (after: FlowLine | undefined): void => {
    const [first] = run;
    if (first !== undefined && !isInlineCode(run, style) && !isWrappedWithin(run, { column, before, after })) {
      for (const part of withoutProse(run, { column, leadingOf, style })) {
        runs.set(part[0] ?? first, part);
      }
    }
    run = [];
  };
  for (const item of column.items) {
    const last = run.at(-1);
    if (item.kind === "line" && (item.isFixed || isClosing(item, last)) && item.bullet === undefined) {
      if (last !== undefined && !goesOn(last, item, leadingOf)) {
        close(undefined);
        before = undefined;
      }
      run.push(item);
      continue;
    }
    const line = item.kind === "line" ? item : undefined;
    close(line);
    before = line;
  }
  close(undefined);
  for (const listing of proportionalListings(column, { leadingOf, isTaken: isWithin(runs) })) {
    const [head] = listing;
    if (head !== undefined) {
      runs.set(head, listing);
    }
  }
  return runs;
}

function isWithin(runs: ReadonlyMap<FlowLine, readonly FlowLine[]>): (line: FlowLine) => boolean {
  const taken = new Set([...runs.values()].flat());
  return (line) => taken.has(line);
}

/** The greatest number of lines of a paragraph of nothing but code; longer runs are listings, in any size. */
const MOST_INLINE_LINES = 2;

/** Returns whether lines are set in the size of code within text, and not in that of listings. */
export const isInlineCode = (lines: readonly FlowLine[], { inlineCodePt }: DocumentStyle): boolean =>
  inlineCodePt !== undefined &&
  lines.length <= MOST_INLINE_LINES &&
  lines.every(({ line }) => isSameSize(line.sizePt, inlineCodePt));

/**
 * Returns whether a line is of signs alone, such as a closing brace, whatever font they come from, or the number of a
 * blank line below another number.
 */
const isClosing = ({ text, line }: FlowLine, last: FlowLine | undefined): boolean =>
  last !== undefined &&
  ((/^[^\p{L}\p{N}\s]{1,4}$/u.test(text) && line.xMin > last.line.xMin - 8 * line.sizePt) ||
    (/^\d{1,4}$/u.test(text) && Number(/^\d{1,4}(?= |$)/u.exec(last.text)?.[0]) + 1 === Number(text)));

/** Returns whether a line is the number of a blank line of a listing. */
const isNumberAlone = ({ words }: FlowLine["line"]): boolean =>
  words.length === 1 && /^\d{1,4}$/u.test(words[0]?.text ?? "");

/** The size of a line without the number in front of it, which is often smaller. */
const sizeOfCode = ({ words, sizePt }: FlowLine["line"]): number => words.at(-1)?.sizePt ?? sizePt;

function goesOn({ line: last }: FlowLine, { line: next }: FlowLine, leadingOf: (sizePt: number) => number): boolean {
  const isOneSize =
    Math.abs(sizeOfCode(last) - sizeOfCode(next)) < 0.08 * sizeOfCode(last) ||
    next.words.length === 1 ||
    isNumberAlone(last);
  const lines = (next.baselineY - last.baselineY) / (leadingOf(last.sizePt) * last.sizePt);
  return isOneSize && lines < MOST_BLANK_LINES + 1.5;
}

/** The greatest leading within a paragraph, as a multiple of the size; wider gaps part code from the text around it. */
const PARAGRAPH_LEADING = 1.7;
/** The width of a space before the word that did not fit, in ems. */
const SPACE_EM = 0.3;

interface Neighbours {
  readonly column: Column;
  readonly before: FlowLine | undefined;
  readonly after: FlowLine | undefined;
}

const isNear = ({ line: a }: FlowLine, { line: b }: FlowLine): boolean =>
  b.baselineY - a.baselineY < PARAGRAPH_LEADING * Math.max(a.sizePt, b.sizePt) &&
  Math.abs(a.xMin - b.xMin) < 3 * a.sizePt;

/**
 * Returns whether a run is a line or two of fixed pitch that a paragraph wraps into: it follows a full line, or goes on
 * in the text below.
 */
function isWrappedWithin(run: readonly FlowLine[], { column, before, after }: Neighbours): boolean {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined || run.length > 2) {
    return false;
  }
  const isFullBefore = ({ line }: FlowLine, { line: next }: FlowLine): boolean => {
    const [word] = next.words;
    return column.xMax - line.xMax < (word === undefined ? 0 : word.xMax - word.xMin) + SPACE_EM * line.sizePt;
  };
  const isAfterText =
    before !== undefined && isNear(before, first) && isFullBefore(before, first) && !/[:.!?]$/.test(before.text);
  const isBeforeText =
    after !== undefined && isNear(last, after) && isFullBefore(last, after) && /^[\p{Ll},.;)]/u.test(after.text);
  return isAfterText || isBeforeText;
}
