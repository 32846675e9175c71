/** The fonts of the machine, without what setting text needs. */
export { type CharacterMap, characterMapsOf } from "./character-map.ts";
export type { FontFace } from "./font-face.ts";
export { FONT_DIRECTORIES, fontFilesIn } from "./font-listing.ts";
export { InstalledFonts } from "./installed-fonts.ts";
