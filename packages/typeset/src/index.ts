export * from "./fonts/index.ts";
/** PDF. */
export { EmbeddedFonts } from "./pdf/embedded-fonts.ts";
/** Text. */
export type { GlyphRun, TypesetGlyph } from "./text/glyph-run.ts";
export { type TextLine, type TypesetOptions, type TypesetText, typeset } from "./text/typeset.ts";
