import { CHARSTRING_KEY, EEXEC_KEY, encrypt } from "../programs/type1/cipher.ts";
import { joined, latin1, u8 } from "./binary-writer.ts";

export interface Type1Options {
  /** The widths by glyph name, in the order of CharStrings. */
  readonly glyphs: Readonly<Record<string, number>>;
  /** The charstrings that have more than a width and an end, by glyph name. */
  readonly charstrings?: Readonly<Record<string, Uint8Array>> | undefined;
  /** The encoding as names by code; StandardEncoding by default. */
  readonly encoding?: Readonly<Record<number, string>> | undefined;
  /** The FontMatrix as it is written; `[0.001 0 0 0.001 0 0]` by default. */
  readonly fontMatrix?: string | undefined;
  /** The number of random bytes that charstrings begin with; 4 by default. */
  readonly lenIV?: number | undefined;
  readonly subrs?: readonly Uint8Array[] | undefined;
  /** Whether Subrs is written twice, as in programs with a set for devices of low resolution. */
  readonly hasSubrsTwice?: boolean | undefined;
  /** The form of the encrypted portion, binary by default; `segments` is a PFB file. */
  readonly form?: "binary" | "hexadecimal" | "segments" | undefined;
  /** Further lines of the clear portion. */
  readonly clear?: string | undefined;
}

/** Builds a Type 1 program of glyphs without outlines. */
export function buildType1(options: Type1Options): Uint8Array {
  const clear = latin1(clearPortion(options));
  const cipher = encrypt(privatePortion(options), { key: EEXEC_KEY, leadingBytes: 4 });
  const trailer = latin1(`\n${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`);
  switch (options.form ?? "binary") {
    case "binary":
      return joined(clear, cipher, trailer);
    case "hexadecimal":
      return joined(clear, latin1(Buffer.from(cipher).toString("hex").replace(/.{64}/g, "$&\n")), trailer);
    case "segments":
      return joined(segment(1, clear), segment(2, cipher), segment(1, trailer), u8(0x80, 3));
  }
}

/** Encodes a number of a charstring in five bytes. */
export const type1Number = (value: number): Uint8Array =>
  u8(255, (value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);

function clearPortion({ encoding, fontMatrix = "[0.001 0 0 0.001 0 0]", clear = "" }: Type1Options): string {
  const names = Object.entries(encoding ?? {}).map(([code, name]) => `dup ${code} /${name} put`);
  const encodingLines =
    encoding === undefined
      ? ["/Encoding StandardEncoding def"]
      : ["/Encoding 256 array", "0 1 255 {1 index exch /.notdef put} for", ...names, "readonly def"];
  return [
    "%!PS-AdobeFont-1.0: Test 001.001",
    "11 dict begin",
    "/FontName /Test def",
    "/FontType 1 def",
    `/FontMatrix ${fontMatrix} readonly def`,
    ...encodingLines,
    "/FontBBox {0 0 1000 1000} readonly def",
    clear,
    "currentdict end",
    "currentfile eexec\n",
  ].join("\n");
}

const HSBW_AND_END = u8(13, 14);

function privatePortion({
  glyphs,
  charstrings = {},
  lenIV = 4,
  subrs,
  hasSubrsTwice = false,
}: Type1Options): Uint8Array {
  const encrypted = (plain: Uint8Array): Uint8Array => encrypt(plain, { key: CHARSTRING_KEY, leadingBytes: lenIV });
  const parts = [
    latin1(`dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n`),
  ];
  parts.push(latin1(`/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n`));
  if (lenIV !== 4) {
    parts.push(latin1(`/lenIV ${lenIV} def\n`));
  }
  for (const set of subrs === undefined ? [] : hasSubrsTwice ? [subrs, subrs] : [subrs]) {
    parts.push(latin1(`/Subrs ${set.length} array\n`));
    for (const [number, subr] of set.entries()) {
      const data = encrypted(subr);
      parts.push(latin1(`dup ${number} ${data.length} RD `), data, latin1(" NP\n"));
    }
    parts.push(latin1("ND\n"));
  }
  parts.push(latin1(`2 index /CharStrings ${Object.keys(glyphs).length} dict dup begin\n`));
  for (const [name, width] of Object.entries(glyphs)) {
    const data = encrypted(charstrings[name] ?? joined(type1Number(0), type1Number(width), HSBW_AND_END));
    parts.push(latin1(`/${name} ${data.length} RD `), data, latin1(" ND\n"));
  }
  parts.push(
    latin1("end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n"),
  );
  return joined(...parts);
}

function segment(kind: number, data: Uint8Array): Uint8Array {
  const { length } = data;
  return joined(u8(0x80, kind, length & 255, (length >> 8) & 255, (length >> 16) & 255, 0), data);
}
