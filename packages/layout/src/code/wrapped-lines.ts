import type { Column, FlowLine } from "../flow/flow.ts";

/** The smallest number of lines of text that show the edge of a column. */
const LINES_FOR_EDGE = 3;
/** The distance by which ends of lines that are not justified fall short of their edge, in ems. */
const RAGGED_EM = 1;
/**
 * The greatest indent of wrapped code, in ems; wrapped code begins again where its lines do, without their indentation.
 */
const SAME_START_EM = 0.4;

/**
 * Returns the lines of code as they were typed, each with the lines that a narrow column has wrapped it into. A wrapped
 * line goes on at the margin with a word that had no room above it, after a statement that had not ended.
 * @param leading the distance between lines, in points
 */
export function typedLines(
  lines: readonly FlowLine[],
  { column, leading }: { readonly column: Column; readonly leading: number },
): FlowLine[][] {
  const typed: FlowLine[][] = [];
  const edge = edgeOf(column);
  const left = lines.reduce((least, { line }) => Math.min(least, line.xMin), Infinity);
  const isWider = lines.some(({ line }) => line.xMax > edge + RAGGED_EM * line.sizePt);
  for (const next of lines) {
    const open = typed.at(-1);
    const last = open?.at(-1);
    const isWrapped =
      last !== undefined &&
      !isWider &&
      next.line.baselineY - last.line.baselineY <= NEXT_LINE * leading &&
      hasNoRoom(last, next, { left, edge }) &&
      !(hasColumns(last) && hasColumns(next)) &&
      goesOn(last.text, next.text);
    if (isWrapped) {
      open?.push(next);
    } else {
      typed.push([next]);
    }
  }
  return typed;
}

/** The greatest distance from a line to what it was wrapped into, as a multiple of that between lines. */
const NEXT_LINE = 1.3;

/** Returns where the text of a column ends; infinite where the column has too few lines of text to show it. */
function edgeOf({ items }: Column): number {
  const ends = items.flatMap((item) => (item.kind === "line" && !item.isFixed ? [item.line.xMax] : []));
  return ends.length < LINES_FOR_EDGE
    ? Number.POSITIVE_INFINITY
    : ends.reduce((most, end) => Math.max(most, end), Number.NEGATIVE_INFINITY);
}

function hasNoRoom(
  { line: last }: FlowLine,
  { line: next }: FlowLine,
  { left, edge }: { readonly left: number; readonly edge: number },
): boolean {
  const [word] = next.words;
  if (word === undefined || next.xMin - left > SAME_START_EM * next.sizePt) {
    return false;
  }
  const letter = (word.xMax - word.xMin) / Math.max(1, word.text.length);
  return last.xMax + letter + (word.xMax - word.xMin) > edge;
}

/** The white between two words of a line that only columns have, in ems. */
const COLUMN_GAP_EM = 1.5;
const LEADERS = /[.·…_]{4}/u;

/** Returns whether a line has texts side by side, with white or leaders between them, as the rows of a list have. */
const hasColumns = ({ line, text }: FlowLine): boolean =>
  LEADERS.test(text) ||
  line.words.some(({ xMin }, index) => xMin - (line.words[index - 1]?.xMax ?? xMin) > COLUMN_GAP_EM * line.sizePt);

// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const ENDED = /[;{}:)\]\\]$|^\S+\s*[:=].*[^,([{]$/u;
/** The beginnings of lines that were typed as such: prompts, comments, entries, settings, calls and rows of numbers. */
const STARTS =
  /^(?:[$#%]\s|\w{0,3}>{1,3}\s|\/\/|\/\*|--\s|[-*+]\s|@?[\w.-]+\s*(?:[:=](?!=)|<-)|\w[\w.]*\(|\d\S*\s+\S*\d)/u;
/** A line that is a comment, and one that has nothing of code in it, as the rest of a comment has. */
const COMMENT = /^\s*(?:#|\/\/|--\s|%)/u;
const PROSE = /^[^()=;{}[\]]*$/u;
const STATEMENT =
  /^(?:import|export|const|let|var|return|if|else|for|while|def|class|function|fn|pub|use|from|package|public|private|static|select|insert|update|sudo|npm|git|curl|docker|echo|cd)\b/iu;

function goesOn(last: string, next: string): boolean {
  if (COMMENT.test(last) && !PROSE.test(next)) {
    return false;
  }
  if (isOpen(last)) {
    return !last.endsWith("\\");
  }
  return !ENDED.test(last) && !STARTS.test(next) && !STATEMENT.test(next);
}

/**
 * Returns whether a line ends within brackets or quotes that it has not closed; a bracket at its very end opens the
 * lines typed below and does not count.
 */
function isOpen(text: string): boolean {
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  const isQuoted = count(/(?<!\\)"/g) % 2 === 1;
  const isWithin = count(/\(/g) > count(/\)/g) || count(/\[/g) > count(/\]/g);
  return isQuoted || (isWithin && !/[([{,]$/u.test(text));
}
