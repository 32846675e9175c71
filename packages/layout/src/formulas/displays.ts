import type { Box, PageContent, Rule } from "../content.ts";
import { boxAround, holdsMiddle } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import { ByBaseline } from "./by-baseline.ts";
import type { Token } from "./evidence.ts";

/* Which lines of a page are displayed formulas, and which are parts of formulas within lines of text. */

/** A line with what its glyphs are evidence of. */
export interface JudgedLine {
  readonly line: Line;
  readonly tokens: readonly Token[];
  /** What its glyphs draw. */
  readonly ink: Box;
  /** The number of letters in words. */
  readonly letters: number;
  /** The number of glyphs that show a formula. */
  readonly evidence: number;
}

interface Zones {
  /** The lines of each displayed formula. */
  readonly displays: readonly (readonly JudgedLine[])[];
  /** The lines that are parts of formulas in a line of text, such as numerators, by that line. */
  readonly parts: ReadonlyMap<Line, readonly Line[]>;
}

export function judged(line: Line, { glyphs }: PageContent, tokens: readonly Token[]): JudgedLine {
  const { ink = glyphs } = glyphs;
  const boxes = tokens.map(({ glyph }) => ({
    xMin: ink.xMin[glyph] ?? 0,
    yMin: ink.yMin[glyph] ?? 0,
    xMax: ink.xMax[glyph] ?? 0,
    yMax: ink.yMax[glyph] ?? 0,
  }));
  const known = boxes.filter(({ yMax, yMin }) => yMax > yMin);
  return {
    line,
    tokens,
    ink: known.length === 0 ? line : boxAround(known),
    letters: tokens.filter(({ evidence, isShifted }) => evidence === "text" && !isShifted).length,
    evidence: tokens.filter(({ evidence }) => evidence === "variable" || evidence === "sign").length,
  };
}

/** The greatest share of letters in words that a displayed formula has. */
const WORDS_SHARE = 0.55;
/** The least indent of a displayed formula with words in it, in ems. */
const INDENT_EM = 1;

/** Returns the zones of displayed formulas of a page, and the parts that lines of text have above and below them. */
export function zonesOf(lines: readonly JudgedLine[]): Zones {
  const isCandidate = (own: JudgedLine): boolean =>
    own.line.rotation === 0 &&
    (own.letters === 0 ||
      (own.evidence > 0 && own.letters < WORDS_SHARE * own.tokens.length && isIndented(own, lines)));
  const braces = lines.filter(({ tokens }) => tokens.some(isTallBrace));
  const candidates = lines.filter((own) => isCandidate(own) || (own.line.rotation === 0 && isBehindBrace(own, braces)));
  const chosen = new Set(candidates);
  const texts = lines.filter((own) => !chosen.has(own) && own.line.rotation === 0);
  const parts = new Map<Line, Line[]>();
  const rest: JudgedLine[] = [];
  for (const candidate of candidates) {
    const host = texts.find((text) => isPartOf(candidate, text));
    if (host === undefined) {
      rest.push(candidate);
    } else {
      parts.set(host.line, [...(parts.get(host.line) ?? []), candidate.line]);
    }
  }
  const inside = new Set<Line>();
  const around: Around = {
    texts: new ByBaseline(texts),
    long: new ByBaseline(texts.filter(({ letters }) => letters > LETTERS_OF_LINE)),
    greatestSizePt: texts.reduce((most, { line }) => Math.max(most, line.sizePt), 0),
  };
  const displays = together(rest, around)
    .map((zone) => withWhatIsWithin(zone, lines, inside))
    .filter((zone) => !texts.some((text) => !zone.includes(text) && goesOn(text, zone, around)));
  const left = [...parts].map(([host, own]) => [host, own.filter((part) => !inside.has(part))] as const);
  return { displays, parts: new Map(left) };
}

/** The lines of text of a page. */
interface Around {
  readonly texts: ByBaseline<JudgedLine>;
  /** Those that show where columns are. */
  readonly long: ByBaseline<JudgedLine>;
  readonly greatestSizePt: number;
}

/** The number of letters of a line that shows where columns are. */
const LETTERS_OF_LINE = 8;

/** The greatest number of letters in words that stand within a displayed formula. */
const MOST_LETTERS = 60;

/** Returns a zone with all that stands within its box, such as the text of a condition; it is added to `inside`. */
function withWhatIsWithin(
  zone: readonly JudgedLine[],
  lines: readonly JudgedLine[],
  inside: Set<Line>,
): readonly JudgedLine[] {
  const box = boxAround(zone.map(({ ink }) => ink));
  const within = lines.filter(
    (own) => !zone.includes(own) && own.letters < MOST_LETTERS && own.line.rotation === 0 && holdsMiddle(box, own.ink),
  );
  for (const { line } of within) {
    inside.add(line);
  }
  return within.length === 0 ? zone : [...zone, ...within];
}

/** The widest gap between a displayed formula and text on the same line that belongs to it, in ems. */
const GOES_ON_EM = 4;

/** Returns whether text on the same baseline belongs to a zone: then it is no formula that stands alone. */
const goesOn = ({ line }: JudgedLine, zone: readonly JudgedLine[], around: Around): boolean =>
  zone.some(({ line: own, ink }) => {
    const gap = Math.max(line.xMin - ink.xMax, ink.xMin - line.xMax);
    return (
      Math.abs(line.baselineY - own.baselineY) < 0.3 * own.sizePt &&
      gap < GOES_ON_EM * own.sizePt &&
      (gap < own.sizePt ||
        isCrossed(line.xMin > ink.xMax ? line.xMin - gap / 2 : line.xMax + gap / 2, own.baselineY, around))
    );
  });

const isTallBrace = ({ text, isOfMath }: Token): boolean => /^[{⎧⎨⎩⎪]$/u.test(text) && isOfMath;

/** Returns whether a line stands behind a brace that is higher than lines are. */
function isBehindBrace({ ink, letters }: JudgedLine, braces: readonly JudgedLine[]): boolean {
  const middle = (ink.yMin + ink.yMax) / 2;
  return (
    letters > 0 &&
    letters < 60 &&
    braces.some(
      ({ ink: brace, line }) =>
        brace.yMax - brace.yMin > 1.6 * line.sizePt &&
        middle > brace.yMin &&
        middle < brace.yMax &&
        ink.xMin > brace.xMin &&
        ink.xMin < brace.xMax + 20 * line.sizePt,
    )
  );
}

/** Returns whether a line begins further right than those of text around it, and is no line of a paragraph. */
function isIndented({ line }: JudgedLine, lines: readonly JudgedLine[]): boolean {
  const near = lines.filter(
    (other) =>
      other.line !== line &&
      other.letters > WORDS_SHARE * other.tokens.length &&
      other.letters > 10 &&
      Math.abs(other.line.baselineY - line.baselineY) < 4 * line.sizePt &&
      other.line.xMin < line.xMax &&
      other.line.xMax > line.xMin,
  );
  return near.length > 0 && near.every((other) => line.xMin - other.line.xMin > INDENT_EM * line.sizePt);
}

/** How far above and below its baseline a line of text has parts of its formulas, in ems. */
const ABOVE_EM = 1;
const BELOW_EM = 0.7;

function isPartOf({ line, ink }: JudgedLine, { line: host }: JudgedLine): boolean {
  const rise = (host.baselineY - line.baselineY) / host.sizePt;
  const isBeside = line.xMin < host.xMax + host.sizePt && line.xMax > host.xMin - host.sizePt;
  const middle = (ink.yMin + ink.yMax) / 2;
  const isLevel = middle > host.baselineY - ABOVE_EM * host.sizePt && middle < host.baselineY + 0.4 * host.sizePt;
  return isBeside && isLevel && rise < ABOVE_EM && rise > -BELOW_EM;
}

/** The greatest distances between parts of one displayed formula, in ems. */
const APART_Y_EM = 1.1;
/** The greatest number of lines of a page that are looked at as parts of displayed formulas. */
const MOST_LINES = 1500;

function together(lines: readonly JudgedLine[], around: Around): JudgedLine[][] {
  if (lines.length > MOST_LINES) {
    return [];
  }
  const zones: JudgedLine[][] = [];
  for (const own of lines.toSorted((a, b) => a.ink.yMin - b.ink.yMin)) {
    const near = zones.filter((zone) => zone.some((other) => areTogether(own, other, around)));
    const [first, ...others] = near;
    if (first === undefined) {
      zones.push([own]);
      continue;
    }
    first.push(own);
    for (const other of others) {
      first.push(...other);
      zones.splice(zones.indexOf(other), 1);
    }
  }
  return zones;
}

function areTogether(a: JudgedLine, b: JudgedLine, around: Around): boolean {
  const [upper, lower] = a.ink.yMin < b.ink.yMin ? [a, b] : [b, a];
  const sizePt = Math.max(a.line.sizePt, b.line.sizePt);
  if (lower.ink.yMin - upper.ink.yMax > APART_Y_EM * sizePt) {
    return false;
  }
  const gap = Math.max(a.ink.xMin - b.ink.xMax, b.ink.xMin - a.ink.xMax);
  const x = (Math.max(a.ink.xMin, b.ink.xMin) + Math.min(a.ink.xMax, b.ink.xMax)) / 2;
  const isParted = (): boolean =>
    around.texts
      .between(upper.ink.yMax, lower.ink.yMin + 0.5 * around.greatestSizePt)
      .some(
        ({ line }) =>
          line.baselineY - 0.5 * line.sizePt < lower.ink.yMin &&
          line.xMin < Math.max(a.ink.xMax, b.ink.xMax) &&
          line.xMax > Math.min(a.ink.xMin, b.ink.xMin),
      );
  return (gap < sizePt || isCrossed(x, (upper.ink.yMin + upper.ink.yMax) / 2, around)) && !isParted();
}

/** The number of lines of text above and below a place that show whether a gutter between columns is there. */
const LINES_AROUND = 5;

/** Returns whether a line of text near a place goes across it: then no gutter between columns is there. */
function isCrossed(x: number, y: number, { long }: Around): boolean {
  return long
    .nearest(y, 2 * LINES_AROUND)
    .some(({ line }) => line.xMin < x - line.sizePt && line.xMax > x + line.sizePt);
}

/** The greatest thickness of a bar, in points, and the least length. */
const THICKEST_PT = 1.6;
const SHORTEST_PT = 2;

/** Returns the horizontal rules within a box, which may be bars of a formula. */
export const barsWithin = (rules: readonly Rule[], box: Box): Rule[] =>
  rules.filter(
    ({ xMin, xMax, yMin, yMax }) =>
      xMax - xMin > SHORTEST_PT &&
      yMax - yMin < THICKEST_PT &&
      xMax - xMin > 2 * (yMax - yMin) &&
      (xMin + xMax) / 2 > box.xMin &&
      (xMin + xMax) / 2 < box.xMax &&
      yMin > box.yMin - 2 &&
      yMax < box.yMax + 2,
  );
