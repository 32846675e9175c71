import type { Bounds } from "../bounds.ts";
import { type CosDirect, Dict, isName, Ref } from "../objects.ts";
import { Lexer } from "../syntax/lexer.ts";
import { type ParseContext, parseValue } from "../syntax/parser.ts";
import { type FileScan, type FoundTrailer, scanFile } from "./file-scan.ts";
import type { ObjectLoader } from "./object-loader.ts";
import { XrefEntries, XrefKind } from "./xref-entries.ts";

/** The number of trailers that are read; a file with more of them has none of use beyond. */
const MAX_TRAILERS = 200;
/** The length in bytes at which a trailer dictionary is cut off: a longer one has lost its end. */
const MAX_TRAILER_BYTES = 65_536;

/**
 * The objects of a file as a search of all its bytes finds them, used when its cross-reference sections are wrong. The
 * search is made once, when it is first needed.
 */
export class FileRepair {
  readonly #bytes: Uint8Array;
  readonly #bounds: Bounds;
  readonly #parse: ParseContext;
  #scan: FileScan | undefined;
  #hasObjectStreams = false;
  #trailers: Dict[] | undefined;

  constructor(bytes: Uint8Array, bounds: Bounds, parse: ParseContext) {
    this.#bytes = bytes;
    this.#bounds = bounds;
    this.#parse = parse;
  }

  /** The entries of the objects outside of object streams. */
  get entries(): XrefEntries {
    this.#scan ??= scanFile(this.#bytes, {
      entries: new XrefEntries(this.#bounds.maxObjects),
      parse: this.#parse,
      bounds: this.#bounds,
    });
    return this.#scan.entries;
  }

  /** Returns the entries of all objects. It reads the object streams, so the decryption must be known to `loader`. */
  allEntries(loader: ObjectLoader): XrefEntries {
    const entries = this.entries;
    if (!this.#hasObjectStreams) {
      this.#hasObjectStreams = true;
      for (const { number, offset } of this.#scan?.objectStreams ?? []) {
        // The stream is skipped when an object of the same number comes later in the file.
        if (entries.kind(number) === XrefKind.file && entries.place(number) === offset) {
          this.#addObjectsOf(number, offset, entries, loader);
        }
      }
    }
    return entries;
  }

  /** Returns the last trailer with an /Encrypt; undefined when none has it. */
  encryptedTrailer(): Dict | undefined {
    return this.#allTrailers().find((trailer) => trailer.has("Encrypt"));
  }

  /**
   * Returns the last trailer whose Root is a catalog; failing that, one that is made for a catalog that was found, or
   * for another dictionary with pages. Undefined when there is nothing of the kind.
   */
  trailer(loader: ObjectLoader): { trailer: Dict; isMade: boolean } | undefined {
    const trailers = this.#allTrailers();
    const found =
      trailers.find((trailer) => hasPages(trailer.get("Root"))) ??
      trailers.find((trailer) => isCatalog(trailer.get("Root"))) ??
      trailers.find((trailer) => trailer.get("Root") instanceof Dict);
    if (found !== undefined && hasPages(found.get("Root"))) {
      return { trailer: this.#withEncryption(found), isMade: false };
    }
    const root = this.#findCatalog(loader);
    if (root !== undefined) {
      const entries = trailers.find((trailer) => trailer.dict("Info") !== undefined)?.raw("Info");
      const made = new Dict([["Root", root], ...(entries === undefined ? [] : [["Info", entries] as const])]);
      return { trailer: this.#withEncryption(made), isMade: true };
    }
    return found === undefined ? undefined : { trailer: this.#withEncryption(found), isMade: false };
  }

  #addObjectsOf(stream: number, offset: number, entries: XrefEntries, loader: ObjectLoader): void {
    const numbers = loader.objectStream(stream)?.numbers ?? [];
    for (const [index, number] of numbers.entries()) {
      this.#bounds.step();
      const isNewer = entries.kind(number) !== XrefKind.file || entries.place(number) < offset;
      if (number > 0 && number !== stream && isNewer) {
        entries.set(number, XrefKind.objectStream, stream, index);
      }
    }
  }

  /** Returns the trailers from the last to the first. */
  #allTrailers(): Dict[] {
    if (this.#trailers === undefined) {
      void this.entries;
      const found = this.#scan?.trailers ?? [];
      // The last trailer counts as a rule; the first may be all that is left of the two that a linearized file has.
      const some =
        found.length <= MAX_TRAILERS
          ? found
          : [...found.slice(0, MAX_TRAILERS / 2), ...found.slice(found.length - MAX_TRAILERS / 2)];
      this.#trailers = some
        .map((trailer) => this.#readTrailer(trailer))
        .filter((trailer) => trailer !== undefined)
        .toReversed();
    }
    return this.#trailers;
  }

  #readTrailer(found: FoundTrailer): Dict | undefined {
    if (found instanceof Dict) {
      return found;
    }
    const value = parseValue(new Lexer(this.#bytes, found, found + MAX_TRAILER_BYTES), {
      ...this.#parse,
      facts: undefined,
    });
    return value instanceof Dict ? value : undefined;
  }

  #withEncryption(trailer: Dict): Dict {
    const encrypted = trailer.has("Encrypt") ? undefined : this.encryptedTrailer();
    const copy = trailer.copy();
    for (const key of encrypted === undefined ? [] : ["Encrypt", "ID"]) {
      const value = encrypted?.raw(key);
      if (value !== undefined) {
        copy.set(key, value);
      }
    }
    return copy;
  }

  /**
   * Returns the last object that is a catalog with pages; failing that, the last one that has pages, or the last
   * catalog without pages.
   */
  #findCatalog(loader: ObjectLoader): Ref | undefined {
    const best: { rank: number; object: Ref | undefined } = { rank: 0, object: undefined };
    for (const number of this.entries.numbersInUse()) {
      this.#bounds.step();
      const object = loader.load(number);
      const value = object?.value ?? null;
      const rank = (isCatalog(value) ? 1 : 0) + (hasPages(value) ? 2 : 0);
      if (object !== undefined && rank > 0 && rank >= best.rank) {
        best.rank = rank;
        best.object = new Ref(this.#parse.source, number, object.generation);
      }
    }
    return best.object;
  }
}

/** Returns whether `root` is a dictionary with a page tree, which other readers require of a catalog (7.7.2). */
export const hasPages = (root: CosDirect): boolean => root instanceof Dict && root.get("Pages") instanceof Dict;

const isCatalog = (root: CosDirect): boolean => root instanceof Dict && isName(root.get("Type"), "Catalog");
