import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import type { Line, Word } from "../words.ts";
import { displayedFormula } from "./displayed.ts";
import { barsWithin, type JudgedLine, judged, zonesOf } from "./displays.ts";
import { hasGreekWords, type Token, tokensOf } from "./evidence.ts";
import { formulaWord, withFormulaWords } from "./formula-words.ts";
import { mathFontOf } from "./math-fonts.ts";
import { readFormula } from "./read-formula.ts";
import { runsOf } from "./runs.ts";
import { wholeLines } from "./whole-lines.ts";
import { latexOf } from "./write-latex.ts";

/** The greatest number of lines of a page that is looked at: lines are compared with each other. */
const MOST_LINES = 5000;

/**
 * Returns the lines of a page with each formula as one word, which has its LaTeX. What is not certain to be read rightly
 * stays as it is. `content` has the ink of its glyphs.
 */
export function withFormulas(content: PageContent, lines: readonly Line[]): Line[] {
  if (lines.length > MOST_LINES || !mayHaveFormulas(content)) {
    return [...lines];
  }
  const isGreek = hasGreekWords({ lines });
  const whole = wholeLines(lines);
  const piecesOf = new Map(whole.map(({ line, pieces }) => [line, pieces]));
  const all = whole.map(({ line }) => judged(line, content, tokensOf(content, [line], isGreek)));
  const { displays, parts } = zonesOf(all);
  const { displayed, settled } = displayedLines(content, displays);
  const own = new Set([...parts.values()].flat());
  const result: Line[] = [];
  for (const { line } of all) {
    const pieces = piecesOf.get(line) ?? [line];
    const formula = displayed.get(line);
    if (formula !== undefined) {
      result.push(formula);
    } else if (settled.get(line) === "unreadable") {
      result.push(...pieces);
    } else if (!settled.has(line) && !own.has(line)) {
      const inline = withInline(content, { host: line, parts: parts.get(line) ?? [], isGreek });
      result.push(...(inline.host ?? pieces), ...inline.parts.flatMap((part) => piecesOf.get(part) ?? [part]));
    }
  }
  return result;
}

const UNREADABLE = { kind: "unreadable" } as const;

interface DisplayedLines {
  /** The displayed formulas, by the first line of each. */
  readonly displayed: ReadonlyMap<Line, Line>;
  /** What has become of the lines of displayed formulas. */
  readonly settled: ReadonlyMap<Line, "formula" | "unreadable">;
}

function displayedLines(content: PageContent, zones: readonly (readonly JudgedLine[])[]): DisplayedLines {
  const displayed = new Map<Line, Line>();
  const settled = new Map<Line, "formula" | "unreadable">();
  for (const zone of zones) {
    // Formulas that lie within each other are none that can be told apart.
    const isTaken = zone.some(({ line }) => settled.has(line));
    const outcome = isTaken ? UNREADABLE : displayedFormula(content, zone);
    const [first] = zone;
    if (outcome.kind === "none" || first === undefined) {
      continue;
    }
    if (outcome.kind === "formula") {
      displayed.set(first.line, outcome.line);
    }
    for (const { line } of zone) {
      if (!settled.has(line)) {
        settled.set(line, outcome.kind);
      }
    }
  }
  return { displayed, settled };
}

const MATHEMATICAL = /[\u{1D400}-\u{1D7FF}\u2200-\u22FF]/u;

/** Returns whether a page has a font of mathematics, or characters of mathematics alone. */
const mayHaveFormulas = ({ fonts, glyphs }: PageContent): boolean =>
  fonts.some((font) => mathFontOf(font) !== undefined) || glyphs.text.some((text) => MATHEMATICAL.test(text));

interface Inline {
  /** The line with its formulas as words; undefined where it has none. */
  readonly host: readonly Line[] | undefined;
  /** The parts above and below it that are of none of its formulas. */
  readonly parts: readonly Line[];
}

/** Finds the formulas of a line of text, with its parts above and below it. */
function withInline(
  content: PageContent,
  { host, parts, isGreek }: { readonly host: Line; readonly parts: readonly Line[]; readonly isGreek: boolean },
): Inline {
  const lines = [host, ...parts];
  if (host.rotation !== 0) {
    return { host: undefined, parts };
  }
  const tokens = tokensOf(content, lines, isGreek);
  const bars = barsWithin(content.rules, boxAround(lines));
  const isAtBar = ({ xMin, xMax, isShifted }: Token): boolean =>
    isShifted && bars.some((bar) => xMin > bar.xMin - 1 && xMax < bar.xMax + 1);
  const found = runsOf(tokens, isAtBar).flatMap((run) => {
    const word = inlineFormula(content, run, host);
    return word === undefined ? [] : [word];
  });
  const { words, whole } = withWholeParts(found, parts);
  return {
    host: words.length === 0 ? undefined : [withFormulaWords(content, host, words)],
    parts: parts.filter((part) => !whole.has(part)),
  };
}

/** Leaves out the formulas that have a part of a line above or below theirs, and not all of it. */
function withWholeParts(
  found: readonly Word[],
  parts: readonly Line[],
): { readonly words: readonly Word[]; readonly whole: ReadonlySet<Line> } {
  let words = found;
  let whole: ReadonlySet<Line> = new Set();
  for (let isDone = false; !isDone; ) {
    const used = new Set(words.flatMap(({ glyphs }) => glyphs));
    whole = new Set(parts.filter((part) => glyphsOf(part).every((glyph) => used.has(glyph))));
    const torn = new Set(parts.filter((part) => !whole.has(part)).flatMap(glyphsOf));
    const kept = words.filter(({ glyphs }) => !glyphs.some((glyph) => torn.has(glyph)));
    isDone = kept.length === words.length;
    words = kept;
  }
  return { words, whole };
}

const glyphsOf = ({ words }: Line): number[] => words.flatMap(({ glyphs }) => glyphs);

function inlineFormula(content: PageContent, run: readonly Token[], host: Line): Word | undefined {
  const glyphs = run.map(({ glyph }) => glyph);
  const box = boxAround(run.map(({ glyph }) => inkBox(content, glyph)));
  const rules = barsWithin(content.rules, box).filter(
    ({ xMin, xMax }) => xMax - xMin < 1.1 * (box.xMax - box.xMin) && xMin > box.xMin - 3,
  );
  const lines = readFormula(content, { glyphs, rules });
  const [line] = lines ?? [];
  const latex = lines?.length === 1 && line !== undefined ? latexOf(line.node, { isDisplayed: false }) : undefined;
  return latex === undefined ? undefined : formulaWord(run, { latex, isDisplayed: false }, host);
}

function inkBox({ glyphs }: PageContent, glyph: number): Box {
  const { ink = glyphs } = glyphs;
  return {
    xMin: ink.xMin[glyph] ?? 0,
    yMin: ink.yMin[glyph] ?? 0,
    xMax: ink.xMax[glyph] ?? 0,
    yMax: ink.yMax[glyph] ?? 0,
  };
}
