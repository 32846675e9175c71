import { type Bounds, decodeStream, Dict, resolve, Stream } from "@quire/cos";

/** More codes than fonts have glyphs. */
const ALL = 0x1_00_00;

/**
 * Returns a number that the codes of a composite font are less than: that of the glyphs in its TrueType program where
 * codes are glyphs, and otherwise that of all codes of two bytes.
 */
export function glyphCountOf(font: Dict, bounds: Bounds): number {
  const encoding = font.name("Encoding");
  const descendant = resolve(font.array("DescendantFonts")?.[0]);
  if (!(descendant instanceof Dict) || (encoding !== "Identity-H" && encoding !== "Identity-V")) {
    return ALL;
  }
  const toGlyph = descendant.get("CIDToGIDMap");
  const program = descendant.dict("FontDescriptor")?.get("FontFile2");
  if (toGlyph instanceof Stream || !(program instanceof Stream)) {
    return ALL;
  }
  const { bytes } = decodeStream(program, bounds);
  return Math.max(256, numGlyphs(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? ALL);
}

/** Returns the number of glyphs by the table maxp (OpenType 1.9); undefined where there is none. */
function numGlyphs(font: Buffer): number | undefined {
  if (font.length < 12) {
    return undefined;
  }
  const count = font.readUInt16BE(4);
  for (let record = 12; record + 16 <= Math.min(font.length, 12 + 16 * count); record += 16) {
    const offset = font.readUInt32BE(record + 8);
    if (font.toString("latin1", record, record + 4) === "maxp" && offset + 6 <= font.length) {
      return font.readUInt16BE(offset + 4);
    }
  }
  return undefined;
}
