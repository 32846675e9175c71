import type { CosDocument } from "../file/document.ts";
import type { XrefSection } from "../file/xref.ts";
import { CosString, Dict, Ref, resolve, type Stream } from "../objects.ts";
import { type ByteSink, FileOutput } from "./file-output.ts";
import { ObjectWriter } from "./object-writer.ts";
import type { References } from "./serialise.ts";
import type { WriteSummary } from "./write-document.ts";
import { fileIdentifier, XrefEntries } from "./xref-entries.ts";

export interface UpdateOptions {
  /** Whether new streams without a filter are deflated when that makes them shorter. True by default. */
  readonly compress?: boolean | undefined;
}

/**
 * Returns whether the document can be updated: its cross-reference sections lead to its objects, and no object that was
 * read so far lacks its end, because the update would then become a part of it. Any other document has to be written as
 * a new file.
 */
export const isUpdatable = ({ isRebuilt, xref, repairCounts }: CosDocument): boolean =>
  !isRebuilt && xref.sections.length > 0 && !repairCounts.has("object-syntax") && !repairCounts.has("stream-length");

/**
 * Writes the bytes of the document as they are, then its changes as an incremental update (ISO 32000-2, 7.5.6),
 * protected as the document is. Without changes there is no update.
 * @throws Error when the document is not updatable, or a change refers to an object of another document.
 */
export function writeUpdate(document: CosDocument, sink: ByteSink, options: UpdateOptions = {}): WriteSummary {
  const [newest] = document.xref.sections;
  if (newest === undefined || !isUpdatable(document)) {
    throw new Error("The document has no sound sections to go on from: it is to be rewritten rather than updated.");
  }
  const out = new FileOutput(sink);
  out.pass(document.bytes);
  const numbers = [...document.changes.keys()].toSorted((one, other) => one - other);
  const objects = numbers.length === 0 ? 0 : new Update(document, out, options).write(numbers, newest);
  out.flush();
  return {
    bytes: out.offset,
    objects,
    version: document.version,
    unifiedStreams: 0,
    dropped: { missing: 0, fileStructure: 0, trailerKeys: [] },
  };
}

class Update {
  readonly #document: CosDocument;
  readonly #out: FileOutput;
  readonly #objects: ObjectWriter;
  readonly #entries = new XrefEntries();
  /** The offset in the file from which offsets count. */
  readonly #base: number;

  constructor(document: CosDocument, out: FileOutput, options: UpdateOptions) {
    const { security, bounds, xref } = document;
    this.#document = document;
    this.#out = out;
    this.#base = xref.offsetBase;
    this.#objects = new ObjectWriter(
      out,
      referencesOf(document),
      { compress: options.compress ?? true, security },
      bounds,
    );
  }

  write(numbers: readonly number[], newest: XrefSection): number {
    const { bytes } = this.#document;
    if (bytes.at(-1) !== 0x0a && bytes.at(-1) !== 0x0d) {
      this.#out.buffer.byte(0x0a);
    }
    for (const number of numbers) {
      this.#object(number);
    }
    const identifier = this.#out.identifier();
    const trailer = this.#trailer(newest, identifier);
    const offset = this.#offset;
    const size = Math.max(sizeOf(this.#document), (numbers.at(-1) ?? 0) + 1);
    if (newest.kind === "stream") {
      this.#entries.addInFile(size, offset, 0);
      trailer.set("Size", size + 1);
      this.#objects.writePlain(size, this.#entries.stream(trailer));
    } else {
      trailer.set("Size", size);
      this.#entries.writeTable(this.#out.buffer);
      this.#objects.writeTrailer(trailer);
    }
    this.#out.buffer.text(`startxref\n${offset}\n%%EOF\n`);
    return this.#entries.count;
  }

  get #offset(): number {
    return this.#out.offset - this.#base;
  }

  #object(number: number): void {
    this.#document.bounds.step();
    const value = this.#document.changes.get(number) ?? null;
    const generation = this.#document.object(number)?.generation ?? 0;
    const encrypt = this.#document.trailer.raw("Encrypt");
    this.#entries.addInFile(number, this.#offset, generation);
    if (encrypt instanceof Ref && encrypt.number === number && value instanceof Dict) {
      this.#objects.writePlain(number, value);
    } else {
      this.#objects.write(number, generation, value);
    }
  }

  /**
   * Makes the trailer of the update (7.5.6): all entries of the trailer so far, except those that describe its section.
   */
  #trailer(newest: XrefSection, identifier: Uint8Array): Dict {
    const { trailer } = this.#document;
    const entries = [...trailer.entries].filter(([key]) => !SECTION_KEYS.has(key));
    const first = resolve(trailer.array("ID")?.[0]);
    return new Dict([...entries])
      .set("ID", fileIdentifier(first instanceof CosString ? first.bytes : identifier, identifier))
      .set("Prev", newest.offset - this.#base);
  }
}

const SECTION_KEYS = new Set("Size ID Prev XRefStm Type W Index Filter DecodeParms Length".split(" "));

/** Returns the lowest number above all that are in use. */
function sizeOf(document: CosDocument): number {
  const size = document.trailer.integer("Size") ?? 0;
  let end = size <= document.bounds.maxObjects ? size : 0;
  for (const number of document.objectNumbers()) {
    end = Math.max(end, number + 1);
  }
  return end;
}

/**
 * Returns the numbers that the objects have in the document.
 * @throws Error when a change refers to an object of another document.
 */
const referencesOf = (document: CosDocument): References => ({
  numberOf(target: Ref | Stream): number {
    if (!(target instanceof Ref) || target.source !== document) {
      throw new Error("A change refers to an object that is not of the document: add it first.");
    }
    return target.number;
  },
  generationOf: (target) => (target instanceof Ref ? target.generation : 0),
});
