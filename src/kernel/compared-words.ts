/* The words by which two readings of a page are compared. */

/** The scripts without spaces, whose words cannot be found without a dictionary: each of their characters is a word. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORDS = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}])+`, "gu");

/** Returns the words of a text: letters and digits in lower case, without accents, which OCR engines miss. */
export const comparedWords = (text: string): readonly string[] =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(WORDS) ?? [];

/**
 * Returns the share of `wanted`, each word as often as it comes, that is in `found`: 0 to 1; 1 where nothing is wanted.
 */
export function wordRecall(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) {
    left.set(word, (left.get(word) ?? 0) + 1);
  }
  let hits = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      hits += 1;
      left.set(word, count - 1);
    }
  }
  return wanted.length === 0 ? 1 : hits / wanted.length;
}
