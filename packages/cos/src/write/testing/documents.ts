import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CosString, type CosValue, Dict, Name, type Ref, Stream } from "../../objects.ts";
import { MadeObjects } from "../made-objects.ts";
import { type WriteOptions, type WriteSummary, writeDocument } from "../write-document.ts";

export const name = (value: string): Name => new Name(value);
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
export const string = (text: string): CosString => new CosString(bytesOf(text));
export const dict = (entries: Record<string, CosValue>): Dict => new Dict(Object.entries(entries));
export const stream = (entries: Record<string, CosValue>, text: string): Stream =>
  new Stream(dict(entries), bytesOf(text));

/** Makes a document of so many pages, each with a text; `extra` is added to the catalog. */
export function documentOf(pages: number, extra: Record<string, CosValue> = {}, objects = new MadeObjects()): Dict {
  const tree = objects.add();
  const font = objects.add(dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Helvetica") }));
  const resources = objects.add(dict({ Font: dict({ F1: font }) }));
  const kids: Ref[] = [];
  for (let page = 1; page <= pages; page++) {
    const contents = objects.add(stream({}, `BT /F1 24 Tf 20 100 Td (This is page ${page} of ${pages}) Tj ET`));
    const entries = { Type: name("Page"), Parent: tree, MediaBox: [0, 0, 300, 200.5] };
    kids.push(objects.add(dict({ ...entries, Resources: resources, Contents: contents })));
  }
  objects.replace(tree.number, dict({ Type: name("Pages"), Kids: kids, Count: pages }));
  const root = objects.add(dict({ Type: name("Catalog"), Pages: tree, ...extra }));
  return dict({ Root: root, Info: objects.add(dict({ Title: string("The (title)") })) });
}

export function written(trailer: Dict, options?: WriteOptions): { bytes: Uint8Array; summary: WriteSummary } {
  const pieces: Uint8Array[] = [];
  const summary = writeDocument(trailer, { write: (bytes) => pieces.push(bytes) }, options);
  return { bytes: Buffer.concat(pieces), summary };
}

/**
 * Runs a program on the bytes as a file, whose path stands for `FILE`, and returns what it prints.
 * @throws Error when its status is not 0.
 */
export function run(program: string, bytes: Uint8Array, ...parameters: string[]): string {
  const directory = mkdtempSync(path.join(tmpdir(), "cos-write-"));
  try {
    const file = path.join(directory, "written.pdf");
    writeFileSync(file, bytes);
    const line = parameters.map((parameter) => parameter.replace("FILE", file));
    const { stdout, stderr, status } = spawnSync(program, line, { encoding: "latin1", maxBuffer: 2 ** 28 });
    if (status !== 0) {
      throw new Error(`${program} ended with ${status}: ${stdout.slice(0, 1000)} ${stderr}`);
    }
    return stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const CLEAN = "No syntax or stream encoding errors found";
export const qpdfCheck = (bytes: Uint8Array, password = ""): string =>
  run("qpdf", bytes, `--password=${password}`, "--check", "FILE");

/** Returns a JSON object whose values are unknown; an empty one for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

/** The objects of a file in the form of qpdf's JSON: objects by "obj:1 0 R", and "trailer". */
export type QpdfObjects = Record<string, unknown>;

/** Returns the objects of a file and its trailer as qpdf reads them, with streams decoded. */
export function qpdfObjects(bytes: Uint8Array, password = ""): QpdfObjects {
  const data = ["--json-stream-data=inline", "--decode-level=generalized"];
  const json = run("qpdf", bytes, `--password=${password}`, "--json=2", "--json-key=qpdf", ...data, "FILE");
  const parts = recordOf(JSON.parse(json))["qpdf"];
  return recordOf(Array.isArray(parts) ? parts[1] : undefined);
}

/** Returns qpdf's value of an object that is a dictionary, or the dictionary of a stream. */
export function qpdfDict(objects: QpdfObjects, reference: unknown): Record<string, unknown> {
  const object = recordOf(objects[`obj:${String(reference)}`]);
  return recordOf("stream" in object ? recordOf(object["stream"])["dict"] : object["value"]);
}

export const qpdfTrailer = (objects: QpdfObjects): Record<string, unknown> =>
  recordOf(recordOf(objects["trailer"])["value"]);
