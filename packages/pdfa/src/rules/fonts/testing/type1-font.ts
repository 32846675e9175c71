/** Makes a Type 1 program (Adobe Type 1 Font Format) with empty glyphs of these widths, in thousandths of an em. */
export function type1Font(
  glyphs: Readonly<Record<string, number>>,
  encoding: Readonly<Record<number, string>> | "StandardEncoding" = "StandardEncoding",
  lenIV: 4 | -1 = 4,
): { readonly dict: string; readonly stream: Uint8Array } {
  const clear = `%!PS-AdobeFont-1.0: Made 1.0
9 dict begin
/FontName /Made def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
${encodingArray(encoding)}
/FontBBox {0 0 1000 1000} readonly def
currentdict end
currentfile eexec
`;
  const chars = Object.entries(glyphs).map(([name, width]) => {
    const plain = Buffer.concat([number(0), number(width), Buffer.of(13, 14)]);
    const data = lenIV === 4 ? encrypted(Buffer.concat([Buffer.alloc(4), plain]), 4330) : plain;
    return Buffer.concat([Buffer.from(`/${name} ${data.length} RD `), data, Buffer.from(" ND\n")]);
  });
  const secret = Buffer.concat([
    // These are four random bytes that readers drop; encrypted, they are not all hexadecimal digits.
    Buffer.alloc(4),
    Buffer.from("dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def\n"),
    Buffer.from("/ND {noaccess def} executeonly def /NP {noaccess put} executeonly def\n"),
    Buffer.from(`/lenIV ${lenIV} def 2 index /CharStrings ${chars.length} dict dup begin\n`),
    ...chars,
    Buffer.from("end end readonly put noaccess put dup /FontName get exch definefont pop mark currentfile closefile\n"),
  ]);
  const end = `${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`;
  const cipher = encrypted(secret, 55_665);
  return {
    dict: `/Length1 ${clear.length} /Length2 ${cipher.length} /Length3 ${end.length}`,
    stream: Buffer.concat([Buffer.from(clear), cipher, Buffer.from(end)]),
  };
}

function encodingArray(encoding: Readonly<Record<number, string>> | "StandardEncoding"): string {
  if (encoding === "StandardEncoding") {
    return "/Encoding StandardEncoding def";
  }
  const entries = Object.entries(encoding).map(([code, name]) => `dup ${code} /${name} put`);
  return `/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n${entries.join("\n")}\nreadonly def`;
}

/** Encodes a number of a charstring in its form of five bytes. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = 255;
  bytes.writeInt32BE(value, 1);
  return bytes;
}

/** Encrypts bytes (chapter 7 of the format); eexec and charstring encryption differ in the key. */
function encrypted(plain: Uint8Array, key: number): Buffer {
  let state = key;
  return Buffer.from(
    plain.map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}
