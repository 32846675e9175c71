import { Dict, Stream } from "@quire/cos";

/** The largest number of mappings between the operators of a CMap (Adobe Technical Note 5014). */
const MAX_MAPPINGS = 100;

/** Makes the ToUnicode CMap of a simple font (ISO 32000-2, 9.10.3) from the texts of its codes. */
export function toUnicodeOf(texts: ReadonlyMap<number, string>): Stream {
  const mappings = [...texts].map(([code, text]) => `<${hexadecimal(Buffer.of(code))}> <${hexadecimal(utf16(text))}>`);
  const blocks: string[] = [];
  for (let start = 0; start < mappings.length; start += MAX_MAPPINGS) {
    const block = mappings.slice(start, start + MAX_MAPPINGS);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  const text = [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange\n<00> <FF>\nendcodespacerange",
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
  return new Stream(new Dict(), new Uint8Array(Buffer.from(text, "latin1")));
}

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const hexadecimal = (bytes: Buffer): string => bytes.toString("hex").toUpperCase();
