import { Bounds } from "../../packages/cos/src/bounds.ts";
import { CosError } from "../../packages/cos/src/cos-error.ts";
import type { CosDocument } from "../../packages/cos/src/file/document.ts";
import { decodeStream } from "../../packages/cos/src/filters/decode.ts";
import { functionOf } from "../../packages/cos/src/model/functions/function.ts";
import { NameTree } from "../../packages/cos/src/model/name-tree.ts";
import { NumberTree } from "../../packages/cos/src/model/number-tree.ts";
import { readPageTree } from "../../packages/cos/src/model/pages.ts";
import { asDict, type CosDirect, type Dict, isName, Stream } from "../../packages/cos/src/objects.ts";
import { contentOperations } from "../../packages/cos/src/syntax/content-stream.ts";

/** The amounts of everything that was read in a document. */
export interface ReadFacts {
  readonly objects: number;
  readonly streams: number;
  /** The number of streams whose data are damaged. */
  readonly damagedStreams: number;
  readonly functions: number;
  /** The number of operations of all pages and forms. */
  readonly operations: number;
  /** The number of entries of all name trees and number trees. */
  readonly treeEntries: number;
  readonly pages: number;
  readonly encrypted: boolean;
  /** The kinds of the repairs. */
  readonly repairs: readonly string[];
  /** The codes with which single objects and pages were refused; the rest of the document was read. */
  readonly refusals: readonly string[];
}

/**
 * Reads every object, decodes every stream, evaluates every function, interprets every page and form, and walks every
 * tree.
 */
export function readDocument(document: CosDocument): ReadFacts {
  const { bounds, catalog } = document;
  const reader = new Reader(document);
  for (const number of document.objectNumbers()) {
    reader.guarded(() => reader.object(document.object(number)?.value ?? null));
  }
  const { pages } = readPageTree(document);
  for (const page of pages) {
    reader.guarded(() => reader.content(page.contents(bounds).bytes));
  }
  for (const root of asDict(catalog.get("Names"))?.keys() ?? []) {
    reader.guarded(() => reader.tree(catalog.dict("Names")?.dict(root), "names"));
  }
  reader.guarded(() => reader.tree(catalog.dict("PageLabels"), "numbers"));
  reader.guarded(() => reader.tree(catalog.dict("StructTreeRoot")?.dict("ParentTree"), "numbers"));
  return {
    ...reader.counts,
    pages: pages.length,
    encrypted: document.security !== undefined,
    repairs: [...document.repairCounts.keys()].toSorted(),
    refusals: reader.refusals,
  };
}

class Reader {
  readonly counts = { objects: 0, streams: 0, damagedStreams: 0, functions: 0, operations: 0, treeEntries: 0 };
  readonly refusals: string[] = [];
  readonly #document: CosDocument;

  constructor(document: CosDocument) {
    this.#document = document;
  }

  /**
   * Runs `work`, and passes over a bound that one stream exceeds, so that the next stream is read; a bound of time is
   * thrown.
   */
  guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof CosError)) {
        throw error;
      }
      this.refusals.push(error.code);
      this.#document.bounds.look();
    }
  }

  object(value: CosDirect): void {
    this.counts.objects += 1;
    if (value instanceof Stream) {
      this.#stream(value);
    }
    if (asDict(value)?.raw("FunctionType") !== undefined) {
      this.#function(value);
    }
  }

  content(bytes: Uint8Array): void {
    const { bounds } = this.#document;
    for (const { operator } of contentOperations(bytes, { source: this.#document, bounds })) {
      this.counts.operations += operator === "" ? 0 : 1;
    }
  }

  tree(root: Dict | undefined, kind: "names" | "numbers"): void {
    if (root === undefined) {
      return;
    }
    const { bounds } = this.#document;
    const tree = kind === "names" ? new NameTree(root, bounds) : new NumberTree(root, bounds);
    for (const _ of tree.entries()) {
      this.counts.treeEntries += 1;
    }
  }

  #stream(stream: Stream): void {
    const { bytes, damage, remaining } = decodeStream(stream, this.#document.bounds);
    this.counts.streams += 1;
    this.counts.damagedStreams += damage === undefined ? 0 : 1;
    if (isName(stream.dict.get("Subtype"), "Form") && remaining.length === 0) {
      this.content(bytes);
    }
  }

  #function(value: CosDirect): void {
    const made = functionOf(value, this.#document.bounds);
    if (made !== undefined) {
      this.counts.functions += 1;
      made.evaluate(new Float64Array(made.inputCount).fill(0.5));
    }
  }
}

export const LIMITS = { timeoutMs: 10_000, maxStreamBytes: 64 * 1024 ** 2 } as const;

/** Returns the bounds of one piece of work, which count from now on. */
export const newBounds = (): Bounds => new Bounds(LIMITS);
