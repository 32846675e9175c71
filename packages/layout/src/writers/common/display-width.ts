/** East Asian wide characters and pictures (UAX #11), roughly: each takes two cells of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROW = /[\p{M}\p{Cf}]/u;
const ONE_CELL_EACH =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20cf]*$/;

/** Returns the cells that a text takes on a terminal: none, one or two for each character. */
export function displayWidth(text: string): number {
  if (ONE_CELL_EACH.test(text)) {
    return text.length;
  }
  let width = 0;
  for (const character of text) {
    width += WIDE.test(character) ? 2 : NARROW.test(character) ? 0 : 1;
  }
  return width;
}

export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));
