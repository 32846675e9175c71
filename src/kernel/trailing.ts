/**
 * Returns a text without the repetitions of a character at its end. A pattern such as `/\/+$/` reads each run of the
 * character from each of its places, which takes time in proportion to the square of a run.
 * @param character of one code unit
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) {
    end -= 1;
  }
  return text.slice(0, end);
}
