import { codeRuns } from "../code/code-runs.ts";
import type { CodeDraft, Draft, TextDraft } from "../flow/drafts.ts";
import type { Column, DocumentStyle, FlowLine } from "../flow/flow.ts";
import { leadingBetween, leadingOf } from "../flow/line-style.ts";
import { Tally } from "../geometry/statistics.ts";
import { isBreak, type SeenLine, seenLine } from "./breaks.ts";
import { evenLeadingOf } from "./facts.ts";
import { endOf, startOf } from "./line-ends.ts";
import { referencesOf } from "./references.ts";

/** Divides the lines of a column into paragraphs, items and code. */
export function draftsOfColumn(column: Column, style: DocumentStyle): Draft[] {
  const leadings = leadingsOf(column, style);
  const edgeOf = edgesOf(column);
  const code = codeRuns(column, { leadingOf: leadings, style });
  const references = referencesOf(column);
  const drafts: Draft[] = [];
  let open: SeenLine[] = [];
  let foot: { y: number; sizePt: number } | undefined;
  const spaceAt = ({ line }: FlowLine): number =>
    foot === undefined
      ? Number.POSITIVE_INFINITY
      : (line.baselineY - foot.y) / (leadings(Math.min(line.sizePt, foot.sizePt)) * Math.min(line.sizePt, foot.sizePt));
  let space = Number.POSITIVE_INFINITY;
  const close = (): void => {
    const [first] = open;
    if (first !== undefined) {
      drafts.push(textDraft(open, { column, spaceAbove: space }));
      open = [];
    }
  };
  for (let index = 0; index < column.items.length; index++) {
    const item = column.items[index];
    if (item === undefined) {
      continue;
    }
    if (item.kind === "block") {
      close();
      drafts.push({ kind: "block", block: item.block, box: item.box, column });
      foot = undefined;
      continue;
    }
    const run = code.get(item);
    if (run !== undefined) {
      close();
      drafts.push({ kind: "code", parts: [{ column, lines: run }], spaceAbove: spaceAt(item) } satisfies CodeDraft);
      index += run.length - 1;
      const last = run.at(-1) ?? item;
      foot = { y: last.line.baselineY, sizePt: last.line.sizePt };
      continue;
    }
    const seen = seenLine(item);
    const surroundings = { column, style, leadingOf: leadings, before: open, edgeOf, references };
    if (open.length === 0 || isBreak(seen, surroundings)) {
      close();
      space = spaceAt(item);
    }
    open.push(seen);
    foot = { y: item.line.baselineY, sizePt: item.line.sizePt };
  }
  close();
  return drafts;
}

const textDraft = (
  lines: readonly SeenLine[],
  { column, spaceAbove }: { readonly column: Column; readonly spaceAbove: number },
): TextDraft => ({
  kind: "text",
  lines: lines.map(({ flow }) => flow),
  column,
  lastColumn: column,
  marker: lines[0]?.marker,
  spaceAbove,
});

/** The smallest number of distances between lines that show a leading. */
const DISTANCES_FOR_LEADING = 3;

/**
 * Returns the leading of lines of each size in a column, where it has enough of them, and otherwise that of the
 * document.
 */
function leadingsOf(column: Column, style: DocumentStyle): (sizePt: number) => number {
  const bySize = new Map<number, Tally<number>>();
  let last: FlowLine | undefined;
  for (const item of column.items) {
    const leading = item.kind === "line" && last !== undefined ? leadingBetween(last, item, column) : undefined;
    if (item.kind === "line" && leading !== undefined) {
      const size = Math.round(item.line.sizePt * 2);
      const tally = bySize.get(size) ?? new Tally<number>();
      bySize.set(size, tally);
      tally.add(leading);
    }
    last = item.kind === "line" ? item : undefined;
  }
  const known = new Map<number, number>();
  for (const [size, tally] of bySize) {
    if (tally.total() >= DISTANCES_FOR_LEADING) {
      known.set(size, Math.min(leadingOf(tally), style.leading * 1.35));
    }
  }
  const even = evenLeadingOf(column);
  return (sizePt) => Math.max(known.get(Math.round(sizePt * 2)) ?? style.leading, even ?? 0);
}

/** The distance between starts of lines that wrap at one edge, in ems. */
const SAME_START_EM = 1;

/**
 * Returns, for a line, the furthest end of the lines that start where it does; the edge of the column where fewer than
 * three lines do.
 */
function edgesOf(column: Column): (line: SeenLine) => number {
  const ends = new Map<number, { end: number; count: number }>();
  const outer = column.isRightToLeft ? -column.xMin : column.xMax;
  const keyOf = (flow: FlowLine): number => Math.round(startOf(flow, column) / (SAME_START_EM * flow.line.sizePt));
  for (const item of column.items) {
    if (item.kind === "line") {
      const key = keyOf(item);
      const known = ends.get(key) ?? { end: Number.NEGATIVE_INFINITY, count: 0 };
      ends.set(key, { end: Math.max(known.end, endOf(item, column)), count: known.count + 1 });
    }
  }
  return ({ flow }) => {
    const known = ends.get(keyOf(flow));
    return known !== undefined && known.count >= 3 ? known.end : outer;
  };
}
