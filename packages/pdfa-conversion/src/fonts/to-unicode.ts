import { Dict, Stream } from "@quire/cos";

/** The largest number of mappings between the operators of a CMap (Adobe Technical Note 5014). */
const MAX_MAPPINGS = 100;

/** The text of a character code of one or two bytes. */
export interface CodeText {
  readonly code: number;
  readonly lengthBytes: 1 | 2;
  readonly text: string;
}

/** Makes the ToUnicode CMap of a font (ISO 32000-2, 9.10.3), whose codes are of one length. */
export function toUnicodeOf(texts: readonly CodeText[]): Stream {
  const mappings = texts.map(
    ({ code, lengthBytes, text }) => `<${digits(code, lengthBytes)}> <${hexadecimal(utf16(text))}>`,
  );
  const lengthBytes = texts[0]?.lengthBytes ?? 1;
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
    `1 begincodespacerange\n<${digits(0, lengthBytes)}> <${"FF".repeat(lengthBytes)}>\nendcodespacerange`,
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
  return new Stream(new Dict(), new Uint8Array(Buffer.from(text, "latin1")));
}

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const digits = (code: number, lengthBytes: number): string =>
  code
    .toString(16)
    .toUpperCase()
    .padStart(2 * lengthBytes, "0");
const hexadecimal = (bytes: Buffer): string => bytes.toString("hex").toUpperCase();
