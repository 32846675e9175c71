import type { Dict } from "@quire/cos";

/** The PostScript names of a family: regular, italic, bold, bold and italic. */
type Family = readonly [regular: string, italic: string, bold: string, boldItalic: string];

const SANS = family("NimbusSans", "Regular", "Italic", "Bold", "BoldItalic");
const NARROW = family("NimbusSansNarrow", "Regular", "Oblique", "Bold", "BoldOblique");
const SERIF = family("NimbusRoman", "Regular", "Italic", "Bold", "BoldItalic");
const MONO = family("NimbusMonoPS", "Regular", "Italic", "Bold", "BoldItalic");

function family(name: string, ...styles: Family): Family {
  const [regular, italic, bold, boldItalic] = styles;
  return [`${name}-${regular}`, `${name}-${italic}`, `${name}-${bold}`, `${name}-${boldItalic}`];
}

const alone = (name: string): Family => [name, name, name, name];

/** The families of the same widths, by the names that documents have, without spaces and styles, in lower case. */
const FAMILIES: Readonly<Record<string, Family>> = {
  arial: SANS,
  arialmt: SANS,
  helvetica: SANS,
  arialnarrow: NARROW,
  helveticanarrow: NARROW,
  times: SERIF,
  timesroman: SERIF,
  timesnewroman: SERIF,
  timesnewromanps: SERIF,
  timesnewromanpsmt: SERIF,
  courier: MONO,
  couriernew: MONO,
  couriernewps: MONO,
  couriernewpsmt: MONO,
  symbol: alone("StandardSymbolsPS"),
  zapfdingbats: alone("D050000L"),
  palatino: family("P052", "Roman", "Italic", "Bold", "BoldItalic"),
  bookman: family("URWBookman", "Light", "LightItalic", "Demi", "DemiItalic"),
  newcenturyschlbk: family("C059", "Roman", "Italic", "Bold", "BdIta"),
  avantgarde: family("URWGothic", "Book", "BookOblique", "Demi", "DemiOblique"),
  zapfchancery: alone("Z003-MediumItalic"),
};

const STYLE = /bold|black|heavy|demi|italic|oblique|regular/;
const ITALIC = /italic|oblique/;
const BOLD = /bold|black|heavy|demi/;
/** The Italic and ForceBold flags of descriptors (ISO 32000-2, table 121). */
const ITALIC_FLAG = 1 << 6;
const FORCE_BOLD_FLAG = 1 << 18;

/** Returns the PostScript name of the font whose widths a font has by its name; undefined where none is known. */
export function substituteName(baseFont: string, descriptor: Dict | undefined): string | undefined {
  const name = baseFont
    .replace(/^[A-Z]{6}\+/, "")
    .replaceAll(/[\s_]/g, "")
    .toLowerCase();
  const [start = "", ...rest] = name.split(/[-,]/);
  const found = FAMILIES[start] ?? FAMILIES[start.split(STYLE, 1)[0] ?? ""];
  if (found === undefined) {
    return undefined;
  }
  const style = FAMILIES[start] === undefined ? name : rest.join("");
  const flags = descriptor?.integer("Flags") ?? 0;
  const isItalic = ITALIC.test(style) || (flags & ITALIC_FLAG) !== 0;
  const isBold = BOLD.test(style) || (flags & FORCE_BOLD_FLAG) !== 0;
  return found[(isItalic ? 1 : 0) + (isBold ? 2 : 0)];
}
