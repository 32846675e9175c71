import type { CompositeEncoding } from "./composite-encoding.ts";
import type { Font } from "./font.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import type { FontProgram } from "./programs/font-program.ts";

/** Which characters a string shows, and what the font says of them. */
export interface GlyphReader {
  /** The embedded program; undefined where there is none, or none that can be read. */
  readonly program: FontProgram | undefined;
  /** Why a program that is there cannot be read. */
  readonly programProblem?: string | undefined;
  /** Of a composite font. */
  readonly cidFont?: Font | undefined;
  readonly encoding?: CompositeEncoding | undefined;
  eachCode(bytes: Uint8Array, each: (code: number, lengthBytes: number) => void): void;
  factsOf(code: number, lengthBytes: number): GlyphFacts;
}

/** The codes of a simple font. */
export function eachByte(bytes: Uint8Array, each: (code: number, lengthBytes: number) => void): void {
  for (const byte of bytes) {
    each(byte, 1);
  }
}

export const hexCode = (code: number, lengthBytes: number): string =>
  code
    .toString(16)
    .toUpperCase()
    .padStart(2 * lengthBytes, "0");
