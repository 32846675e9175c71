/** The facts that a font has of one character code. */
export interface GlyphFacts {
  /** The bytes of the code, in hexadecimal, for messages. */
  readonly code: string;
  /** The CID of a code of a composite font. */
  readonly cid: number | undefined;
  /** The glyph's name in the encoding or the program, where it has one. */
  readonly name: string | undefined;
  /** Whether the code leads to the .notdef glyph, by its name or by number. */
  readonly isNotdef: boolean;
  /** Whether the program has a glyph for the code; undefined where there is no program, or one that cannot be read. */
  readonly isPresent: boolean | undefined;
  readonly widthInDictionary: number | undefined;
  /** The width in the units of the dictionary; undefined where the program has none. */
  readonly widthInProgram: number | undefined;
  /** The text by ToUnicode, or else by what the flavour accepts instead; undefined where there is none. */
  readonly unicode: string | undefined;
}

/** Describes a code for messages: `code <0041> (CID 65)`, `code <41> (/A)`. */
export function describe({ code, cid, name }: GlyphFacts): string {
  const what = [name === undefined ? undefined : `/${name}`, cid === undefined ? undefined : `CID ${cid}`];
  const known = what.filter((word) => word !== undefined).join(", ");
  return known === "" ? `code <${code}>` : `code <${code}> (${known})`;
}
