import { readFileSync, writeFileSync } from "node:fs";
import { checkSync } from "recheck";

/*
 * How the time that a pattern takes grows with the text. Judging all patterns takes minutes, so verdicts are kept in
 * pattern-verdicts.json, which is committed; a pattern that is not there is judged when it is seen, and added.
 */

const KEPT = new URL("pattern-verdicts.json", import.meta.url);
const JUDGED_WITHIN_MS = 20_000;
/** A repetition of at most this many is bounded: it multiplies the time by no more. */
const MAX_BOUND = 64;
const LINEAR = "is linear";

const kept = new Map<string, string>(
  Object.entries(Object(JSON.parse(readFileSync(KEPT, "utf8")))).map(([pattern, verdict]) => [
    pattern,
    String(verdict),
  ]),
);

/** Returns why the time that a pattern takes is not known to be in proportion to the text; undefined when it is. */
export function whyNotLinear(source: string, flags: string): string | undefined {
  if (!repeatsWithoutBound(source)) {
    return undefined;
  }
  const written = `/${source}/${flags}`;
  let verdict = kept.get(written);
  if (verdict === undefined) {
    verdict = judge(source, flags);
    kept.set(written, verdict);
    const sorted = Object.fromEntries([...kept].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    writeFileSync(KEPT, `${JSON.stringify(sorted, undefined, 2)}\n`);
  }
  return verdict === LINEAR ? undefined : verdict;
}

function judge(source: string, flags: string): string {
  // The sets of the flag `v` are judged as those of `u`.
  const diagnostics = checkSync(source, flags.replace("v", "u"), { timeout: JUDGED_WITHIN_MS });
  switch (diagnostics.status) {
    case "safe":
      return LINEAR;
    case "vulnerable":
      return `takes ${diagnostics.complexity.type} time`;
    case "unknown":
      return "is not known to be linear";
  }
}

/** Returns whether a pattern has a repetition without a bound, or with a large one; any other is linear. */
function repeatsWithoutBound(source: string): boolean {
  const outsideClasses = source.replace(/\\[^]|\[(?:[^\]\\]|\\[^])*\]/g, "x");
  return /[*+]|\{\d*,\}/.test(outsideClasses) || hasLargeBound(outsideClasses);
}

const hasLargeBound = (pattern: string): boolean =>
  [...pattern.matchAll(/\{\d+,(\d+)\}/g)].some(([, most]) => Number(most) > MAX_BOUND);
