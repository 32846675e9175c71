import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosDirect, CosString, type CosValue, Dict, Ref, resolve, Stream } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";
import { isVersion, laterVersion } from "../version.ts";
import { type ByteSink, FileOutput } from "./file-output.ts";
import { ObjectGraph } from "./graph.ts";
import { identicalStreams } from "./identical-streams.ts";
import { MadeObjects } from "./made-objects.ts";
import { Numbering } from "./numbering.ts";
import { ObjectStreamContents } from "./object-streams.ts";
import { ObjectWriter } from "./object-writer.ts";
import { versionOfSecurity, versionOfSources } from "./versions.ts";
import { fileIdentifier, XrefEntries } from "./xref-entries.ts";

export interface WriteOptions {
  /**
   * Whether object streams and a cross-reference stream (PDF 1.5) are written rather than a cross-reference table.
   * `true` raises the version when that is needed; by default they are written unless `version` is one that does not
   * have them.
   */
  readonly objectStreams?: boolean | undefined;
  /**
   * The version of the new file: "1.7", for example. By default the latest of the documents that the objects are from.
   * It is raised when the protection needs that.
   */
  readonly version?: string | undefined;
  /** The protection of the new file, made or opened with the first element of the trailer's ID; undefined for none. */
  readonly security?: SecurityHandler | undefined;
  /** Whether streams without a filter are deflated when that makes them shorter. True by default. */
  readonly compress?: boolean | undefined;
  /** Whether streams of the same bytes and dictionary are written once. True by default. */
  readonly unifyStreams?: boolean | undefined;
}

export interface WriteSummary {
  readonly bytes: number;
  /** The number of indirect objects that were written, those that the file itself needs included. */
  readonly objects: number;
  /** The version in the header. */
  readonly version: string;
  /** The number of streams that were not written because an identical one was. */
  readonly unifiedStreams: number;
  readonly dropped: {
    /** The number of objects that were referred to and do not exist: null stands for them. */
    readonly missing: number;
    /**
     * The number of cross-reference and object streams of the sources that something referred to: null stands for them.
     */
    readonly fileStructure: number;
    /** The entries of the trailer that were not taken over. */
    readonly trailerKeys: readonly string[];
  };
}

/**
 * Writes the objects that Root and Info of `trailer` lead to as a new file (ISO 32000-2, 7.5): each once, numbered in
 * the order in which they are reached. The same objects give the same bytes, except for the random numbers of an
 * encryption.
 * @throws CosError `not_pdf` when there is no catalog, `too_complex` when a bound is met; or the signal's reason when
 * it is aborted.
 */
export function writeDocument(
  trailer: Dict,
  sink: ByteSink,
  options: WriteOptions = {},
  bounds: Bounds = new Bounds(),
): WriteSummary {
  const made = new MadeObjects();
  const root = indirect(trailer.raw("Root"), made);
  if (root === undefined) {
    throw new CosError("not_pdf", "There is no document catalog to write.");
  }
  const info = indirect(trailer.raw("Info"), made);
  const graph = new ObjectGraph(info === undefined ? [root] : [root, info], bounds);
  const form = formOf(graph, root, options);
  const { representative, unified } =
    options.unifyStreams === false ? { representative: undefined, unified: 0 } : identicalStreams(graph, bounds);
  const entries = new XrefEntries();
  const numbering = new Numbering(graph, representative, entries);
  const file = new FileWriter({ graph, numbering, entries, sink, options, form, bounds });
  // Four bytes above 127 show that the file is binary (7.5.2).
  file.out.buffer.text(`%PDF-${form.version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
  file.writeObjects(root, info);
  file.writeXref(trailer, root, info);
  return {
    bytes: file.out.offset,
    objects: numbering.end - 1,
    version: form.version,
    unifiedStreams: unified,
    dropped: {
      missing: graph.missing,
      fileStructure: graph.fileStructure,
      trailerKeys: [...trailer.keys()].filter((key) => !TRAILER_KEYS.has(key)),
    },
  };
}

/**
 * The entries of a trailer that the new file has as well, and those that describe only the old one (7.5.5, 7.5.8.2).
 */
const TRAILER_KEYS = new Set(
  "Root Info ID Size Encrypt Prev XRefStm Type W Index Filter DecodeParms Length".split(" "),
);

/**
 * Returns a reference to the dictionary of Root or Info, made for a direct dictionary; undefined when the value is no
 * dictionary.
 */
function indirect(value: CosValue | undefined, made: MadeObjects): Ref | undefined {
  if (!(resolve(value) instanceof Dict)) {
    return undefined;
  }
  return value instanceof Ref ? value : made.add(resolve(value));
}

interface Form {
  readonly version: string;
  readonly hasObjectStreams: boolean;
}

function formOf(graph: ObjectGraph, root: Ref, options: WriteOptions): Form {
  const { security } = options;
  if (options.version !== undefined && !isVersion(options.version)) {
    throw new TypeError(`${JSON.stringify(options.version)} is no version of PDF.`);
  }
  let version = options.version ?? versionOfSources(graph.sources, catalogOf(root));
  if (security !== undefined) {
    version = laterVersion(version, versionOfSecurity(security));
  }
  const knowsObjectStreams = options.version === undefined || laterVersion(version, "1.5") === version;
  const hasObjectStreams = options.objectStreams ?? knowsObjectStreams;
  return { version: hasObjectStreams ? laterVersion(version, "1.5") : version, hasObjectStreams };
}

function catalogOf(root: Ref): Dict {
  const { value } = root;
  return value instanceof Dict ? value : new Dict();
}

interface FileParts {
  readonly graph: ObjectGraph;
  readonly numbering: Numbering;
  readonly entries: XrefEntries;
  readonly sink: ByteSink;
  readonly options: WriteOptions;
  readonly form: Form;
  readonly bounds: Bounds;
}

class FileWriter {
  readonly out: FileOutput;
  readonly #parts: FileParts;
  readonly #objects: ObjectWriter;
  readonly #objectStream: ObjectStreamContents | undefined;
  #encryptNumber = 0;

  constructor(parts: FileParts) {
    const { numbering, options, form, bounds } = parts;
    const { security, compress = true } = options;
    this.#parts = parts;
    this.out = new FileOutput(parts.sink);
    this.#objects = new ObjectWriter(this.out, numbering, { compress, security }, bounds);
    this.#objectStream = form.hasObjectStreams ? new ObjectStreamContents(numbering, bounds) : undefined;
  }

  /**
   * Writes the objects. Each one that is written gives numbers to those that it refers to, which are written in turn.
   */
  writeObjects(root: Ref, info: Ref | undefined): void {
    const { graph, numbering, options, bounds } = this.#parts;
    const rootNumber = numbering.numberOf(root);
    if (info !== undefined) {
      numbering.numberOf(info);
    }
    for (let number = 1; number < numbering.end; number++) {
      bounds.step();
      const id = numbering.idOf(number);
      if (id !== -1) {
        this.#writeObject(number, number === rootNumber ? withoutVersion(catalogOf(root)) : graph.value(id));
      }
    }
    this.#writeObjectStream();
    if (options.security !== undefined) {
      this.#encryptNumber = numbering.take();
      this.#parts.entries.setOffset(this.#encryptNumber, this.out.offset);
      this.#objects.writePlain(this.#encryptNumber, inlined(options.security.encrypt, bounds));
    }
  }

  writeXref(oldTrailer: Dict, root: Ref, info: Ref | undefined): void {
    const { numbering, entries, options, form } = this.#parts;
    const identifier = this.out.identifier();
    const [oldFirst] = oldTrailer.array("ID") ?? [];
    const first = resolve(oldFirst);
    // 7.6.4.3.2: the first element is a part of the key; a protection that was made without one has an empty one.
    const firstIdentifier =
      first instanceof CosString ? first.bytes : options.security === undefined ? identifier : new Uint8Array(0);
    const xrefNumber = form.hasObjectStreams ? numbering.take() : 0;
    const trailer = new Dict([["Size", numbering.end]]);
    trailer.set("Root", newRef(numbering.numberOf(root)));
    if (info !== undefined) {
      trailer.set("Info", newRef(numbering.numberOf(info)));
    }
    if (this.#encryptNumber !== 0) {
      trailer.set("Encrypt", newRef(this.#encryptNumber));
    }
    trailer.set("ID", fileIdentifier(firstIdentifier, identifier));
    const offset = this.out.offset;
    if (form.hasObjectStreams) {
      entries.setOffset(xrefNumber, offset);
      this.#objects.writePlain(xrefNumber, entries.stream(trailer));
    } else {
      entries.writeTable(this.out.buffer);
      this.#objects.writeTrailer(trailer);
    }
    this.out.buffer.text(`startxref\n${offset}\n%%EOF\n`);
    this.out.flush();
  }

  #writeObject(number: number, value: CosDirect): void {
    const isCatalog = number === 1;
    // Older readers do not find the catalog of an encrypted file in an object stream, and the bytes of a signature are
    // found by their offsets.
    const standsAlone =
      value instanceof Stream ||
      (isCatalog && this.#parts.options.security !== undefined) ||
      (value instanceof Dict && value.entries.has("ByteRange"));
    if (standsAlone || this.#objectStream === undefined) {
      this.#parts.entries.setOffset(number, this.out.offset);
      this.#objects.write(number, 0, value);
    } else {
      this.#objectStream.add(number, value);
      if (this.#objectStream.isFull) {
        this.#writeObjectStream();
      }
    }
  }

  #writeObjectStream(): void {
    if (this.#objectStream?.isEmpty === false) {
      const { numbering, entries } = this.#parts;
      const number = numbering.take();
      entries.setOffset(number, this.out.offset);
      this.#objects.write(number, 0, this.#objectStream.take(number, entries));
    }
  }
}

/**
 * Returns a copy of the catalog without its version, which counts when it is later than the header's (7.7.2): here the
 * header has the right one.
 */
function withoutVersion(catalog: Dict): Dict {
  const copy = catalog.copy();
  copy.delete("Version");
  return copy;
}

const NEW_FILE = new MadeObjects();
const newRef = (number: number): Ref => new Ref(NEW_FILE, number, 0);

/**
 * Returns the dictionary with everything that it refers to directly in it: nothing of the encryption dictionary is ever
 * encrypted.
 */
function inlined(dict: Dict, bounds: Bounds, depth = 0): Dict {
  bounds.checkDepth(depth);
  const valueOf = (raw: CosValue): CosValue => {
    bounds.step();
    const value = resolve(raw);
    if (Array.isArray(value)) {
      return value.map((element) => (resolve(element) instanceof Dict ? valueOf(element) : resolve(element)));
    }
    return value instanceof Dict ? inlined(value, bounds, depth + 1) : value;
  };
  return new Dict([...dict.entries].map(([key, raw]) => [key, valueOf(raw)] as const));
}
