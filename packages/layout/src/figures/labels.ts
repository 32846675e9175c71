import type { Span } from "../blocks.ts";
import type { Box } from "../content.ts";
import { boxAround, sharedX } from "../geometry/boxes.ts";
import type { Line, Word } from "../words.ts";

/** The greatest distance between baselines of lines of one label, in ems, and the difference of their sizes. */
const LEADING_EM = 1.4;
const SAME_SIZE = 0.1;
/** The greatest distance of the middles or the left edges of lines of one label, in ems. */
const ALIGNED_EM = 1;
/** The distance between the middles of labels of one row, in ems. */
const ROW_EM = 0.5;

/** The lines of one label from the top. */
interface Label extends Box {
  readonly lines: readonly Line[];
  readonly sizePt: number;
}

/**
 * Returns the text of the labels of a drawing: those of one row after each other, `\n` between rows of which one has
 * letters, and at the end the labels that are turned.
 */
export function labelsOf(
  lines: readonly Line[],
  spansOf: (lines: readonly (readonly Word[])[]) => readonly Span[],
): Span[] {
  const labels = labelled(lines.filter(({ rotation }) => rotation === 0));
  const turned = lines.filter(({ rotation }) => rotation !== 0);
  const rows = [...rowsOf(labels), ...turned.map((line): Label[] => [labelOf([line])])];
  const spans: Span[] = [];
  let wasNumbers = false;
  for (const [index, row] of rows.entries()) {
    const isNumbers = !row.some((label) =>
      label.lines.some(({ words }) => words.some(({ text }) => /\p{L}/u.test(text))),
    );
    for (const [at, label] of row.entries()) {
      const isNewRow = at === 0 && !(isNumbers && wasNumbers);
      if (index > 0 || at > 0) {
        spans.push({ text: isNewRow ? "\n" : " " });
      }
      spans.push(...spansOf(label.lines.map(({ words }) => words)));
    }
    wasNumbers = isNumbers;
  }
  return spans;
}

const labelOf = (lines: readonly Line[]): Label => ({
  ...boxAround(lines),
  lines,
  sizePt: lines[0]?.sizePt ?? 0,
});

/** Puts the lines of each label together. */
function labelled(lines: readonly Line[]): Label[] {
  const labels: Line[][] = [];
  // The labels whose last line may have a next one: lines come from the top.
  let open: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.baselineY - b.baselineY)) {
    open = open.filter((label) => line.baselineY - (label.at(-1)?.baselineY ?? 0) <= LEADING_EM * line.sizePt);
    const label = open.find((own) => isNextLine(own.at(-1) ?? line, line));
    if (label === undefined) {
      const own = [line];
      labels.push(own);
      open.push(own);
    } else {
      label.push(line);
    }
  }
  return labels.map(labelOf);
}

const LETTERS = /\p{L}{2}/u;
const hasWord = ({ words }: Line): boolean => words.some(({ text }) => LETTERS.test(text));

function isNextLine(line: Line, next: Line): boolean {
  const near = ALIGNED_EM * line.sizePt;
  const middles = Math.abs(line.xMin + line.xMax - next.xMin - next.xMax) / 2;
  return (
    hasWord(line) &&
    hasWord(next) &&
    next.baselineY - line.baselineY > ROW_EM * line.sizePt &&
    Math.abs(next.sizePt - line.sizePt) <= SAME_SIZE * line.sizePt &&
    sharedX(line, next) > 0 &&
    Math.min(middles, Math.abs(line.xMin - next.xMin)) <= near
  );
}

/** Returns the labels row by row, from the left. */
function rowsOf(labels: readonly Label[]): Label[][] {
  const middleOf = ({ yMin, yMax }: Label): number => (yMin + yMax) / 2;
  const rows: Label[][] = [];
  for (const label of labels.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && middleOf(label) - middleOf(first) <= ROW_EM * label.sizePt) {
      row.push(label);
    } else {
      rows.push([label]);
    }
  }
  return rows.map((row) => row.toSorted((a, b) => a.xMin - b.xMin));
}
