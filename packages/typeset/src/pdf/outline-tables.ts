import type { FontFace } from "../fonts/font-face.ts";
import { readFont } from "../fonts/sfnt-file.ts";
import { fontFile } from "../webfont/font-file.ts";

/**
 * Makes a font file (OpenType 1.9, "Table directory") of the tables of the face from which outlines and widths come; a
 * font program in a PDF has no others (ISO 32000-2, 9.9). A collection has many more, and those of its other faces.
 * Undefined when the face cannot be read.
 */
export function outlineTables(face: FontFace): Uint8Array | undefined {
  const tables = readFont(face.path, (file) => {
    const directory = file.faces()[face.index];
    return TAGS.flatMap((tag) => {
      const record = directory?.get(tag);
      return record === undefined ? [] : [{ tag, bytes: file.read(record) }];
    });
  });
  return tables === "unreadable" ? undefined : fontFile(tables);
}

/**
 * The tags of the tables, in the order of the directory. Instances of variable fonts are made from those that do not
 * concern outlines or widths directly.
 */
const TAGS = "CFF |HVAR|MVAR|avar|fvar|glyf|gvar|head|hhea|hmtx|loca|maxp".split("|");
