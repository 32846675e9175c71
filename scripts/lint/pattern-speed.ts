import { readFileSync, writeFileSync } from "node:fs";
import { checkSync } from "recheck";

/*
 * How the time that a pattern takes grows with the text. Judging all patterns takes minutes, so those that were found
 * linear are kept in linear-patterns.json, which is committed; a pattern that is not there is judged when it is seen, and
 * kept there if it is linear.
 */

const KEPT = new URL("linear-patterns.json", import.meta.url);
const JUDGED_WITHIN_MS = 20_000;
/** A repetition of at most this many is bounded: it multiplies the time by no more. */
const MAX_BOUND = 64;

export type Verdict = { readonly isLinear: true } | { readonly isLinear: false; readonly reason: string };

const kept = new Set<string>(stringsOf(JSON.parse(readFileSync(KEPT, "utf8"))));

/** Returns whether the time that a pattern takes is in proportion to the text at most, and why it is not. */
export function speedOf(source: string, flags: string): Verdict {
  const written = `/${source}/${flags}`;
  if (!repeatsWithoutBound(source) || kept.has(written)) {
    return { isLinear: true };
  }
  const verdict = judge(source, flags);
  if (verdict.isLinear) {
    kept.add(written);
    writeFileSync(KEPT, `${JSON.stringify([...kept].toSorted(), undefined, 2)}\n`);
  }
  return verdict;
}

function judge(source: string, flags: string): Verdict {
  // The sets of the flag `v` are judged as those of `u`.
  const { status, complexity, attack } = checkSync(source, flags.replace("v", "u"), { timeout: JUDGED_WITHIN_MS });
  switch (status) {
    case "safe":
      return { isLinear: true };
    case "vulnerable":
      return { isLinear: false, reason: `takes ${complexity.summary} time, for example on ${attack.pattern}` };
    case "unknown":
      return { isLinear: false, reason: `is not known to be linear: it could not be judged in ${JUDGED_WITHIN_MS} ms` };
  }
}

/** Returns whether a pattern has a repetition without a bound, or with a large one; any other is linear. */
export function repeatsWithoutBound(source: string): boolean {
  const outsideClasses = source.replace(/\\[^]|\[(?:[^\]\\]|\\[^])*\]/g, "x");
  return /[*+]|\{\d*,\}/.test(outsideClasses) || hasLargeBound(outsideClasses);
}

const hasLargeBound = (pattern: string): boolean =>
  [...pattern.matchAll(/\{\d+,(\d+)\}/g)].some(([, most]) => Number(most) > MAX_BOUND);

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
