import type { PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import { barsWithin, type JudgedLine } from "./displays.ts";
import type { Token } from "./evidence.ts";
import { formulaWord, textOfRun } from "./formula-words.ts";
import type { FormulaNode } from "./nodes.ts";
import { type FormulaLine, readFormula } from "./read-formula.ts";
import { displayedLatex } from "./write-latex.ts";

/** What has become of the lines of a zone. `none`: they are no displayed formula, but may have formulas within. */
type Displayed =
  | { readonly kind: "formula"; readonly line: Line }
  | { readonly kind: "none" }
  | { readonly kind: "unreadable" };

/** Reads the lines of a zone as a displayed formula, with the numbers at its edge. */
export function displayedFormula(content: PageContent, zone: readonly JudgedLine[]): Displayed {
  const { numbers, rest } = withoutNumbers(zone);
  const tokens = rest.flatMap(({ tokens: own }) => own);
  const box = boxAround(rest.map(({ ink }) => ink));
  if (tokens.length === 0 || !hasRelation(tokens)) {
    return { kind: zone.length > 1 && tokens.some(({ role }) => role === "large") ? "unreadable" : "none" };
  }
  const rules = barsWithin(content.rules, box);
  const lines = readFormula(content, { glyphs: tokens.map(({ glyph }) => glyph), rules });
  const numbered = lines && withNumbers(lines, numbers);
  const latex = numbered && displayedLatex(numbered);
  const [first] = rest;
  if (latex === undefined || first === undefined || lines === undefined || !isPlausible(lines)) {
    return { kind: rest.length > 1 || rules.length > 0 ? "unreadable" : "none" };
  }
  const all = zone.flatMap(({ tokens: own }) => own);
  const host = largestOf(rest);
  const word = { ...formulaWord(all, { latex, isDisplayed: true }, host), ...boxAround(zone.map(({ ink }) => ink)) };
  const text = zone
    .toSorted((a, b) => a.line.baselineY - b.line.baselineY)
    .map(({ tokens: own }) => textOfRun(own))
    .join(" ");
  const { xMin, yMin, xMax, yMax } = word;
  return { kind: "formula", line: { ...host, words: [{ ...word, text }], xMin, yMin, xMax, yMax } };
}

const largestOf = (lines: readonly JudgedLine[]): Line =>
  lines.reduce((best, { line, tokens }) => (tokens.length > best.count ? { line, count: tokens.length } : best), {
    line: lines[0]?.line ?? NO_LINE,
    count: 0,
  }).line;

const NO_LINE: Line = { words: [], xMin: 0, yMin: 0, xMax: 0, yMax: 0, baselineY: 0, sizePt: 0, rotation: 0 };

/** Returns whether tokens are evidence of a formula of some kind: letters or operators of mathematics, and what relates them. */
const hasRelation = (tokens: readonly Token[]): boolean =>
  tokens.some(({ evidence }) => evidence === "variable") &&
  (tokens.some(({ role }) => role === "relation" || role === "large") ||
    tokens.filter(({ evidence, role }) => evidence === "sign" && role === "binary").length > 0);

/** The share of lines of numbers alone above which the lines are those of a table. */
const NUMBERS_SHARE = 0.4;

/** Returns whether lines are those of a formula: numbers alone are a table's. */
function isPlausible(lines: readonly FormulaLine[]): boolean {
  const plain = lines.filter(({ node }) => isNumbers(node)).length;
  return plain <= NUMBERS_SHARE * lines.length && lines.length < 40;
}

const isNumbers = (node: FormulaNode): boolean =>
  node.kind === "row"
    ? node.nodes.every(isNumbers)
    : node.kind === "space" || (node.kind === "symbol" && /^[\d.,]$/.test(node.text)) || node.kind === "word";

interface EquationNumber {
  readonly text: string;
  readonly y: number;
}

const NUMBER = /^\(([\p{L}\p{N}][\p{L}\p{N}.\-–′'*]{0,9})\)$/u;
/** The least gap between a formula and its number, in ems. */
const NUMBER_GAP_EM = 0.7;

/** Takes the numbers of equations off the lines of a zone; they stand at its right edge or at its left one. */
function withoutNumbers(zone: readonly JudgedLine[]): {
  readonly numbers: readonly EquationNumber[];
  readonly rest: readonly JudgedLine[];
} {
  const numbers: EquationNumber[] = [];
  const rest: JudgedLine[] = [];
  for (const own of zone) {
    const at = numberAt(own, zone);
    if (at === undefined) {
      rest.push(own);
      continue;
    }
    const { from, to } = at;
    const text = own.tokens
      .slice(from, to)
      .map((token) => token.text)
      .join("");
    numbers.push({ text: NUMBER.exec(text)?.[1] ?? text, y: own.line.baselineY - 0.25 * own.line.sizePt });
    const tokens = [...own.tokens.slice(0, from), ...own.tokens.slice(to)];
    if (tokens.length > 0) {
      rest.push({ ...own, tokens });
    }
  }
  return { numbers, rest };
}

/** Returns which tokens of a line are the number of an equation. */
function numberAt(
  { tokens, line }: JudgedLine,
  zone: readonly JudgedLine[],
): { readonly from: number; readonly to: number } | undefined {
  const others = zone.filter((other) => other.line !== line);
  const textOf = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join("");
  if (NUMBER.test(textOf(0, tokens.length))) {
    const isOutside = others.every(
      ({ ink, tokens: own }) =>
        NUMBER.test(own.map(({ text }) => text).join("")) ||
        line.xMin > ink.xMax + NUMBER_GAP_EM * line.sizePt ||
        (line.xMax > ink.xMax - 0.5 * line.sizePt && line.yMin > ink.yMax - 0.3 * line.sizePt) ||
        line.xMax < ink.xMin - NUMBER_GAP_EM * line.sizePt,
    );
    return isOutside && others.length > 0 ? { from: 0, to: tokens.length } : undefined;
  }
  const open = tokens.findLastIndex(({ text }) => text === "(");
  const [first, before] = [tokens[open], tokens[open - 1]];
  const isApart =
    first !== undefined &&
    before !== undefined &&
    first.xMin - before.xMax > (/^[.,;]$/.test(before.text) ? 0.2 : NUMBER_GAP_EM) * line.sizePt;
  return isApart && NUMBER.test(textOf(open, tokens.length)) ? { from: open, to: tokens.length } : undefined;
}

/** Gives each number to the line that is nearest to it; undefined where two would be of one line. */
function withNumbers(
  lines: readonly FormulaLine[],
  numbers: readonly EquationNumber[],
): { readonly node: FormulaNode; readonly number: string | undefined }[] | undefined {
  const byLine = new Map<number, string>();
  for (const { text, y } of numbers) {
    const distance = ({ yMin, yMax }: FormulaLine): number =>
      Math.max(yMin - y, y - yMax, 0) + Math.abs(yMin + yMax - 2 * y) / 1000;
    const at = lines.reduce((best, line, index) => (distance(line) < distance(lines[best] ?? line) ? index : best), 0);
    if (byLine.has(at)) {
      return undefined;
    }
    byLine.set(at, text);
  }
  return lines.map(({ node }, index) => ({ node, number: byLine.get(index) }));
}
