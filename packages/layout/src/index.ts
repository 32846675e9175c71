export type * from "./blocks.ts";
export type * from "./content.ts";
export { GLYPH } from "./content.ts";
export { type LayoutOptions, layOut } from "./lay-out.ts";
