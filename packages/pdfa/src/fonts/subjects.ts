import type { CompositeEncoding } from "./composite-encoding.ts";
import type { Font } from "./font.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import type { FontProgram } from "./programs/font-program.ts";

/** Fonts and glyphs that are shown: a font that resources merely list is none. */
export interface FontSubjects {
  /** A font that strings are shown in, once, and after a composite font its CIDFont. */
  readonly font: ShownFont;
  /** A character code of a font that is shown, once each. */
  readonly glyph: ShownGlyph;
  /** An ActualText of a structure element or of marked content. */
  readonly "actual-text": Uint8Array;
}

export interface ShownFont {
  readonly font: Font;
  /** Is anything shown in a rendering mode other than 3, which draws nothing? */
  readonly isRendered: boolean;
  /** Of a simple font or CIDFont; undefined where there is none, or none that can be read. */
  readonly program: FontProgram | undefined;
  /** Why a program that is there cannot be read. */
  readonly programProblem: string | undefined;
  /** What is shown with it, each code once. */
  readonly glyphs: readonly GlyphFacts[];
  /** Of a composite font. */
  readonly encoding: CompositeEncoding | undefined;
}

export interface ShownGlyph {
  readonly font: Font;
  readonly facts: GlyphFacts;
  readonly isRendered: boolean;
  /** Has each of its occurrences an ActualText? */
  readonly hasActualText: boolean;
}
