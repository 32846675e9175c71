import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Bounds } from "../../bounds.ts";
import { type CosDirect, CosString, type CosValue, Dict, Name, type ObjectSource, Ref, Stream } from "../../objects.ts";
import { Lexer } from "../../syntax/lexer.ts";
import { parseValue } from "../../syntax/value.ts";
import { SecurityHandler } from "../security-handler.ts";

/** The strings of the document information of every small document; its streams follow below. */
const STRINGS = {
  Title: "Sixteen bytes it",
  Author: "Fifteen of them",
  Subject: "A string that is longer than one block is",
  Keywords: "\u00ff\u0000()\\<>\r\n",
  Creator: "",
};
const CONTENT = "BT /F1 24 Tf 20 100 Td (Protected text) Tj ET";
const METADATA =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>';
const ATTACHMENT = "what is attached";
export const FIRST_ID = Uint8Array.from({ length: 16 }, (_, index) => index * 7);

export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
export const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("latin1");

/**
 * Makes a document of one page with a text, metadata, an attachment and information, protected by `security` when that
 * is given.
 */
export function smallPdf(security?: SecurityHandler): Uint8Array {
  const stream = (number: number, entries: string, dict: Dict, content: string) => {
    const bytes = security?.encryptStream(bytesOf(content), dict, number, 0) ?? bytesOf(content);
    return `<< ${entries} /Length ${bytes.length} >>\nstream\n${textOf(bytes)}\nendstream`;
  };
  const string = (number: number, text: string) =>
    hex(security?.encryptString(bytesOf(text), number, 0) ?? bytesOf(text));
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R /Names << /EmbeddedFiles << /Names [ ${string(1, "a.txt")} 8 0 R ] >> >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>",
    stream(4, "", new Dict(), CONTENT),
    stream(5, "/Type /Metadata /Subtype /XML", typed("Metadata"), METADATA),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    stream(7, "/Type /EmbeddedFile", typed("EmbeddedFile"), ATTACHMENT),
    `<< /Type /Filespec /F ${string(8, "a.txt")} /UF ${string(8, "a.txt")} /EF << /F 7 0 R >> >>`,
    `<< ${Object.entries(STRINGS)
      .map(([key, text]) => `/${key} ${string(9, text)}`)
      .join(" ")} >>`,
  ];
  const encrypt = security === undefined ? "" : `/Encrypt ${written(security.encrypt)}`;
  return withXref(objects, `/Root 1 0 R /Info 9 0 R /ID [${hex(FIRST_ID)}${hex(FIRST_ID)}] ${encrypt}`);
}

const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString("hex")}>`;
const typed = (type: string) => new Dict([["Type", new Name(type)]]);

function withXref(objects: readonly string[], trailer: string): Uint8Array {
  let text = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  let entries = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    entries += `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n${entries}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return bytesOf(text + xref);
}

function written(value: CosValue): string {
  if (value instanceof Dict) {
    return `<< ${[...value.entries].map(([key, entry]) => `/${key} ${written(entry)}`).join(" ")} >>`;
  }
  if (value instanceof CosString) {
    return hex(value.bytes);
  }
  if (value instanceof Name) {
    return `/${value.value}`;
  }
  return JSON.stringify(value);
}

/** Parses a value as it is written in a PDF; a reference gives null. */
export function parse(text: string): CosDirect {
  const value = parseValue(new Lexer(bytesOf(text)), { source: { fetch: () => null }, bounds: new Bounds() });
  return value instanceof Ref ? null : value;
}

/** A reader of protected documents whose objects are all written one by one, with direct lengths. */
export class ProtectedPdf implements ObjectSource {
  readonly trailer: Dict;
  readonly security: SecurityHandler;
  readonly #bytes: Uint8Array;
  readonly #text: string;
  #opened: SecurityHandler | undefined;

  constructor(bytes: Uint8Array, password?: string | Uint8Array) {
    this.#bytes = bytes;
    this.#text = textOf(bytes);
    const context = { source: this, bounds: new Bounds() };
    const trailer = parseValue(new Lexer(bytes, this.#text.lastIndexOf("trailer") + "trailer".length), context);
    this.trailer = trailer instanceof Dict ? trailer : new Dict();
    const [firstId] = this.trailer.array("ID") ?? [];
    const encrypt = this.trailer.dict("Encrypt") ?? new Dict();
    this.security = SecurityHandler.open(
      encrypt,
      firstId instanceof CosString ? firstId.bytes : new Uint8Array(0),
      password,
    );
    this.#opened = this.security;
  }

  fetch(number: number, generation: number): CosDirect {
    const start = this.#text.search(new RegExp(`(?<=[\\r\\n])${number} ${generation} obj`));
    const security = this.#opened;
    const lexer = new Lexer(this.#bytes, this.#text.indexOf("obj", start) + 3);
    const value = parseValue(lexer, {
      source: this,
      bounds: new Bounds(),
      decryptString: security && ((bytes) => security.decryptString(bytes, number, generation)),
    });
    const data = /\bstream\r?\n/y;
    data.lastIndex = this.#text.indexOf("stream", lexer.position);
    if (
      value instanceof Dict &&
      this.#text.slice(lexer.position, data.lastIndex).trim() === "" &&
      data.test(this.#text)
    ) {
      const end = data.lastIndex + (value.integer("Length") ?? 0);
      const bytes = this.#bytes.subarray(data.lastIndex, end);
      return new Stream(value, security?.decryptStream(bytes, value, number, generation) ?? bytes);
    }
    return value instanceof Ref ? null : value;
  }

  /** Returns the strings and streams of a small document, as they were read here. */
  contents(): Contents {
    const information = this.trailer.dict("Info");
    const catalog = this.trailer.dict("Root");
    const [page] = catalog?.dict("Pages")?.array("Kids") ?? [];
    const dict = page instanceof Ref && page.value instanceof Dict ? page.value : new Dict();
    const [, file] = catalog?.dict("Names")?.dict("EmbeddedFiles")?.array("Names") ?? [];
    const attachment =
      file instanceof Ref && file.value instanceof Dict ? file.value.dict("EF")?.stream("F") : undefined;
    return {
      strings: Object.fromEntries(Object.keys(STRINGS).map((key) => [key, textOf(information?.bytes(key))])),
      content: textOf(dict.stream("Contents")?.bytes.encoded()).trimEnd(),
      metadata: textOf(catalog?.stream("Metadata")?.bytes.encoded()),
      attachment: textOf(attachment?.bytes.encoded()),
    };
  }
}

export interface Contents {
  readonly strings: Record<string, string>;
  readonly content: string;
  readonly metadata: string;
  readonly attachment: string;
}
export const EXPECTED: Contents = { strings: STRINGS, content: CONTENT, metadata: METADATA, attachment: ATTACHMENT };

/**
 * Runs a program that converts `input`, and returns the file it wrote; its arguments have `in` and `out` for the files.
 */
export function convert(program: "qpdf" | "mutool", args: readonly string[], input: Uint8Array): Uint8Array {
  return withFiles(input, (files) => {
    execFileSync(
      program,
      args.map((arg) => files[arg] ?? arg),
      { stdio: "pipe" },
    );
    return new Uint8Array(readFileSync(files["out"] ?? ""));
  });
}

/**
 * Runs a program on `input` and returns what it prints.
 * @throws Error when the program's status is not 0.
 */
export const ask = (program: "qpdf" | "mutool", args: readonly string[], input: Uint8Array): string =>
  withFiles(input, (files) =>
    execFileSync(
      program,
      args.map((arg) => files[arg] ?? arg),
      { stdio: "pipe", encoding: "latin1" },
    ),
  );

function withFiles<T>(input: Uint8Array, use: (files: Record<string, string>) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "cos-security-"));
  try {
    writeFileSync(path.join(folder, "in.pdf"), input);
    return use({ in: path.join(folder, "in.pdf"), out: path.join(folder, "out.pdf") });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
