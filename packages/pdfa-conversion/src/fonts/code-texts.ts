import type { Bounds, Dict } from "@quire/cos";
import { fontText } from "@quire/fonts";
import type { CodeText } from "./to-unicode.ts";

const LAST_SIMPLE_CODE = 0xff;
const LAST_CODE = 0xffff;
const LIGATURES = /[\ufb00-\ufb06]/g;
/** Values that mean nothing (6.2.11.7.2). */
const MEANINGLESS = ["\0", "\ufeff", "\ufffe"];

/** Returns the texts of a font's codes, of two bytes in a composite font, by all that the font says. */
export function codeTexts(dict: Dict, bounds: Bounds): readonly CodeText[] {
  const font = fontText(dict, bounds);
  const isComposite = dict.name("Subtype") === "Type0";
  const texts: CodeText[] = [];
  for (let code = 0; code <= (isComposite ? LAST_CODE : LAST_SIMPLE_CODE); code++) {
    bounds.step();
    // A reader that is given a ligature shows it, and one that finds it by itself its letters.
    const text = font.textOf(code)?.replaceAll(LIGATURES, (ligature) => ligature.normalize("NFKC"));
    if (text !== undefined && text !== "" && !MEANINGLESS.some((value) => text.includes(value))) {
      texts.push({ code, lengthBytes: isComposite ? 2 : 1, text });
    }
  }
  return texts;
}
