import { lazy } from "../encodings/code-table.ts";
import { dingbatUnicodeOf, listedNamesOf, unicodeOfGlyphName } from "../encodings/glyph-unicode.ts";
import { hebrewTextOf } from "./hebrew-glyph-names.ts";
import { isPrivate } from "./plausible-text.ts";
import { texUnicodeOf } from "./tex-glyph-names.ts";

/**
 * Returns the text that a glyph name stands for: by TeX's names and the Adobe Glyph List Specification, then as a name of
 * its script (`memfinal`, `beh-ar`), and then by the name without what tells a form of the letter (`Asmall`,
 * `oneoldstyle`, `parenleftBigg`, `summationdisplay`). Returns undefined for a name that says nothing, such as `g23`.
 */
export function textOfGlyphName(name: string, { isDingbats = false } = {}): string | undefined {
  const dingbat = isDingbats ? dingbatUnicodeOf(name) : undefined;
  return dingbat ?? textOfWholeName(name) ?? textOfScript(name) ?? textOfForm(name);
}

function textOfWholeName(name: string): string | undefined {
  const text = texUnicodeOf(name) ?? unicodeOfGlyphName(name);
  return text === undefined || isPrivate(text) ? undefined : text;
}

/** The scripts that the names of some font editors have at their end (`Be-cy`), as the Adobe Glyph List has them. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["hb", "hebrew"],
  ["ar", "arabic"],
  ["cy", "cyrillic"],
]);

function textOfScript(name: string): string | undefined {
  const [base = ""] = name.split(".", 1);
  const [stem = "", tag] = base.split("-", 2);
  const script = tag === undefined ? undefined : SCRIPTS.get(tag);
  if (tag !== undefined && script === undefined) {
    return undefined;
  }
  const listed = script && (textOfWholeName(`${stem}${script}`) ?? textOfWholeName(`${stem.toLowerCase()}${script}`));
  return listed ?? (script === undefined || tag === "hb" ? hebrewTextOf(stem) : undefined);
}

/**
 * Matches the endings that tell the form of a glyph: of Adobe's expert sets, of sizes in TeX's extension fonts (counted
 * in some), of signs of a text font that formulas have.
 */
const FORM =
  /^(.+?)(?:small|oldstyle|superior|inferior|fitted|lining|(?:big|Big)g?\d?|text|math|display|wide(?:r|st)?|alt|swash)$/;

function textOfForm(name: string): string | undefined {
  const [base = ""] = name.split(".", 1);
  const [, stem = ""] = FORM.exec(base) ?? [];
  if (stem === "") {
    return undefined;
  }
  const text = textOfWholeName(stem) ?? textOfWholeName(stem.toLowerCase());
  // Small capitals stand where the text has small letters; those of Adobe's sets are named by capitals.
  return base.endsWith("small") ? text?.toLowerCase() : text;
}

/**
 * Returns the text of a code point that Adobe assigned in the private use area, for glyphs such as small capitals and
 * pieces of large brackets (F6BE to F8FF); undefined for any other.
 */
export const textOfAdobePrivate = (codePoint: number): string | undefined => adobePrivate().get(codePoint);

const FIRST_OF_ADOBE = 0xf600;
const LAST_OF_ADOBE = 0xf8ff;

const adobePrivate = lazy(() => {
  const texts = new Map<number, string>();
  for (const [name, text] of listedNamesOf()) {
    const codePoint = text.codePointAt(0) ?? 0;
    const meant =
      codePoint >= FIRST_OF_ADOBE && codePoint <= LAST_OF_ADOBE ? (texUnicodeOf(name) ?? textOfForm(name)) : undefined;
    if (meant !== undefined) {
      texts.set(codePoint, meant);
    }
  }
  return texts;
});
