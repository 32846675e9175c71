import { type CosValue, Dict, Name, Stream } from "@quire/cos";
import { deflateSync } from "node:zlib";
import { objectText, type PlainFile, valueText } from "./plain-file.ts";

/** What is changed in the dictionaries of object streams and of the cross-reference stream: keys, and values as text. */
export interface CompactLayout {
  readonly objectStreams: Readonly<Record<string, string>>;
  readonly crossReference: Readonly<Record<string, string>>;
  /** What stands between the objects of an object stream. */
  readonly separator: string;
  readonly isCompressed: boolean;
}

/** The number of objects in each object stream. */
const OBJECTS_IN_STREAM = 40;

/** Writes a document with object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8). */
export function writeCompact(file: PlainFile, layout: CompactLayout): Uint8Array {
  const writer = new CompactWriter(file.layout.header);
  const numbers = [...file.objects.keys()].toSorted((a, b) => a - b);
  const inStreams = numbers.filter((number) => !(file.objects.get(number) instanceof Stream));
  for (const number of numbers.filter((one) => !inStreams.includes(one))) {
    const { text, offset } = objectText(number, file.objects.get(number) ?? null, file.layouts.get(number) ?? {});
    writer.add(number, text, offset);
  }
  let next = (numbers.at(-1) ?? 0) + 1;
  for (let start = 0; start < inStreams.length; start += OBJECTS_IN_STREAM) {
    const members = inStreams.slice(start, start + OBJECTS_IN_STREAM);
    writer.addObjectStream(next, members, file.objects, layout);
    next += 1;
  }
  return writer.end(next, file, layout);
}

class CompactWriter {
  readonly #parts: string[];
  #length: number;
  readonly #entries = new Map<number, readonly [type: number, place: number, detail: number]>([[0, [0, 0, 65_535]]]);

  constructor(header: string) {
    this.#parts = [header];
    this.#length = header.length;
  }

  add(number: number, text: string, offset: number): void {
    this.#entries.set(number, [1, this.#length + offset, 0]);
    this.#parts.push(text);
    this.#length += text.length;
  }

  addObjectStream(
    number: number,
    members: readonly number[],
    objects: ReadonlyMap<number, CosValue>,
    layout: CompactLayout,
  ): void {
    const texts = members.map((member) => `${valueText(objects.get(member) ?? null)}${layout.separator}`);
    let at = 0;
    const pairs = texts.map((text, index) => {
      const pair = `${members[index]} ${at} `;
      at += text.length;
      return pair;
    });
    for (const [index, member] of members.entries()) {
      this.#entries.set(member, [2, number, index]);
    }
    const head = pairs.join("");
    const dict = new Dict(
      new Map<string, CosValue>([
        ["Type", new Name("ObjStm")],
        ["N", members.length],
        ["First", head.length],
      ]),
    );
    this.add(number, streamText(number, dict, `${head}${texts.join("")}`, layout.objectStreams, layout), 0);
  }

  end(number: number, { trailer, layout: { afterEof } }: PlainFile, layout: CompactLayout): Uint8Array {
    const start = this.#length;
    this.#entries.set(number, [1, start, 0]);
    const rows = Array.from({ length: number + 1 }, (_, index) => rowOf(this.#entries.get(index) ?? [0, 0, 0]));
    const dict = new Dict(
      new Map<string, CosValue>([
        ["Type", new Name("XRef")],
        ["Size", number + 1],
        ["W", [1, 4, 2]],
        ...trailer.entries,
      ]),
    );
    this.add(number, streamText(number, dict, rows.join(""), layout.crossReference, layout), 0);
    this.#parts.push(`startxref\n${start}\n%%EOF${afterEof}`);
    return Buffer.from(this.#parts.join(""), "latin1");
  }
}

const rowOf = ([type, place, detail]: readonly [number, number, number]): string =>
  String.fromCharCode(type, ...[24, 16, 8, 0].map((shift) => (place >> shift) & 255), detail >> 8, detail & 255);

function streamText(
  number: number,
  dict: Dict,
  data: string,
  changes: Readonly<Record<string, string>>,
  { isCompressed }: CompactLayout,
): string {
  const encoded = isCompressed ? deflateSync(Buffer.from(data, "latin1")).toString("latin1") : data;
  const entries = new Map<string, string>([
    ...[...dict.entries].map(([key, value]): [string, string] => [key, valueText(value)]),
    ...(isCompressed ? [["Filter", "/FlateDecode"] as const] : []),
    ["Length", String(encoded.length)],
    ...Object.entries(changes),
  ]);
  const written = [...entries].map(([key, value]) => `/${key} ${value}`).join(" ");
  return `${number} 0 obj\n<<${written}>>\nstream\n${encoded}\nendstream\nendobj\n`;
}
