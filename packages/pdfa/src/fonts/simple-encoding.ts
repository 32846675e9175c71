import { Dict, type Dict as FontDict, Name, resolve } from "@quire/cos";
import { type Encoding, encodingNamed } from "./encodings/encodings.ts";

/** The Encoding of a simple font (ISO 32000-2, 9.6.5). */
export interface SimpleEncoding {
  /** The value of Encoding, or of its BaseEncoding. */
  readonly base: string | undefined;
  /** Glyph names of `base` by code; undefined where it is none that Encoding may name. */
  readonly names: Encoding | undefined;
  /** Of an encoding dictionary: glyph names by code. Undefined without Differences. */
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

/** StandardEncoding is none that table 112 allows, but writers name it, and mean what they say. */
const BASES: ReadonlySet<string> = new Set([
  "MacRomanEncoding",
  "MacExpertEncoding",
  "WinAnsiEncoding",
  "StandardEncoding",
]);

const namesOf = (base: string | undefined): Encoding | undefined =>
  BASES.has(base ?? "") ? encodingNamed(base) : undefined;

/** Table 112: codes, each followed by the names of itself and those after it. */
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
