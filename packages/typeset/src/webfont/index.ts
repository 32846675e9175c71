/** Fonts for pages of the web, and for PDF, made of outlines. */
export type { Contour, ContourStep, WebGlyph } from "./outline.ts";
export { type OutlineProgram, outlineProgram, type WebFontContent, webFont } from "./web-font.ts";
