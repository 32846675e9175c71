/** What a font says of one character code. */
export interface GlyphFacts {
  /** The bytes of the code, in hexadecimal: for messages. */
  readonly code: string;
  /** Of a composite font. */
  readonly cid: number | undefined;
  /** What the encoding or the program calls it, where it has a name. */
  readonly name: string | undefined;
  /** Does it lead to the .notdef glyph, by its name or by number? */
  readonly isNotdef: boolean;
  /** Has the program a glyph for it? Undefined where there is no program, or one that cannot be read. */
  readonly isPresent: boolean | undefined;
  readonly widthInDictionary: number | undefined;
  /** In the units of the dictionary; undefined where the program has none. */
  readonly widthInProgram: number | undefined;
  /** By ToUnicode, or else by what the flavour takes instead; undefined where there is none. */
  readonly unicode: string | undefined;
}

/** In words: `code <0041> (CID 65)`, `code <41> (/A)`. */
export function describe({ code, cid, name }: GlyphFacts): string {
  const what = [name === undefined ? undefined : `/${name}`, cid === undefined ? undefined : `CID ${cid}`];
  const known = what.filter((word) => word !== undefined).join(", ");
  return known === "" ? `code <${code}>` : `code <${code}> (${known})`;
}
