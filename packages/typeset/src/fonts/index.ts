/** The fonts of the machine, without what it takes to set text. */
export { type CharacterMap, characterMapsOf } from "./character-map.ts";
export type { FontFace } from "./font-face.ts";
export { FONT_DIRECTORIES, fontFilesIn } from "./font-listing.ts";
export { InstalledFonts } from "./installed-fonts.ts";
