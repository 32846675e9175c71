import { Dict, Name, type Ref, Stream } from "@quire/cos";
import { encodingNamed, type FontProgram, isUnreadable, readFontProgram } from "@quire/fonts";
import type { Conversion } from "../conversion.ts";

/** A font that is embedded in place of another one. */
export interface Substitute {
  readonly fontName: string;
  readonly program: FontProgram;
  /** The encoding of a font of signs, whatever others are named; undefined for fonts of letters. */
  readonly ownEncoding: ReadonlyMap<number, string> | undefined;
  readonly descriptor: Ref;
}

const SUBSTITUTES = new WeakMap<Conversion, Map<string, Substitute | undefined>>();

/** Returns the font of that name, embedded in the document once; undefined where there is none that can be read. */
export function substituteOf(name: string, conversion: Conversion): Substitute | undefined {
  const known = SUBSTITUTES.get(conversion) ?? new Map<string, Substitute | undefined>();
  SUBSTITUTES.set(conversion, known);
  if (!known.has(name)) {
    const file = conversion.substitutes?.(name);
    known.set(name, file && embedded(name, file, conversion));
  }
  return known.get(name);
}

const OWN_ENCODINGS: Readonly<Record<string, () => ReadonlyMap<number, string> | undefined>> = {
  StandardSymbolsPS: () => encodingNamed("Symbol"),
  D050000L: () => encodingNamed("ZapfDingbats"),
};

function embedded(fontName: string, file: Uint8Array, { document }: Conversion): Substitute | undefined {
  const tables = tablesOf(file);
  const bytes = tables.get("CFF ");
  const program = bytes && readFontProgram({ bytes, key: "FontFile3", subtype: "Type1C" });
  if (bytes === undefined || program === undefined || isUnreadable(program)) {
    return undefined;
  }
  const ownEncoding = OWN_ENCODINGS[fontName]?.();
  const stream = new Stream(new Dict([["Subtype", new Name("Type1C")]]), bytes);
  const descriptor = document.add(
    descriptorOf(fontName, { tables, isSymbolic: ownEncoding !== undefined, program: document.add(stream) }),
  );
  return { fontName, program, ownEncoding, descriptor };
}

/** Bits of Flags (ISO 32000-2, table 121). */
const SYMBOLIC = 1 << 2;
const NONSYMBOLIC = 1 << 5;
const ITALIC = 1 << 6;
const FIXED_PITCH = 1;

/** Describes the font by its tables `head`, `hhea` and `post` (ISO/IEC 14496-22); its em has 1,000 units. */
function descriptorOf(
  fontName: string,
  { tables, isSymbolic, program }: { readonly tables: Tables; readonly isSymbolic: boolean; readonly program: Ref },
): Dict {
  const integer = (table: string, offset: number): number => {
    const bytes = tables.get(table);
    return bytes === undefined || bytes.length < offset + 4
      ? 0
      : new DataView(bytes.buffer, bytes.byteOffset).getInt16(offset);
  };
  const angle = integer("post", 4);
  const pitch = integer("post", 14) === 0 ? 0 : FIXED_PITCH;
  const ascent = integer("hhea", 4);
  return new Dict([
    ["Type", new Name("FontDescriptor")],
    ["FontName", new Name(fontName)],
    ["Flags", (isSymbolic ? SYMBOLIC : NONSYMBOLIC) | (angle === 0 ? 0 : ITALIC) | pitch],
    ["FontBBox", [36, 38, 40, 42].map((offset) => integer("head", offset))],
    ["ItalicAngle", angle],
    ["Ascent", ascent],
    ["Descent", integer("hhea", 6)],
    ["CapHeight", ascent],
    ["StemV", 0],
    ["FontFile3", program],
  ]);
}

type Tables = ReadonlyMap<string, Uint8Array>;

function tablesOf(file: Uint8Array): Tables {
  const data = Buffer.from(file.buffer, file.byteOffset, file.length);
  const tables = new Map<string, Uint8Array>();
  const count = data.readUInt16BE(4);
  for (let entry = 12; entry < 12 + 16 * count; entry += 16) {
    const offset = data.readUInt32BE(entry + 8);
    tables.set(data.toString("latin1", entry, entry + 4), file.slice(offset, offset + data.readUInt32BE(entry + 12)));
  }
  return tables;
}
