export * from "./fonts/index.ts";
/** PDF. */
export { EmbeddedFonts } from "./pdf/embedded-fonts.ts";
/** Text. */
export {
  type GlyphRun,
  type TextLine,
  type TypesetGlyph,
  type TypesetOptions,
  type TypesetText,
  typeset,
} from "./text/typeset.ts";
