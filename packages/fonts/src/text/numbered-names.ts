/** Matches a name that is a number after a few letters: `a65`, `C0041`, `G41`, `glyph12`. */
const NUMBERED = /^([A-Za-z]{1,6}?)([0-9A-Fa-f]{1,4})$/;
/** The letters before numbers that count glyphs of the program. */
const INDEX_PREFIX = /^(?:g|gid|GID|cid|CID|glyph|index)$/;

const FIRST_PRINTABLE = 0x20;
const LAST_OF_BYTE = 0xff;

/**
 * Returns the character codes that the names of a font stand for, where these are numbers of a scheme: the same letters
 * and a number that is a printable code in all of them, decimal or, where only that fits, hexadecimal. Returns
 * undefined where the names have no such scheme.
 * @param names the glyph names that no list has
 */
export function numberedCodes(names: Iterable<string>): ((name: string) => number | undefined) | undefined {
  const parts = Array.from(names, (name) => NUMBERED.exec(name));
  const [prefix] = parts.map((part) => part?.[1]);
  if (prefix === undefined || INDEX_PREFIX.test(prefix) || parts.some((part) => part?.[1] !== prefix)) {
    return undefined;
  }
  // Two digits after `G` are hexadecimal wherever they are known.
  const isHexadecimal = prefix === "G" && parts.every((part) => part?.[2]?.length === 2);
  for (const radix of isHexadecimal ? [16] : [10, 16]) {
    const codeIn = (digits: string | undefined): number =>
      digits === undefined || (radix === 10 && /[A-F]/i.test(digits)) ? Number.NaN : Number.parseInt(digits, radix);
    if (parts.every((part) => isPrintable(codeIn(part?.[2])))) {
      return (name) => {
        const [, own, digits] = NUMBERED.exec(name) ?? [];
        return own === prefix ? codeIn(digits) : undefined;
      };
    }
  }
  return undefined;
}

const isPrintable = (code: number): boolean => code >= FIRST_PRINTABLE && code <= LAST_OF_BYTE;

/** Returns the glyph index that a name such as `g12` or `cid00012` counts; undefined for any other name. */
export function numberedGlyph(name: string): number | undefined {
  const [, prefix = "", digits = ""] = /^([A-Za-z]{1,5})(\d{1,5})$/.exec(name) ?? [];
  return INDEX_PREFIX.test(prefix) ? Number.parseInt(digits, 10) : undefined;
}
