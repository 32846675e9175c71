/** The fonts of the machine, without what setting text needs. */
export { type CharacterMap, characterMapsOf } from "./character-map.ts";
export { fallbackFamilies } from "./expected-families.ts";
export type { FontFace } from "./font-face.ts";
export { fontFilesIn } from "./font-listing.ts";
export { type FaceStyle, InstalledFonts } from "./installed-fonts.ts";
