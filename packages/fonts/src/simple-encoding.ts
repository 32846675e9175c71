import { Dict, type Dict as FontDict, Name, resolve } from "@quire/cos";
import { type Encoding, encodingNamed } from "./encodings/encodings.ts";

/** The Encoding of a simple font (ISO 32000-2, 9.6.5). */
export interface SimpleEncoding {
  /** The value of Encoding, or of its BaseEncoding. */
  readonly base: string | undefined;
  /** The glyph names of `base` by code; undefined where it is none that Encoding may name. */
  readonly names: Encoding | undefined;
  /** The glyph names by code that an encoding dictionary's Differences give; undefined without Differences. */
  readonly differences: ReadonlyMap<number, string> | undefined;
  readonly isPresent: boolean;
}

export function simpleEncodingOf(font: FontDict): SimpleEncoding {
  const encoding = font.get("Encoding");
  if (encoding instanceof Name) {
    return { base: encoding.value, names: namesOf(encoding.value), differences: undefined, isPresent: true };
  }
  if (encoding instanceof Dict) {
    const base = encoding.name("BaseEncoding");
    return { base, names: namesOf(base), differences: differencesOf(encoding), isPresent: true };
  }
  return { base: undefined, names: undefined, differences: undefined, isPresent: encoding !== null };
}

/**
 * The names that are accepted as base encodings. Table 112 does not allow StandardEncoding, but writers name it, and
 * mean it.
 */
const BASES: ReadonlySet<string> = new Set([
  "MacRomanEncoding",
  "MacExpertEncoding",
  "WinAnsiEncoding",
  "StandardEncoding",
]);

const namesOf = (base: string | undefined): Encoding | undefined =>
  BASES.has(base ?? "") ? encodingNamed(base) : undefined;

/** Reads Differences (table 112): codes, each followed by its name and the names of the codes after it. */
function differencesOf(encoding: Dict): ReadonlyMap<number, string> | undefined {
  const array = encoding.array("Differences");
  if (array === undefined) {
    return undefined;
  }
  const names = new Map<number, string>();
  let code = 0;
  for (const element of array) {
    const value = resolve(element);
    if (typeof value === "number") {
      code = value;
    } else if (value instanceof Name) {
      names.set(code, value.value);
      code += 1;
    }
  }
  return names;
}
