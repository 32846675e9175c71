import type { CompositeEncoding, Font, FontProgram } from "@quire/fonts";
import type { GlyphFacts } from "./glyph-facts.ts";

/** Reads the characters that a string shows, and the facts that the font has of them. */
export interface GlyphReader {
  /** The embedded program; undefined where there is none, or none that can be read. */
  readonly program: FontProgram | undefined;
  /** The reason why an embedded program cannot be read. */
  readonly programProblem?: string | undefined;
  /** The CIDFont of a composite font. */
  readonly cidFont?: Font | undefined;
  readonly encoding?: CompositeEncoding | undefined;
  /** Splits a string into its codes; undefined for simple fonts, where each byte is a code. */
  readonly eachCode?: ((bytes: Uint8Array, each: (code: number, lengthBytes: number) => void) => void) | undefined;
  factsOf(code: number, lengthBytes: number): GlyphFacts;
}

export const hexCode = (code: number, lengthBytes: number): string =>
  code
    .toString(16)
    .toUpperCase()
    .padStart(2 * lengthBytes, "0");
