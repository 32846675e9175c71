import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

const FINDINGS = ["pages", "outlines", "acroform"] as const;

/** A document as qpdf reports it: qpdf's own findings, and all objects as it read them. */
export class QpdfObjects {
  readonly #findings: JsonObject;
  readonly #objects: JsonObject;

  private constructor(objects: JsonObject, findings: JsonObject) {
    this.#objects = objects;
    this.#findings = findings;
  }

  /**
   * Reads a file with qpdf.
   * @throws when qpdf cannot read the file
   */
  static async read(file: string): Promise<QpdfObjects> {
    const { qpdf } = await report(file, "qpdf", "--json-stream-data=inline", "--decode-level=generalized");
    const findings: Record<string, Json> = {};
    for (const key of FINDINGS) {
      // qpdf gives up on documents whose objects it can read when they refer to missing objects.
      findings[key] = await report(file, key).then(
        (found) => found[key] ?? null,
        () => null,
      );
    }
    return new QpdfObjects(object(list(qpdf)[1]), findings);
  }

  get catalog(): JsonObject {
    return object(this.get(object(object(this.#objects["trailer"])["value"])["/Root"]));
  }

  /** Returns a finding of qpdf; null when there is none. */
  finding(key: (typeof FINDINGS)[number]): Json {
    return this.#findings[key] ?? null;
  }

  /** Returns what a value is, references followed; for a stream, its dictionary. */
  get(value: Json | undefined): Json {
    const entry = this.#entry(value);
    return entry === undefined ? (value ?? null) : (entry["value"] ?? object(entry["stream"])["dict"] ?? null);
  }

  /**
   * Returns the decoded data of the stream that is referred to, one character per byte; undefined when it is no stream.
   */
  streamData(reference: Json | undefined): string | undefined {
    const stream = this.#entry(reference)?.["stream"];
    return stream === undefined ? undefined : Buffer.from(text(object(stream)["data"]), "base64").toString("latin1");
  }

  object(value: Json | undefined): JsonObject {
    return object(this.get(value));
  }

  list(value: Json | undefined): readonly Json[] {
    return list(this.get(value));
  }

  /** Returns the pairs of a name tree or a number tree (ISO 32000-2, 7.9.6, 7.9.7), in their order. */
  pairs(tree: Json | undefined, key: "/Names" | "/Nums"): [Json, Json][] {
    const node = this.object(tree);
    const leaves = this.list(node[key]);
    const own = Array.from({ length: Math.floor(leaves.length / 2) }, (_, index): [Json, Json] => [
      this.get(leaves[2 * index]),
      leaves[2 * index + 1] ?? null,
    ]);
    return [...own, ...this.list(node["/Kids"]).flatMap((kid) => this.pairs(kid, key))];
  }

  #entry(value: Json | undefined): JsonObject | undefined {
    return isReference(value) ? object(this.#objects[`obj:${value}`] ?? { value: null }) : undefined;
  }
}

async function report(file: string, key: string, ...options: readonly string[]): Promise<JsonObject> {
  const printed = await outputOf("qpdf", ["--json=2", `--json-key=${key}`, ...options, file]);
  return object(JSON.parse(printed.toString()) as Json);
}

const isReference = (value: Json | undefined): value is string =>
  typeof value === "string" && /^\d+ \d+ R$/.test(value);

export const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/**
 * Returns the text of a string as qpdf shows it, that of a name with its slash, and that of a number; an empty text for
 * anything else.
 */
export const text = (value: Json | undefined): string =>
  typeof value === "string" ? value.replace(/^u:/, "") : typeof value === "number" ? String(value) : "";

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isList(value);

const LARGEST_OUTPUT = 2 ** 30;
/** The exit status with which qpdf reports that it had to repair something. */
const WITH_WARNINGS = 3;

/**
 * Returns what a program prints on its standard output.
 * @throws when the program fails
 */
export async function outputOf(program: string, parameters: readonly string[]): Promise<Buffer> {
  const options = { encoding: "buffer", maxBuffer: LARGEST_OUTPUT } as const;
  return run(program, [...parameters], options).then(
    ({ stdout }) => stdout,
    (error: Error & { code?: unknown; stdout?: Buffer }) => {
      if (error.code === WITH_WARNINGS && program === "qpdf" && error.stdout !== undefined) {
        return error.stdout;
      }
      throw error;
    },
  );
}
