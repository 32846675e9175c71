import { Bounds, CosDocument, CosString, type CosValue, Dict, decodeStream, Name, Ref, Stream } from "@quire/cos";

/** A value that is written as this text, whatever that is. */
export class Written extends CosString {
  readonly text: string;

  constructor(text: string) {
    super(Buffer.from(text, "latin1"));
    this.text = text;
  }
}

/** How an object is written; what is missing is written as all parts of ISO 19005 require. */
export interface ObjectLayout {
  readonly beforeNumber?: string;
  readonly betweenNumbers?: string;
  readonly beforeObj?: string;
  readonly afterObj?: string;
  readonly beforeEndobj?: string;
  readonly afterEndobj?: string;
  readonly afterStream?: string;
  readonly beforeEndstream?: string;
  /** What is added to the right Length. */
  readonly lengthError?: number;
}

/** How a file is written around its objects. */
export interface FileLayout {
  header: string;
  xref: string;
  subsectionSeparator: string;
  afterSubsection: string;
  entryEnd: string;
  afterEof: string;
}

/** A document that can be changed and written without object streams, so that each part of it is in plain sight. */
export class PlainFile {
  readonly objects = new Map<number, CosValue>();
  readonly trailer = new Dict();
  readonly layouts = new Map<number, ObjectLayout>();
  readonly layout: FileLayout;
  readonly bounds = new Bounds();
  readonly #document: CosDocument;

  constructor(bytes: Uint8Array) {
    this.#document = CosDocument.open(bytes, { bounds: this.bounds });
    const { header, trailer } = this.#document;
    this.layout = {
      header: `%PDF-${header.version}\n%\u00e2\u00e3\u00cf\u00d3\n`,
      xref: "xref\n",
      subsectionSeparator: " ",
      afterSubsection: "\n",
      entryEnd: " \n",
      afterEof: "\n",
    };
    for (const number of this.#document.objectNumbers()) {
      const value = this.#document.object(number)?.value;
      if (value !== undefined && value !== null && !isOfFileStructure(value)) {
        this.objects.set(number, value);
      }
    }
    for (const key of ["Root", "Info", "ID"]) {
      const value = trailer.raw(key);
      if (value !== undefined) {
        this.trailer.set(key, value);
      }
    }
  }

  get catalog(): Dict {
    return this.#document.catalog;
  }

  get source(): CosDocument {
    return this.#document;
  }

  /** Adds an object, and returns the reference to it. */
  add(value: CosValue): Ref {
    const number = Math.max(0, ...this.objects.keys()) + 1;
    this.objects.set(number, value);
    return this.#document.ref(number, 0);
  }

  /** Returns the decoded bytes of a stream, one character for each; undefined where its filters are those of images. */
  textOf(stream: Stream): string | undefined {
    const { bytes, remaining } = decodeStream(stream, this.bounds);
    return remaining.length > 0 ? undefined : Buffer.from(bytes).toString("latin1");
  }

  /** Puts a stream of other bytes in the place of another, encoded with one filter or none. */
  setText(stream: Stream, text: string, filter?: string): void {
    const dict = stream.dict.copy();
    for (const key of ["Filter", "DecodeParms", "Length"]) {
      dict.delete(key);
    }
    if (filter !== undefined) {
      dict.set("Filter", new Name(filter));
    }
    for (const [number, value] of this.objects) {
      if (value === stream) {
        this.objects.set(number, new Stream(dict, Buffer.from(text, "latin1")));
      }
    }
  }

  write(): Uint8Array {
    const { layout } = this;
    const parts: string[] = [layout.header];
    let length = layout.header.length;
    const offsets = new Map<number, number>();
    const numbers = [...this.objects.keys()].toSorted((a, b) => a - b);
    for (const number of numbers) {
      const { text, offset } = objectText(number, this.objects.get(number) ?? null, this.layouts.get(number) ?? {});
      offsets.set(number, length + offset);
      parts.push(text);
      length += text.length;
    }
    const size = (numbers.at(-1) ?? 0) + 1;
    const { subsectionSeparator, afterSubsection, entryEnd } = layout;
    parts.push(`${layout.xref}0${subsectionSeparator}${size}${afterSubsection}0000000000 65535 f${entryEnd}`);
    for (let number = 1; number < size; number++) {
      const offset = offsets.get(number);
      const entry = offset === undefined ? "0000000000 00001 f" : `${String(offset).padStart(10, "0")} 00000 n`;
      parts.push(`${entry}${entryEnd}`);
    }
    const trailer = new Dict([["Size", size], ...this.trailer.entries]);
    parts.push(`trailer\n${valueText(trailer)}\nstartxref\n${length}\n%%EOF${layout.afterEof}`);
    return Buffer.from(parts.join(""), "latin1");
  }
}

function isOfFileStructure(value: CosValue): boolean {
  const dict = value instanceof Stream ? value.dict : value instanceof Dict ? value : undefined;
  return dict !== undefined && (["XRef", "ObjStm"].includes(dict.name("Type") ?? "") || dict.has("Linearized"));
}

/** Returns an object as it is written, and where its number begins in that. */
export function objectText(number: number, value: CosValue, layout: ObjectLayout): { text: string; offset: number } {
  const { beforeNumber = "", betweenNumbers = " ", beforeObj = " ", afterObj = "\n" } = layout;
  const { beforeEndobj = "\n", afterEndobj = "\n" } = layout;
  const head = `${beforeNumber}${number}${betweenNumbers}0${beforeObj}obj${afterObj}`;
  const body = value instanceof Stream ? streamText(value, layout) : valueText(value);
  return { text: `${head}${body}${beforeEndobj}endobj${afterEndobj}`, offset: beforeNumber.length };
}

function streamText({ dict, bytes }: Stream, layout: ObjectLayout): string {
  const { afterStream = "\n", beforeEndstream = "\n", lengthError = 0 } = layout;
  const data = Buffer.from(bytes.encoded()).toString("latin1");
  const written = new Dict([...dict.entries, ["Length", data.length + lengthError]]);
  return `${valueText(written)}\nstream${afterStream}${data}${beforeEndstream}endstream`;
}

const DEEPEST = 20;

/** Returns a value as it is written. */
export function valueText(value: CosValue, depth = 0): string {
  // A mutation may have put a dictionary into itself.
  if (depth > DEEPEST) {
    return "null";
  }
  if (value instanceof Written) {
    return value.text;
  }
  if (value instanceof Name) {
    return nameText(value.value);
  }
  if (value instanceof Ref) {
    return `${value.number} 0 R`;
  }
  if (value instanceof CosString) {
    const bytes = Buffer.from(value.bytes);
    return value.isHex
      ? `<${bytes.toString("hex")}>`
      : `(${bytes
          .toString("latin1")
          .replaceAll(/[\\()]/g, "\\$&")
          .replaceAll("\r", "\\r")})`;
  }
  if (value instanceof Dict) {
    return `<<${[...value.entries].map(([key, one]) => `${nameText(key)} ${valueText(one, depth + 1)}`).join(" ")}>>`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((element) => valueText(element, depth + 1)).join(" ")}]`;
  }
  // A stream is an object of its own.
  return value instanceof Stream ? "null" : typeof value === "number" ? numberText(value) : String(value);
}

const nameText = (name: string): string =>
  `/${name.replaceAll(/[^!-~]|[#%()<>[\]{}/]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;

/** PDF has no exponents. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(0) : value.toFixed(8).replace(/0+$/, "");
