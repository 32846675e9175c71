import { type Dict, Dict as Dictionary, resolve, type Stream } from "@quire/cos";

/** The kind of a font, by the Subtype of its dictionary (ISO 32000-2, tables 108 and 115). */
export type FontKind = "type1" | "truetype" | "type3" | "composite" | "cid" | "other";

const KINDS: ReadonlyMap<string | undefined, FontKind> = new Map([
  ["Type1", "type1"],
  ["MMType1", "type1"],
  ["TrueType", "truetype"],
  ["Type3", "type3"],
  ["Type0", "composite"],
  ["CIDFontType0", "cid"],
  ["CIDFontType2", "cid"],
]);

/** Returns whether a Subtype is that of a font (ISO 32000-2, tables 108 and 115). */
export const isFontSubtype = (subtype: string | undefined): boolean => KINDS.has(subtype);

const FONT_FILE_KEYS = ["FontFile", "FontFile2", "FontFile3"] as const;
/** The Symbolic flag of font descriptors (ISO 32000-2, table 121). */
const SYMBOLIC_FLAG = 4;

/** The stream of a font program (ISO 32000-2, 9.9). */
export interface FontFile {
  readonly key: (typeof FONT_FILE_KEYS)[number];
  readonly stream: Stream;
  /** The Subtype of the stream: `Type1C`, `CIDFontType0C`, `OpenType`. */
  readonly subtype: string | undefined;
}

/** A font as its dictionary describes it (ISO 32000-2, 9.5 to 9.8), without its program. */
export class Font {
  readonly dict: Dict;
  readonly kind: FontKind;
  readonly subtype: string | undefined;
  readonly baseFont: string | undefined;
  readonly descriptor: Dict | undefined;
  readonly fontFile: FontFile | undefined;

  /** The font of a dictionary; `kind` where something else than its Subtype decides what it is. */
  constructor(dict: Dict, kind?: FontKind) {
    this.dict = dict;
    this.subtype = dict.name("Subtype");
    this.kind = kind ?? KINDS.get(this.subtype) ?? "other";
    this.baseFont = dict.name("BaseFont");
    this.descriptor = dict.dict("FontDescriptor");
    this.fontFile = fontFileOf(this.descriptor);
  }

  /** The name of the font in messages. */
  get label(): string {
    return this.baseFont ?? this.dict.name("Name") ?? `unnamed ${this.subtype ?? "font"}`;
  }

  /** Whether character codes have a single byte (9.6). */
  get isSimple(): boolean {
    return this.kind === "type1" || this.kind === "truetype" || this.kind === "type3";
  }

  /** Whether the name begins with six capital letters and a plus sign (9.9.2). */
  get isSubset(): boolean {
    return this.baseFont !== undefined && /^[A-Z]{6}\+/.test(this.baseFont);
  }

  /**
   * Whether it is one of the standard 14 fonts (9.6.2.2), whose program every reader has, and has no embedded program.
   */
  get isStandard14(): boolean {
    return (
      this.subtype === "Type1" &&
      this.fontFile === undefined &&
      this.baseFont !== undefined &&
      STANDARD_14_FONTS.has(this.baseFont)
    );
  }

  get isSymbolic(): boolean {
    return ((this.descriptor?.integer("Flags") ?? 0) & SYMBOLIC_FLAG) !== 0;
  }

  /** The only CIDFont of a composite font (9.7.6). */
  get descendantDict(): Dict | undefined {
    const descendant = resolve(this.dict.array("DescendantFonts")?.[0]);
    return descendant instanceof Dictionary ? descendant : undefined;
  }
}

function fontFileOf(descriptor: Dict | undefined): FontFile | undefined {
  for (const key of FONT_FILE_KEYS) {
    const stream = descriptor?.stream(key);
    if (stream !== undefined) {
      return { key, stream, subtype: stream.dict.name("Subtype") };
    }
  }
  return undefined;
}

const STANDARD_14_FONTS: ReadonlySet<string> = new Set([
  "Times-Roman",
  "Times-Bold",
  "Times-Italic",
  "Times-BoldItalic",
  "Helvetica",
  "Helvetica-Bold",
  "Helvetica-Oblique",
  "Helvetica-BoldOblique",
  "Courier",
  "Courier-Bold",
  "Courier-Oblique",
  "Courier-BoldOblique",
  "Symbol",
  "ZapfDingbats",
]);
