import { distance } from "fastest-levenshtein";

/**
 * The characters of a word that may be wrong for another word to be proposed in its place: a share of them, and at least
 * as many as two exchanged letters make.
 */
const MAX_WRONG_SHARE = 0.4;
const ALWAYS_ALLOWED = 2;

/**
 * Returns the known word that `word` was probably meant to be: the one that the fewest changed characters lead to, in
 * any case. Undefined when none is near.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: { readonly candidate: string; readonly changes: number } | undefined;
  for (const candidate of known) {
    const changes = distance(wanted, candidate.toLowerCase());
    const length = Math.max(wanted.length, candidate.length);
    const isNear = changes < length - 1 && changes <= Math.max(ALWAYS_ALLOWED, MAX_WRONG_SHARE * length);
    if (isNear && changes < (best?.changes ?? Number.POSITIVE_INFINITY)) {
      best = { candidate, changes };
    }
  }
  return best?.candidate;
}
