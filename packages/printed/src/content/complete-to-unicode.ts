import { type CosDocument, Dict, decodeStream, Stream } from "@quire/cos";
import type { DocumentFonts, FontCodes } from "./font-codes.ts";

/**
 * Gives all codes that are shown a text (ISO 14289-1, 7.21.7). Browsers write zero, or nothing, for glyphs that are only a
 * part of what stands for a text: the replacement character says as much, and readers take the text of the whole from
 * ActualText.
 */
export function completeToUnicode(document: CosDocument, fonts: DocumentFonts): void {
  for (const font of fonts.all) {
    document.bounds.step();
    if (font.unknown.size > 0) {
      completeFont(document, font);
    }
  }
}

/** A mapping to zero, the byte order mark, or its reverse. */
const UNUSABLE = /^(<([\da-f]{2}|[\da-f]{4})> <)(?:0000|feff|fffe)>(\r?)$/gim;
const REPLACEMENT = "FFFD";
/** The largest number of mappings between the operators of a CMap (Adobe Technical Note 5014). */
const MAX_MAPPINGS = 100;

function completeFont(document: CosDocument, font: FontCodes): void {
  const { dict, unknown, lengthBytes } = font;
  const stream = dict.stream("ToUnicode");
  const { bytes, remaining } = stream === undefined ? NOTHING : decodeStream(stream, document.bounds);
  const text = Buffer.from(bytes).toString("latin1");
  const end = text.lastIndexOf("endcmap");
  if (remaining.length > 0 || end < 0) {
    return;
  }
  const set = (map: string): void => {
    dict.set("ToUnicode", document.add(new Stream(new Dict(), new Uint8Array(Buffer.from(map, "latin1")))));
  };
  if (font.hasPrivate) {
    // What is mapped in ranges cannot be replaced one by one: the shown codes are mapped anew.
    const first = text.indexOf("beginbf");
    set(
      `${text.slice(0, text.lastIndexOf("\n", first) + 1)}${blocksOf(mappingsOf(font), lengthBytes)}${text.slice(end)}`,
    );
    return;
  }
  const replaced = new Set<number>();
  const head = text.slice(0, end).replaceAll(UNUSABLE, (_, start: string, code: string, line: string) => {
    replaced.add(Number.parseInt(code, 16));
    return `${start}${REPLACEMENT}>${line}`;
  });
  // Code 0 is the glyph for what the font does not have: no text is true of it.
  const missing = [...unknown].filter((code) => !replaced.has(code) && !(code === 0 && lengthBytes === 2));
  const mappings = missing.map((code) => [code, REPLACEMENT] as const);
  set(`${head}${blocksOf(mappings, lengthBytes)}${text.slice(end)}`);
}

type Mapping = readonly [code: number, hexadecimal: string];

const mappingsOf = ({ texts, lengthBytes }: FontCodes): Mapping[] =>
  [...texts]
    .filter(([code, text]) => text !== "" || code !== 0 || lengthBytes === 1)
    .map(([code, text]) => [code, text === "" ? REPLACEMENT : Buffer.from(text, "utf16le").swap16().toString("hex")]);

const NOTHING = { bytes: new Uint8Array(0), remaining: [] };

function blocksOf(mappings: readonly Mapping[], lengthBytes: number): string {
  const blocks: string[] = [];
  for (let start = 0; start < mappings.length; start += MAX_MAPPINGS) {
    const block = mappings.slice(start, start + MAX_MAPPINGS);
    const lines = block.map(([code, text]) => `<${code.toString(16).padStart(2 * lengthBytes, "0")}> <${text}>\n`);
    blocks.push(`${block.length} beginbfchar\n${lines.join("")}endbfchar\n`);
  }
  return blocks.join("");
}
