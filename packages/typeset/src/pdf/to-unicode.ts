import { Dict, Stream } from "@quire/cos";

/** Makes a /ToUnicode CMap (ISO 32000-2, 9.10.3) of codes in hexadecimal, all of the same length. */
export function toUnicodeCMap(texts: ReadonlyMap<string, string>): Stream {
  const length = texts.keys().next().value?.length ?? 2;
  const mappings = [...texts].map(([code, text]) => `<${code}> <${utf16Hex(text)}>`);
  const lines = [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    `<${"0".repeat(length)}> <${"F".repeat(length)}>`,
    "endcodespacerange",
  ];
  for (let start = 0; start < mappings.length; start += BLOCK_LENGTH) {
    const block = mappings.slice(start, start + BLOCK_LENGTH);
    lines.push(`${block.length} beginbfchar`, ...block, "endbfchar");
  }
  lines.push("endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end", "");
  return new Stream(new Dict(), Buffer.from(lines.join("\n"), "latin1"));
}

/** The maximum number of mappings in a block (Adobe Technical Note 5014). */
const BLOCK_LENGTH = 100;

/** Returns text as UTF-16BE in hexadecimal digits. */
export const utf16Hex = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();

/**
 * Returns text without the characters that ISO 19005-2, 6.2.11.7.2 does not allow a code to stand for; unpaired
 * surrogates become U+FFFD.
 */
export const mappableText = (text: string): string => text.toWellFormed().replaceAll(/[\0\uFEFF\uFFFE]/gu, "");
