/**
 * Returns a table of a font file of one face (OpenType 1.9, "Table directory"); undefined when it has none of that tag.
 */
export function tableOf(font: Uint8Array, tag: string): Uint8Array | undefined {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = view.getUint16(4);
  for (let record = 12; record < 12 + 16 * count; record += 16) {
    if (String.fromCharCode(...font.subarray(record, record + 4)) === tag) {
      const offset = view.getUint32(record + 8);
      return font.subarray(offset, offset + view.getUint32(record + 12));
    }
  }
  return undefined;
}
