import { hash } from "node:crypto";
import type { Bounds } from "../bounds.ts";
import { CosString, type CosValue, Dict, Name, Ref, Stream } from "../objects.ts";
import type { ObjectGraph } from "./graph.ts";
import { numberText } from "./serialise.ts";

export interface Unification {
  /** For each index of the graph, that of the object that is written for it. */
  readonly representative: Int32Array;
  /** The number of streams that another one is written for. */
  readonly unified: number;
}

/**
 * Finds the streams that have the same encoded bytes and the same dictionary. Dictionaries are the same when what they
 * refer to is: an identical stream, an array or a dictionary of the same content where nothing depends on its identity,
 * or the same object. Streams that refer to themselves in a circle are kept apart.
 */
export function identicalStreams(graph: ObjectGraph, bounds: Bounds): Unification {
  const representative = Int32Array.from({ length: graph.size }, (_, id) => id);
  const description = new Description(graph, representative, bounds);
  let unified = 0;
  let candidates = candidatesOf(graph, description, bounds);
  // An image follows its soft mask, a form its images: each round goes up one step. It is sound to stop after any.
  for (let round = 0; round < MAX_ROUNDS && candidates.length > 0; round++) {
    let merged = 0;
    const rest: Candidate[] = [];
    const firstOf = new Map<string, number>();
    for (const candidate of candidates) {
      bounds.step();
      const text = description.of(candidate.id);
      if (text === undefined) {
        continue;
      }
      const key = `${candidate.bytesKey} ${text}`;
      const first = firstOf.get(key);
      if (first === undefined) {
        firstOf.set(key, candidate.id);
        rest.push(candidate);
      } else {
        representative[candidate.id] = first;
        merged++;
      }
    }
    unified += merged;
    candidates = merged === 0 ? [] : rest;
  }
  settle(representative);
  return { representative, unified };
}

const MAX_ROUNDS = 16;

interface Candidate {
  readonly id: number;
  /**
   * A key that is equal for streams of the same bytes whose dictionaries are the same except for what these refer to.
   */
  readonly bytesKey: string;
}

/**
 * Returns the streams whose bytes are those of another one, too. Bytes are compared only when everything else is the
 * same.
 */
function candidatesOf(graph: ObjectGraph, description: Description, bounds: Bounds): Candidate[] {
  const ofLength = grouped(graph.streams, (id) => String(streamOf(graph, id)?.bytes.lengthBytes));
  const ofShape = ofLength.flatMap((ids) => grouped(ids, (id) => description.of(id, true)));
  return ofShape.flatMap((ids, shape) => {
    const ofSample = grouped(ids, (id) => sampleOf(graph, id, bounds));
    const candidates = ofSample.flat().map((id) => {
      return { id, bytesKey: `${shape} ${hash("sha256", bytesOf(graph, id, bounds), "base64")}` };
    });
    return grouped(candidates, ({ bytesKey }) => bytesKey).flat();
  });
}

function bytesOf(graph: ObjectGraph, id: number, bounds: Bounds): Uint8Array {
  bounds.look();
  return streamOf(graph, id)?.bytes.encoded() ?? new Uint8Array(0);
}

const SAMPLE_BYTES = 1024;

/**
 * Returns a digest of some bytes of a long stream, empty for a short one: scans of one size differ there, and need not
 * be read as a whole to see it.
 */
function sampleOf(graph: ObjectGraph, id: number, bounds: Bounds): string {
  if ((streamOf(graph, id)?.bytes.lengthBytes ?? 0) <= 4 * SAMPLE_BYTES) {
    return "";
  }
  const bytes = bytesOf(graph, id, bounds);
  const starts = [0, (bytes.length - SAMPLE_BYTES) >>> 1, bytes.length - SAMPLE_BYTES];
  const samples = starts.map((start) => bytes.subarray(Math.max(0, start), Math.max(0, start) + SAMPLE_BYTES));
  return hash("sha256", Buffer.concat(samples), "base64");
}

function streamOf(graph: ObjectGraph, id: number): Stream | undefined {
  const value = graph.value(id);
  return value instanceof Stream ? value : undefined;
}

/** Groups items by key and returns the groups of more than one; items without a key are left out. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Item[][] {
  const byKey = Map.groupBy(items, keyOf);
  byKey.delete(undefined);
  return [...byKey.values()].filter((group) => group.length > 1);
}

const MAX_PARTS = 4096;
const MAX_INDIRECTIONS = 32;

/**
 * Describes the dictionaries of streams as texts that are equal for equal dictionaries, whatever the order of their
 * entries.
 */
class Description {
  readonly #graph: ObjectGraph;
  readonly #representative: Int32Array;
  readonly #bounds: Bounds;
  #parts: string[] = [];
  #isShape = false;

  constructor(graph: ObjectGraph, representative: Int32Array, bounds: Bounds) {
    this.#graph = graph;
    this.#representative = representative;
    this.#bounds = bounds;
  }

  /**
   * Returns the text for a stream's dictionary; with `isShape`, without what the dictionary refers to. Undefined when
   * the dictionary is too large to be compared.
   */
  of(id: number, isShape = false): string | undefined {
    const dict = streamOf(this.#graph, id)?.dict;
    this.#parts = [];
    this.#isShape = isShape;
    if (dict === undefined) {
      return undefined;
    }
    this.#dict(dict, 0, 0, "Length");
    return this.#parts.length > MAX_PARTS ? undefined : this.#parts.join(" ");
  }

  #value(value: CosValue, depth: number, indirections: number): void {
    this.#bounds.step();
    if (this.#parts.length > MAX_PARTS) {
      return;
    }
    if (value instanceof Ref || value instanceof Stream) {
      this.#reference(value, depth, indirections);
    } else if (value instanceof Dict) {
      this.#dict(value, depth, indirections);
    } else if (Array.isArray(value)) {
      this.#bounds.checkDepth(depth);
      this.#parts.push("[");
      for (const element of value) {
        this.#value(element, depth + 1, indirections);
      }
      this.#parts.push("]");
    } else if (value instanceof Name) {
      this.#parts.push(`/${JSON.stringify(value.value)}`);
    } else if (value instanceof CosString) {
      this.#parts.push(Buffer.from(value.bytes).toString("hex"), ")");
    } else {
      this.#parts.push(typeof value === "number" ? numberText(value) : String(value));
    }
  }

  #dict(dict: Dict, depth: number, indirections: number, exceptKey?: string): void {
    this.#bounds.checkDepth(depth);
    this.#parts.push("<<");
    for (const key of [...dict.keys()].toSorted()) {
      const value = dict.raw(key) ?? null;
      if (value !== null && key !== exceptKey) {
        this.#parts.push(JSON.stringify(key));
        this.#value(value, depth + 1, indirections);
      }
    }
    this.#parts.push(">>");
  }

  #reference(target: Ref | Stream, depth: number, indirections: number): void {
    const id = this.#isShape ? -1 : this.#graph.idOf(target);
    if (id === -1) {
      this.#parts.push("R");
      return;
    }
    const value = this.#graph.value(id);
    if (indirections < MAX_INDIRECTIONS && !(value instanceof Stream) && !hasIdentity(value)) {
      this.#value(value, depth, indirections + 1);
    } else {
      this.#parts.push(`${representativeOf(this.#representative, id)} R`);
    }
  }
}

/**
 * The types of dictionaries that mean the same wherever they are. Others, such as layers and pages, have an identity.
 */
const TYPES_WITHOUT_IDENTITY = new Set([
  "Font",
  "FontDescriptor",
  "Encoding",
  "ExtGState",
  "Pattern",
  "Mask",
  "Halftone",
  "Group",
]);

const hasIdentity = (value: CosValue): boolean =>
  value instanceof Dict && value.has("Type") && !TYPES_WITHOUT_IDENTITY.has(value.name("Type") ?? "");

function representativeOf(representative: Int32Array, id: number): number {
  let current = id;
  while (representative[current] !== current) {
    current = representative[current] ?? current;
  }
  return current;
}

function settle(representative: Int32Array): void {
  for (let id = 0; id < representative.length; id++) {
    representative[id] = representativeOf(representative, id);
  }
}
