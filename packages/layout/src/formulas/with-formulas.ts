import type { PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import { displayedFormula } from "./displayed.ts";
import { barsWithin, judged, zonesOf } from "./displays.ts";
import { hasGreekWords, type Token, tokensOf } from "./evidence.ts";
import { formulaWord, withFormulaWords } from "./formula-words.ts";
import { mathFontOf } from "./math-fonts.ts";
import { readFormula } from "./read-formula.ts";
import { runsOf } from "./runs.ts";
import { latexOf } from "./write-latex.ts";

/**
 * Returns the lines of a page with each formula as one word, which has its LaTeX. What is not certain to be read rightly
 * stays as it is. `content` has the ink of its glyphs.
 */
export function withFormulas(content: PageContent, lines: readonly Line[]): Line[] {
  if (!mayHaveFormulas(content)) {
    return [...lines];
  }
  const isGreek = hasGreekWords({ lines });
  const all = lines.map((line) => judged(line, content, tokensOf(content, [line], isGreek)));
  const { displays, parts } = zonesOf(all);
  const taken = new Set<Line>();
  const refused = new Set<Line>();
  const displayed = new Map<Line, Line>();
  for (const zone of displays) {
    const outcome = displayedFormula(content, zone);
    const [first] = zone;
    if (outcome.kind === "formula" && first !== undefined) {
      displayed.set(first.line, outcome.line);
      for (const { line } of zone) {
        taken.add(line);
      }
    } else if (outcome.kind === "unreadable") {
      for (const { line } of zone) {
        refused.add(line);
      }
    }
  }
  const own = new Set([...parts.values()].flat());
  const result: Line[] = [];
  for (const { line } of all) {
    const whole = displayed.get(line);
    if (whole !== undefined) {
      result.push(whole);
    } else if (refused.has(line)) {
      result.push(line);
    } else if (!taken.has(line) && !own.has(line)) {
      result.push(...withInline(content, [line, ...(parts.get(line) ?? [])], isGreek));
    }
  }
  return result;
}

const MATHEMATICAL = /[\u{1D400}-\u{1D7FF}\u2200-\u22FF]/u;

/** Returns whether a page has a font of mathematics, or characters of mathematics alone. */
const mayHaveFormulas = ({ fonts, glyphs }: PageContent): boolean =>
  fonts.some((font) => mathFontOf(font) !== undefined) || glyphs.text.some((text) => MATHEMATICAL.test(text));

/** Returns a line of text, with its parts above and below it where these are of no formula, and its formulas as words. */
function withInline(content: PageContent, lines: readonly Line[], isGreek: boolean): Line[] {
  const [host, ...parts] = lines;
  if (host === undefined || host.rotation !== 0) {
    return [...lines];
  }
  const tokens = tokensOf(content, lines, isGreek);
  const bars = barsWithin(content.rules, boxAround(lines));
  const isAtBar = ({ xMin, xMax, isShifted }: Token): boolean =>
    isShifted && bars.some((bar) => xMin > bar.xMin - 1 && xMax < bar.xMax + 1);
  const words = runsOf(tokens, isAtBar).flatMap((run) => {
    const word = inlineFormula(content, run, host);
    return word === undefined ? [] : [word];
  });
  if (words.length === 0) {
    return [...lines];
  }
  const used = new Set(words.flatMap(({ glyphs }) => glyphs));
  const isPartUsed = parts.every(({ words: own }) => own.every(({ glyphs }) => glyphs.every((glyph) => used.has(glyph))));
  // A part that is half used would leave the other half behind without its place.
  return isPartUsed ? [withFormulaWords(content, host, words)] : [...lines];
}

function inlineFormula(content: PageContent, run: readonly Token[], host: Line) {
  const glyphs = run.map(({ glyph }) => glyph);
  const box = boxAround(run.map(({ glyph }) => inkBox(content, glyph)));
  const rules = barsWithin(content.rules, box).filter(({ xMin, xMax }) => xMax - xMin < 1.1 * (box.xMax - box.xMin) && xMin > box.xMin - 3);
  const lines = readFormula(content, { glyphs, rules });
  const [line] = lines ?? [];
  const latex = lines?.length === 1 && line !== undefined ? latexOf(line.node, { isDisplayed: false }) : undefined;
  return latex === undefined ? undefined : formulaWord(run, { latex, isDisplayed: false }, host);
}

function inkBox({ glyphs }: PageContent, glyph: number) {
  const { ink = glyphs } = glyphs;
  return {
    xMin: ink.xMin[glyph] ?? 0,
    yMin: ink.yMin[glyph] ?? 0,
    xMax: ink.xMax[glyph] ?? 0,
    yMax: ink.yMax[glyph] ?? 0,
  };
}

