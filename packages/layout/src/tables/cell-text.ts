import type { Span } from "../blocks.ts";
import type { FlowLine } from "../flow/flow.ts";
import { boxAround } from "../geometry/boxes.ts";
import { type SpanSources, spansOfLines } from "../spans/spans-of-lines.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Word } from "../words.ts";
import type { PlacedWord } from "./found-table.ts";
import { visualRows, wordsOfRow } from "./rows/visual-rows.ts";

/** The end of a date or an amount that a narrow column has cut. */
export const PART_OF_NUMBER = /\d[.,/:-]\d+$/;
export const REST_OF_NUMBER = /^\d{1,3}$/;

/** Returns the lines of a cell from the top, with their words as they are read. */
export function linesOfCell(words: readonly PlacedWord[]): Word[][] {
  if (words.length < 2) {
    return words.map(({ word }) => [word]);
  }
  return visualRows(words).map((row) => {
    const seen = wordsOfRow(row);
    const isFromRight = isRightToLeft(seen.map(({ word }) => word.text));
    return (isFromRight ? seen.toSorted((a, b) => a.order - b.order) : seen).map(({ word }) => word);
  });
}

/** Returns the text of a cell, from its words line by line, with its styles and links. */
export const spansOfCell = (lines: readonly (readonly Word[])[], sources: SpanSources = WITHOUT_SOURCES): Span[] =>
  spansOfLines(withWholeNumbers(lines.filter(({ length }) => length > 0).map(cellLine)), sources);

function cellLine(all: readonly Word[]): FlowLine {
  // The word that the first word was joined to stands in another cell.
  const [first, ...rest] = all;
  const words = first?.isJoined === true ? [{ ...first, isJoined: false }, ...rest] : all;
  const largest = words.reduce((most, word) => (word.sizePt > most.sizePt ? word : most), words[0] ?? NO_WORD);
  const { baselineY, sizePt } = largest;
  return {
    kind: "line",
    line: { ...boxAround(words), words, baselineY, sizePt, rotation: 0 },
    text: words.map(({ text }) => text).join(" "),
    bullet: undefined,
    isFixed: false,
  };
}

const NO_WORD = { baselineY: 0, sizePt: 0 };

/** Joins dates and amounts again that a narrow column has cut. */
export function withWholeNumbers<Line extends FlowLine>(lines: readonly Line[]): Line[] {
  const whole: Line[] = [];
  for (const next of lines) {
    const before = whole.at(-1);
    const last = before?.line.words.at(-1);
    const [head, ...rest] = next.line.words;
    if (
      before === undefined ||
      last === undefined ||
      head === undefined ||
      !PART_OF_NUMBER.test(last.text) ||
      !REST_OF_NUMBER.test(head.text)
    ) {
      whole.push(next);
      continue;
    }
    const words = [...before.line.words, { ...head, isJoined: true }, ...rest];
    whole[whole.length - 1] = { ...before, line: { ...before.line, words } };
  }
  return whole;
}

/** The sources for a page alone: hyphens at the ends of lines part words, and there are no links. */
const WITHOUT_SOURCES: SpanSources = { vocabulary: { isOneWord: () => true }, linksOf: () => undefined };
