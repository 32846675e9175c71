import { type Dict, isName, Name, Ref, resolve, Stream } from "@quire/cos";

/** A glyph description (ISO 32000-2, 9.6.4). */
export interface GlyphProcedure {
  readonly name: string;
  readonly stream: Stream;
  readonly object: number | undefined;
}

export const isType3 = (font: Dict): boolean => isName(font.get("Subtype"), "Type3");

/** Returns the glyph description of each of the 256 codes, by the /Differences of the font's encoding. */
export function glyphProcedures(font: Dict): readonly (GlyphProcedure | undefined)[] {
  const procedures: (GlyphProcedure | undefined)[] = Array.from({ length: CODES });
  const charProcs = font.dict("CharProcs");
  const differences = font.dict("Encoding")?.array("Differences") ?? [];
  let code = 0;
  for (const element of differences.slice(0, MAX_DIFFERENCES)) {
    const value = resolve(element);
    if (typeof value === "number") {
      code = value;
    } else if (value instanceof Name) {
      const raw = charProcs?.raw(value.value);
      const stream = resolve(raw);
      if (stream instanceof Stream && code >= 0 && code < CODES) {
        procedures[code] = { name: value.value, stream, object: raw instanceof Ref ? raw.number : undefined };
      }
      code++;
    }
  }
  return procedures;
}

const CODES = 256;
/**
 * The number of elements of /Differences that are read: several times a name for each code, each with a number before
 * it.
 */
const MAX_DIFFERENCES = 4096;
