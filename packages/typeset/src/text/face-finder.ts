import type { FontFace } from "../fonts/font-face.ts";
import type { FaceChoice, InstalledFonts } from "../fonts/installed-fonts.ts";

/** Returns the face to write a grapheme cluster with; undefined when there is none. */
export type FaceFinder = (cluster: string) => FontFace | undefined;

/** Makes a finder that asks the fonts once for each cluster of a text. */
export function faceFinder(fonts: InstalledFonts, choice: FaceChoice): FaceFinder {
  const found = new Map<string, FontFace | undefined>();
  return (cluster) => {
    let face = found.get(cluster);
    if (face === undefined && !found.has(cluster)) {
      face = fonts.faceFor(cluster, choice);
      found.set(cluster, face);
    }
    return face;
  };
}
