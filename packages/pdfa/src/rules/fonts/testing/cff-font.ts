/** Bare CFF of .notdef and A, which is 600 thousandths wide. */
export const CFF_WITH_A: Uint8Array = Buffer.from(
  "0100040400010200010005546573740001020001001e1d000000370f1d0000003a111d00000000101d0000000c1d0000004b" +
    "12000000000000220002020001000500091c00000e1c02580e1d00000000141d0000000015000000",
  "hex",
);

/** Bare CFF of .notdef and A.alt, a name that is not in the Adobe Glyph List, which is 600 thousandths wide. */
export const CFF_WITH_ALTERNATE: Uint8Array = Buffer.from(
  "0100040400010200010005546573740001020001001e1d000000410f1d00000044111d00000000101d0000000c1d00000055" +
    "1200010200010006412e616c7400000001870002020001000500091c00fa0e1c02580e1d00000000141d0000000015000000",
  "hex",
);

/** Makes an OpenType file of CFF and the tables that say how wide glyphs are, which have no widths. */
export function openType(cff: Uint8Array): Uint8Array {
  const tables: readonly (readonly [string, Uint8Array])[] = [
    ["CFF ", cff],
    ["hhea", new Uint8Array(36)],
    ["hmtx", new Uint8Array(8)],
  ];
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.write("OTTO", 0, "latin1");
  head.writeUInt16BE(tables.length, 4);
  let offset = head.length;
  for (const [index, [tag, bytes]] of tables.entries()) {
    const record = 12 + 16 * index;
    head.write(tag, record, "latin1");
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(bytes.length, record + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...tables.map(([, bytes]) => bytes)]);
}
