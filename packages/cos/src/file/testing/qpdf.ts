import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CosString, type CosValue, Dict, Name, Ref, Stream } from "../../objects.ts";
import type { CosDocument } from "../document.ts";

/** Runs qpdf on a file and returns its output. Status 3, which means repaired, is no failure. */
export function qpdf(file: Uint8Array, ...options: readonly string[]): Buffer {
  return inFolder((folder) => {
    const output = join(folder, "out.pdf");
    const { status, stderr } = runQpdf(folder, file, [...options, "@", output]);
    if (status !== 0 && status !== 3) {
      throw new Error(stderr);
    }
    return readFileSync(output);
  });
}

/** Returns whether `qpdf --check` reports an error or a warning. */
export function qpdfComplains(file: Uint8Array): boolean {
  return inFolder((folder) => runQpdf(folder, file, ["--check", "@"]).status !== 0);
}

/**
 * Returns all objects of a file by `12 0 R`, as qpdf's JSON has them: strings of ASCII as `u:` and their text, others
 * as `b:` and hexadecimal digits.
 */
export function qpdfObjects(file: Uint8Array, password = ""): Record<string, unknown> {
  return inFolder((folder) => {
    const { stdout, stderr } = runQpdf(folder, file, [
      `--password=${password}`,
      "--json=2",
      "--json-key=qpdf",
      "--json-stream-data=inline",
      "--decode-level=none",
      "@",
    ]);
    if (stdout === "") {
      throw new Error(stderr);
    }
    const { qpdf: parts }: { qpdf: [unknown, Record<string, QpdfObject>] } = JSON.parse(stdout);
    const objects = Object.entries(parts[1]).filter(([key]) => key.startsWith("obj:"));
    return Object.fromEntries(objects.map(([key, object]) => [key.slice(4), plainObject(object)]));
  });
}

interface QpdfObject {
  readonly value?: unknown;
  readonly stream?: { readonly data: string; readonly dict: unknown };
}

const plainObject = ({ value, stream }: QpdfObject): unknown =>
  stream === undefined ? withoutNulls(value) : { dict: withoutNulls(stream.dict), data: stream.data };

/** Removes entries that are null, which are equal to absent ones (7.3.7). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNulls(entry)]));
}

/** Returns all objects of a document in the form of `qpdfObjects`. */
export function objectsOf(document: CosDocument): Record<string, unknown> {
  const objects: Record<string, unknown> = {};
  for (const number of document.objectNumbers()) {
    const object = document.object(number);
    if (object !== undefined) {
      objects[`${number} ${object.generation} R`] = jsonOf(object.value);
    }
  }
  return objects;
}

function jsonOf(value: CosValue): unknown {
  if (value instanceof Ref) {
    return `${value.number} ${value.generation} R`;
  }
  if (value instanceof Name) {
    return `/${Buffer.from(value.value, "latin1").toString("utf8")}`;
  }
  if (value instanceof CosString) {
    const text = Buffer.from(value.bytes).toString("latin1");
    return /^[\t\n\r -~]*$/u.test(text) ? `u:${text}` : `b:${Buffer.from(value.bytes).toString("hex")}`;
  }
  if (value instanceof Stream) {
    const dict = value.dict.copy();
    dict.delete("Length");
    return { dict: jsonOf(dict), data: Buffer.from(value.bytes.encoded()).toString("base64") };
  }
  if (value instanceof Dict) {
    const entries = [...value.entries].filter(([, entry]) => entry !== null);
    return Object.fromEntries(entries.map(([key, entry]) => [jsonOf(new Name(key)), jsonOf(entry)]));
  }
  return Array.isArray(value) ? value.map(jsonOf) : value;
}

function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "cos-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs qpdf with `options`, in which `@` stands for the file. */
function runQpdf(folder: string, file: Uint8Array, options: readonly string[]) {
  const input = join(folder, "in.pdf");
  writeFileSync(input, file);
  const args = options.map((option) => (option === "@" ? input : option));
  return spawnSync("qpdf", args, { encoding: "utf8", maxBuffer: 2 ** 30 });
}
