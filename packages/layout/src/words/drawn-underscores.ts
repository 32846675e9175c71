import type { PageContent } from "../content.ts";
import { heightOf, widthOf } from "../geometry/boxes.ts";
import { firstFrom } from "../geometry/statistics.ts";
import type { Line, Word } from "../words.ts";

/*
 * Underscores that are drawn. TeX's first text encoding (OT1) has none, and LaTeX draws a short rule for it: without the
 * underscore, names of code fall apart into words.
 */

type Rule = PageContent["rules"][number];

/** The least and the greatest width of the rule, in ems; LaTeX draws 0.3. */
const LEAST_WIDTH_EM = 0.2;
const MOST_WIDTH_EM = 0.7;
const MOST_HEIGHT_EM = 0.1;
/** How far above and below the baseline the rule stands at most, in ems. */
const ABOVE_EM = 0.06;
const BELOW_EM = 0.25;
/** The white that it leaves beside the letters at most, in ems. */
const BESIDE_EM = 0.13;
/** The size of the largest type whose underscores are looked for, in points. */
const MOST_SIZE_PT = 40;

/**
 * Returns lines where a rule that fills the gap between two words is an underscore, which makes them one. A rule under
 * the letters beside it too is a line that underlines them.
 */
export function withDrawnUnderscores(lines: readonly Line[], rules: readonly Rule[]): readonly Line[] {
  const isShort = (rule: Rule): boolean => widthOf(rule) < MOST_WIDTH_EM * MOST_SIZE_PT;
  const level = rules
    .filter((rule) => heightOf(rule) < MOST_HEIGHT_EM * MOST_SIZE_PT)
    .toSorted((a, b) => a.yMin - b.yMin);
  if (!level.some(isShort)) {
    return lines;
  }
  const tops = level.map(({ yMin }) => yMin);
  return lines.map((line) => {
    const { baselineY, sizePt, rotation } = line;
    const from = firstFrom(tops, baselineY - ABOVE_EM * sizePt);
    const to = firstFrom(tops, baselineY + BELOW_EM * sizePt);
    return rotation !== 0 || from === to ? line : { ...line, words: withUnderscores(line, level.slice(from, to)) };
  });
}

function withUnderscores({ words, sizePt }: Line, rules: readonly Rule[]): readonly Word[] {
  const own = rules.filter(
    (rule) =>
      widthOf(rule) >= LEAST_WIDTH_EM * sizePt &&
      widthOf(rule) <= MOST_WIDTH_EM * sizePt &&
      heightOf(rule) <= MOST_HEIGHT_EM * sizePt,
  );
  const isUnder = (rule: Rule, { xMin, xMax }: Word): boolean =>
    Math.min(rule.xMax, xMax) - Math.max(rule.xMin, xMin) > BESIDE_EM * sizePt;
  const fills = (left: Word | undefined, right: Word | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    own.some(
      ({ xMin, xMax }) =>
        Math.abs(xMin - left.xMax) <= BESIDE_EM * sizePt && Math.abs(right.xMin - xMax) <= BESIDE_EM * sizePt,
    ) &&
    !rules.some((rule) => isUnder(rule, left) || isUnder(rule, right));
  return own.length === 0
    ? words
    : words.map((word, index) => ({
        ...word,
        ...(fills(word, words[index + 1]) && { text: `${word.text}_` }),
        ...(fills(words[index - 1], word) && { isJoined: true }),
      }));
}
