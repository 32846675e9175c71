import type { CompositeEncoding, Font, FontProgram } from "@quire/fonts";
import type { GlyphFacts } from "./glyph-facts.ts";

/** The fonts and glyphs that are shown; a font that resources merely list is left out. */
export interface FontSubjects {
  /** A font that strings are shown in, once; after a composite font, its CIDFont. */
  readonly font: ShownFont;
  /** A character code of a font that is shown, once. */
  readonly glyph: ShownGlyph;
  /** An ActualText of a structure element or of marked content. */
  readonly "actual-text": Uint8Array;
}

export interface ShownFont {
  readonly font: Font;
  /** Whether anything is shown in a rendering mode other than 3, which draws nothing. */
  readonly isRendered: boolean;
  /** The program of a simple font or CIDFont; undefined where there is none, or none that can be read. */
  readonly program: FontProgram | undefined;
  /** The reason why an embedded program cannot be read. */
  readonly programProblem: string | undefined;
  /** The codes that are shown with the font, each once. */
  readonly glyphs: readonly GlyphFacts[];
  /** The encoding of a composite font. */
  readonly encoding: CompositeEncoding | undefined;
}

export interface ShownGlyph {
  readonly font: Font;
  readonly facts: GlyphFacts;
  readonly isRendered: boolean;
  /** Whether each of its occurrences has an ActualText. */
  readonly hasActualText: boolean;
}
