import type { Column, FlowItem, FlowLine } from "../flow/flow.ts";
import { startOf } from "./line-ends.ts";

/** The label of a work in a bibliography: a number, or letters of names and a year. */
const LABEL = /^\[(?:(\d{1,3})|\p{Nd}{1,3}|[\p{L}+*]{1,10}\d{2,4}[a-z]?)\]$/u;

/** The greatest distance between edges of labels below each other, in ems, and the least indent of lines that hang. */
const SAME_EDGE_EM = 0.4;
const HANGING_EM = 0.7;
/** The greatest difference between the sizes of lines of one work, in points. */
const SAME_SIZE_PT = 0.5;

/** The fewest works in a row whose lines need not hang: text may wrap before a citation, and before the next one. */
const LEAST_NOT_HANGING = 4;

/** The lines of a column that are its bibliography. */
export interface References {
  /** Those that begin a work. */
  readonly starts: ReadonlySet<FlowItem>;
  /** Those that go on with a work, though they may begin like an item, with an initial or a number. */
  readonly rest: ReadonlySet<FlowItem>;
}

/**
 * Finds the lines of a column that are works of a bibliography, however full their lines are: they have labels in
 * brackets below each other, one number after the other, and the lines between them hang. A citation that text was
 * wrapped before stands among lines that start where it does.
 */
export function referencesOf(column: Column): References {
  const starts = new Set<FlowItem>();
  const rest = new Set<FlowItem>();
  let run: FlowLine[] = [];
  let hanging: FlowLine[] = [];
  let isHanging = true;
  let isBetween = true;
  const close = (): void => {
    if (run.length > 1 && (isHanging || run.length >= LEAST_NOT_HANGING)) {
      run.forEach((flow) => starts.add(flow));
      hanging.forEach((flow) => rest.add(flow));
    }
    run = [];
    hanging = [];
    isHanging = true;
    isBetween = true;
  };
  for (const item of column.items) {
    if (item.kind !== "line") {
      continue;
    }
    const last = run.at(-1);
    if (labelOf(item) === undefined) {
      if (last !== undefined && isAtText(item, last)) {
        hanging.push(item);
      }
      isBetween &&= last === undefined || startOf(item, column) - startOf(last, column) > HANGING_EM * item.line.sizePt;
      continue;
    }
    if (last !== undefined && !(isNextReference(last, item) && isBelow(last, item))) {
      close();
    }
    isHanging &&= run.length === 0 || isBetween;
    isBetween = true;
    run.push(item);
  }
  close();
  return { starts, rest };
}

/** Returns whether a line begins where the text behind a label does, in its size. */
function isAtText({ line }: FlowLine, labelled: FlowLine): boolean {
  const [, text] = labelled.line.words;
  const [a, b] = [line, text ?? labelled.line];
  const shift = Math.min(Math.abs(a.xMin - b.xMin), Math.abs(a.xMax - b.xMax));
  return shift < SAME_EDGE_EM * line.sizePt && Math.abs(line.sizePt - labelled.line.sizePt) < SAME_SIZE_PT;
}

/** Returns whether two lines begin with labels of works that follow each other: the next number, or one of letters. */
export function isNextReference(last: FlowLine, next: FlowLine): boolean {
  const [a, b] = [labelOf(last), labelOf(next)];
  return a !== undefined && b !== undefined && (Number.isNaN(a) ? Number.isNaN(b) : b === a + 1);
}

/** Returns whether a line begins with the label of a work. */
export const beginsReference = (flow: FlowLine): boolean => labelOf(flow) !== undefined;

/** Returns the number that a line has as its label, and none where that is of letters; undefined without a label. */
function labelOf({ line: { words } }: FlowLine): number | undefined {
  const [first, second] = words;
  const found = first === undefined || second === undefined || second.isJoined === true ? null : LABEL.exec(first.text);
  return found === null ? undefined : Number(found[1]);
}

/** Returns whether the labels of two lines have one edge in common; numbers may be set to the right. */
function isBelow(last: FlowLine, next: FlowLine): boolean {
  const [a, b] = [last.line.words[0], next.line.words[0]];
  const most = SAME_EDGE_EM * next.line.sizePt;
  return (
    a !== undefined && b !== undefined && [a.xMin - b.xMin, a.xMax - b.xMax].some((shift) => Math.abs(shift) < most)
  );
}
