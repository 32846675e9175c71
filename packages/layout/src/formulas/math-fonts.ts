import type { Font } from "../content.ts";
import type { Alphabet } from "./nodes.ts";

/* Fonts of mathematics, which are known by their names: TeX's, those of OpenType with a MATH table, and older ones. */

interface MathFont {
  /** The alphabet that letters of the font are of. */
  readonly alphabet: Alphabet;
}

const FONTS: readonly (readonly [RegExp, Alphabet])[] = [
  [/^(?:cm|lm|ec)?(?:mmib|mib|bmi)\d|^lmmathitalic\d+-bold|^(?:rtx|tx|ntx|px|rpx|fut|zpl)bmi/i, "boldItalic"],
  [
    /^cmmi|^lmmathitalic|^(?:rtx|tx|t1x|ntx|newtx|px|rpx|zpl|npx|fut|ptm|mt2?)mia?\d*|^mtmi|^newtxmi|^eccmmi/i,
    "italic",
  ],
  [/^(?:fplm|pazomath|mathpazo)/i, "italic"],
  [/^(?:cmbsy|lmmathsymbols\d+-bold)/i, "calligraphic"],
  [/^(?:cmsy|lmmathsymbols|(?:rtx|tx|ntx|px|rpx|fut|mt)sy|newtxsy|mtsyn)/i, "calligraphic"],
  [/^(?:cmex|lmmathextension|(?:rtx|tx|ntx|px|rpx|fut|eu|mt)exa?\d*|mtex|esint|wasy|stmary|lasy)/i, "italic"],
  [/^(?:msam|txsya|pxsya|txsyc|pxsyc|mnsymbol)/i, "blackboard"],
  [/^(?:msbm|dsrom|dsss|bbm|bbold|txsyb|pxsyb)/i, "blackboard"],
  [/^(?:eufm|eufb)/i, "fraktur"],
  [/^(?:eusm|eusb|rsfs|urwchancal)/i, "script"],
  [/^(?:eurm|eurb)/i, "roman"],
  [/mathematicalpi|^math(?:ext|sym|pack)|^symbol(?:mt|ps|neu)?(?:$|[-,])|^standardsymbols|^mathtechnical/i, "roman"],
  [/math(?:$|[-,])|^latinmodernmath|^(?:stix|xits)(?:two)?math|cambriamath|^asanamath/i, "roman"],
];

const known = new Map<string, MathFont | undefined>();
/** The greatest number of names that are remembered; documents make up any number of them. */
const MOST_NAMES = 2000;

/** Returns what is known of a font of mathematics by its name; undefined for any other font. */
export function mathFontOf({ name }: Font): MathFont | undefined {
  if (known.has(name)) {
    return known.get(name);
  }
  if (known.size > MOST_NAMES) {
    known.clear();
  }
  const bare = name.replaceAll(/[\s_]/g, "");
  const found = FONTS.find(([pattern]) => pattern.test(bare));
  const font = found && { alphabet: found[1] };
  known.set(name, font);
  return font;
}

const BOLD = /bold|^(?:cm|ec|sf|lm)(?:bx|b)\d|^lmroman(?:demi|\d+-bold)|^cmssbx/i;
const ITALIC = /italic|oblique|^(?:cm|ec|sf)(?:ti|sl|bxti)\d/i;
const SANS = /^(?:cmss|lmsans|sfss|ecss)/i;

/** Returns the alphabet that letters of a font for text are of when they stand in a formula. */
export function alphabetOfText({ name, isItalic, isFixedPitch, weight }: Font): Alphabet {
  if (isFixedPitch) {
    return "mono";
  }
  const isBold = weight >= 600 || BOLD.test(name);
  if (isItalic || ITALIC.test(name)) {
    return isBold ? "boldItalic" : "italic";
  }
  return isBold ? "bold" : SANS.test(name) ? "sans" : "roman";
}
