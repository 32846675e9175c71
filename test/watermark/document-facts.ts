import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { qpdf, succeeded } from "../cos/qpdf.ts";

/** The facts that qpdf finds in a document, down to its objects. */
export interface DocumentFacts {
  /** The streams that each page has as its contents, in their order. */
  readonly contents: readonly (readonly StreamFacts[])[];
  /** The digests of all streams. */
  readonly digests: ReadonlySet<string>;
  readonly annotations: number;
  readonly layers: number;
  readonly isTagged: boolean;
  /** The UserUnit of the first page, which PDFium ignores. */
  readonly userUnit: number;
}

export interface StreamFacts {
  readonly isFiltered: boolean;
  /** The digest of the data as they are stored, but decrypted. */
  readonly stored: string;
  /** The digest of the inflated data; undefined where they were not deflated, or were filtered in another way. */
  readonly inflated: string | undefined;
}

/** Reads the facts of a document; returns undefined when qpdf does not open it. */
export async function factsOf(path: string, password?: string): Promise<DocumentFacts | undefined> {
  const keys = ["--json-key=pages", "--json-key=qpdf"];
  const whole = ["--json=2", ...keys, "--json-stream-data=inline", "--decode-level=none", path];
  const { exitCode, stdout } = await qpdf(whole, password);
  if (!succeeded(exitCode)) {
    return undefined;
  }
  const { pages, qpdf: parts } = JSON.parse(stdout) as QpdfJson;
  return factsIn(pages, new Objects(parts[1]));
}

interface QpdfJson {
  readonly pages: readonly { readonly object: string; readonly contents: readonly string[] }[];
  readonly qpdf: readonly [unknown, Readonly<Record<string, QpdfObject>>];
}

interface QpdfObject {
  readonly value?: unknown;
  readonly stream?: { readonly dict: Readonly<Record<string, unknown>>; readonly data: string };
}

function factsIn(pages: QpdfJson["pages"], objects: Objects): DocumentFacts {
  const catalog = objects.member(objects.trailer(), "/Root");
  const streams = objects.streams();
  return {
    contents: pages.map(({ contents }) => contents.flatMap((reference) => streams.get(reference) ?? [])),
    digests: new Set([...streams.values()].flatMap(({ stored, inflated }) => [stored, inflated ?? stored])),
    annotations: pages.reduce((sum, { object }) => sum + lengthOf(objects.member(object, "/Annots")), 0),
    layers: lengthOf(objects.member(objects.member(catalog, "/OCProperties"), "/OCGs")),
    isTagged: objects.member(objects.member(catalog, "/MarkInfo"), "/Marked") === true,
    userUnit: userUnitOf(objects.member(pages[0]?.object, "/UserUnit")),
  };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const userUnitOf = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 1);

/** The objects as qpdf writes them as JSON: names begin with a solidus, a reference is a text such as `5 0 R`. */
class Objects {
  readonly #objects: Readonly<Record<string, QpdfObject>>;

  constructor(objects: Readonly<Record<string, QpdfObject>>) {
    this.#objects = objects;
  }

  trailer(): unknown {
    return this.#objects["trailer"]?.value;
  }

  /** Returns a member of a dictionary, or of what refers to one. */
  member(of: unknown, key: string): unknown {
    const dictionary = this.#resolve(of);
    const isDictionary = typeof dictionary === "object" && dictionary !== null && !Array.isArray(dictionary);
    return isDictionary ? this.#resolve((dictionary as Readonly<Record<string, unknown>>)[key]) : undefined;
  }

  /** Returns all streams, by their references. */
  streams(): Map<string, StreamFacts> {
    const found = Object.entries(this.#objects).flatMap(([name, { stream }]): [string, StreamFacts][] =>
      stream === undefined ? [] : [[name.replace(/^obj:/, ""), streamFacts(stream.dict, stream.data)]],
    );
    return new Map(found);
  }

  #resolve(value: unknown): unknown {
    const object = typeof value === "string" ? this.#objects[`obj:${value}`] : undefined;
    return object === undefined ? value : object.value;
  }
}

const INFLATED_MAX_BYTES = 64 * 1024 ** 2;

function streamFacts(dict: Readonly<Record<string, unknown>>, base64: string): StreamFacts {
  const data = Buffer.from(base64, "base64");
  const filter = dict["/Filter"];
  const isDeflated = filter === "/FlateDecode" && dict["/DecodeParms"] === undefined;
  return {
    isFiltered: filter !== undefined,
    stored: digestOf(data),
    inflated: isDeflated ? digestOfInflated(data) : undefined,
  };
}

function digestOfInflated(data: Buffer): string | undefined {
  try {
    return digestOf(inflateSync(data, { maxOutputLength: INFLATED_MAX_BYTES }));
  } catch {
    // The data are damaged.
    return undefined;
  }
}

/**
 * Returns the digest of the data without line ends at the end, which programs keep or drop where a stream's length is
 * wrong.
 */
function digestOf(data: Buffer): string {
  const end = data.findLastIndex((byte) => byte !== CARRIAGE_RETURN && byte !== LINE_FEED);
  return createHash("sha256")
    .update(data.subarray(0, end + 1))
    .digest("hex")
    .slice(0, 16);
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
