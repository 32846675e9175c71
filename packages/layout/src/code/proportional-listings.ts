import type { Column, FlowLine } from "../flow/flow.ts";

/** The fewest statements of a listing, and the least share of its lines that are statements and that have syntax. */
const LEAST_STATEMENTS = 3;
const STATEMENTS_SHARE = 0.5;
const SYNTAX_SHARE = 0.6;
/** The greatest number of words of a statement without operators, such as `return it;`. */
const WORDS_WITHOUT_SYNTAX = 3;
/** The greatest number of words of a line that is not the end of a statement. */
const WORDS_OF_PART = 12;
/** The greatest distance between lines of one listing, in leadings, and the difference of their sizes. */
const MOST_LEADINGS = 2.5;
const SAME_SIZE = 0.08;

/**
 * Finds listings that are set in proportional type, as runs of lines that nothing else can be: most end as statements
 * and blocks do, and have the operators of a program. `isTaken` are lines that are code already.
 */
export function proportionalListings(
  column: Column,
  {
    leadingOf,
    isTaken,
  }: { readonly leadingOf: (sizePt: number) => number; readonly isTaken: (line: FlowLine) => boolean },
): FlowLine[][] {
  const listings: FlowLine[][] = [];
  let run: FlowLine[] = [];
  const close = (): void => {
    const whole = withoutEnds(run);
    if (isListing(whole)) {
      listings.push(whole);
    }
    run = [];
  };
  for (const item of column.items) {
    if (item.kind !== "line" || item.bullet !== undefined || isTaken(item) || kindOf(item) === "text") {
      close();
      continue;
    }
    const last = run.at(-1);
    if (last !== undefined && !goesOn(last, item, leadingOf)) {
      close();
    }
    run.push(item);
  }
  close();
  return listings;
}

function goesOn({ line: last }: FlowLine, { line: next }: FlowLine, leadingOf: (sizePt: number) => number): boolean {
  const leadings = (next.baselineY - last.baselineY) / (leadingOf(last.sizePt) * last.sizePt);
  return Math.abs(last.sizePt - next.sizePt) <= SAME_SIZE * last.sizePt && leadings > 0 && leadings <= MOST_LEADINGS;
}

const isEnd = (flow: FlowLine): boolean => kindOf(flow) === "statement";

/** Leaves out what stands before the first statement and behind the last, except for comments above. */
function withoutEnds(run: readonly FlowLine[]): FlowLine[] {
  const from = run.findIndex((flow) => isEnd(flow) || COMMENT.test(textOf(flow)));
  return from === -1 ? [] : run.slice(from, run.findLastIndex(isEnd) + 1);
}

function isListing(run: readonly FlowLine[]): boolean {
  const statements = run.filter((flow) => kindOf(flow) === "statement");
  const withSyntax = run.filter((flow) => SYNTAX.test(textOf(flow)) || COMMENT.test(textOf(flow)));
  return (
    statements.length >= LEAST_STATEMENTS &&
    statements.length >= STATEMENTS_SHARE * run.length &&
    withSyntax.length >= SYNTAX_SHARE * run.length &&
    run.filter((flow) => NAME.test(textOf(flow))).length * 2 >= run.length &&
    run.filter((flow) => ITEM.test(flow.text)).length * 2 < run.length
  );
}

/** What ends as a statement or a block, what may be the beginning of one or a comment, and what is neither. */
function kindOf(flow: FlowLine): "statement" | "part" | "text" {
  const text = textOf(flow);
  const words = text.split(" ").length;
  const hasSyntax = SYNTAX.test(text);
  if (COMMENT.test(text)) {
    return "part";
  }
  if (STATEMENT.test(text) && (hasSyntax || words <= WORDS_WITHOUT_SYNTAX)) {
    return "statement";
  }
  return (hasSyntax || words === 1) && words <= WORDS_OF_PART && !SENTENCE.test(text) ? "part" : "text";
}

/** Returns the text of a line without the number that counts it, and the comment behind it. */
function textOf({ text }: FlowLine): string {
  const code = text.replace(/^\d{1,4} /u, "");
  const comment = code.search(/ \/[/*]/u);
  return comment === -1 ? code : code.slice(0, comment);
}

/** The end of a statement, the beginning of a block, or its end. */
const STATEMENT = /;$|\{$|^\}/u;
/** A call, an index, an assignment, a comparison, a member, or the edge of a block. */
const SYNTAX =
  /[\p{L}\p{N}_][([][^)\]]|[\p{L}\p{N}_]\(\)|[:+*/|&-]=|[\p{L}\p{N}_)\]] ?==? ?["'\p{L}\p{N}_(&*-]|\+\+|--;|->|::|<<|\{$|^\}|^#include/u;
const COMMENT = /^(?:\/\/|\/\*|\*\/)/u;
const NAME = /[\p{L}_]{2}|^[{}]/u;
const ITEM = /^(?:[-–—•*] |\(?[\p{L}\p{N}]{1,3}[.)] )/u;
/** A full stop, a colon or a comma behind a word, as at the ends of sentences and their parts. */
const SENTENCE = /\p{L}[.?!:]$/u;
