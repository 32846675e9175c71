import { CosString, Dict, decodeStream, Stream } from "@quire/cos";
import { cidToGidOf, Font, type FontProgram, isUnreadable, readFontProgram } from "@quire/fonts";
import type { Conversion, Correction } from "../conversion.ts";

/** Lists the glyphs of subsets, as part 1 asks for (ISO 19005-1, 6.3.5); later parts have no need of the lists. */
export const subsetLists: Correction = {
  dictionary(dict, found, conversion) {
    const { part, changes } = conversion;
    const font = part === 1 && dict.has("BaseFont") ? new Font(dict) : undefined;
    const { descriptor, isSubset, kind } = font ?? {};
    if (font === undefined || descriptor === undefined || isSubset !== true || (kind !== "type1" && kind !== "cid")) {
      return;
    }
    const program = programOf(font, conversion);
    if (program === undefined) {
      return;
    }
    if (kind === "cid") {
      descriptor.set("CIDSet", conversion.document.add(cidSetOf(font, program, conversion)));
    } else {
      const names = [...program.glyphNames].filter((name) => name !== ".notdef");
      descriptor.set("CharSet", new CosString(Buffer.from(names.map((name) => `/${name}`).join(""), "latin1")));
    }
    changes.note("font_entries_mended", found, kind === "cid" ? "CIDSet" : "CharSet");
  },
};

function programOf({ fontFile }: Font, { bounds }: Conversion): FontProgram | undefined {
  if (fontFile === undefined) {
    return undefined;
  }
  const { key, stream, subtype } = fontFile;
  const { bytes, remaining } = decodeStream(stream, bounds);
  const program = remaining.length > 0 ? undefined : readFontProgram({ bytes, key, subtype });
  return program === undefined || isUnreadable(program) ? undefined : program;
}

const LAST_CID = 0xffff;

/** Makes a CIDSet, which has a bit for each CID with a glyph, the highest of a byte first (ISO 32000-2, table 122). */
function cidSetOf(font: Font, program: FontProgram, { bounds }: Conversion): Stream {
  const bits = Buffer.alloc((LAST_CID + 1) / 8);
  const add = (cid: number): void => {
    bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  };
  if (program.kind === "cid") {
    for (const cid of program.cids) {
      add(cid);
    }
  } else {
    const toGlyph = cidToGidOf(font.dict, bounds);
    for (let cid = 0; cid <= LAST_CID; cid++) {
      const glyph = toGlyph(cid);
      if (glyph !== undefined && glyph < program.glyphCount && (glyph > 0 || cid === 0)) {
        add(cid);
      }
    }
  }
  return new Stream(new Dict(), new Uint8Array(bits));
}
