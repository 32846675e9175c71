/** Fonts for pages of the web, made of outlines. */
export type { Contour, ContourStep, WebGlyph } from "./outline.ts";
export { type WebFontContent, webFont } from "./web-font.ts";
