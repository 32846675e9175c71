export * from "./fonts/index.ts";
/** Embedding in PDF documents. */
export { EmbeddedFonts } from "./pdf/embedded-fonts.ts";
export { loadAhead } from "./pdf/subset.ts";
/** Setting text. */
export type { GlyphRun, TypesetGlyph } from "./text/glyph-run.ts";
export { type TextLine, type TypesetOptions, type TypesetText, typeset } from "./text/typeset.ts";
