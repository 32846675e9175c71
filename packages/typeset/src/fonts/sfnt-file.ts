import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The place of a table, from the start of the file. It need not be right: see `isWithin`. */
export interface TableRecord {
  readonly offsetBytes: number;
  readonly lengthBytes: number;
}

/** The tables of a face by their tags, which have four characters: "OS/2", "CFF ". */
export type TableDirectory = ReadonlyMap<string, TableRecord>;

/**
 * Opens the font at `path` while `use` runs, and returns its result. A file that is absent, not readable, not a font or
 * shorter than what is read of it is "unreadable".
 */
export function readFont<T>(path: string, use: (file: SfntFile) => T): T | "unreadable" {
  try {
    using file = new SfntFile(path);
    return use(file);
  } catch (error) {
    // A RangeError means a font that ends too early; a code comes from the file system, as for a dangling link.
    if (error instanceof RangeError || (error instanceof Error && "code" in error)) {
      return "unreadable";
    }
    throw error;
  }
}

/**
 * A TrueType or OpenType file or collection (OpenType 1.9, "Organization of an OpenType font"), read piece by piece.
 */
export class SfntFile implements Disposable {
  readonly sizeBytes: number;
  readonly #descriptor: number;
  readonly #start: Buffer;

  /**
   * Opens the file and reads its first bytes.
   * @throws an error of the file system when that fails.
   */
  constructor(path: string) {
    this.#descriptor = openSync(path, "r");
    try {
      this.sizeBytes = fstatSync(this.#descriptor).size;
      this.#start = this.#readFile(0, START_BYTES);
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  /**
   * Returns the tables of each face.
   * @throws RangeError when the file is not a font, or is cut off.
   */
  faces(): TableDirectory[] {
    return this.#faceOffsets().map((offset) => this.#directory(offset));
  }

  /** Reads a table, or as many of its bytes as the file has: the length in a record may be anything. */
  read({ offsetBytes, lengthBytes }: TableRecord): Buffer {
    return offsetBytes + lengthBytes <= this.#start.length
      ? this.#start.subarray(offsetBytes, offsetBytes + lengthBytes)
      : this.#readFile(offsetBytes, lengthBytes);
  }

  isWithin({ offsetBytes, lengthBytes }: TableRecord): boolean {
    return offsetBytes + lengthBytes <= this.sizeBytes;
  }

  #faceOffsets(): number[] {
    const signature = this.#start.toString("latin1", 0, 4);
    if (signature !== "ttcf") {
      if (!SIGNATURES.has(signature)) {
        throw new RangeError("The file has none of the signatures of a font.");
      }
      return [0];
    }
    const faces = this.#start.readUInt32BE(8);
    if (faces > MAX_FACES) {
      throw new RangeError(`The collection says to have ${faces} faces.`);
    }
    const offsets = this.read({ offsetBytes: 12, lengthBytes: 4 * faces });
    return Array.from({ length: faces }, (_, face) => offsets.readUInt32BE(4 * face));
  }

  #directory(faceOffset: number): Map<string, TableRecord> {
    const tables = this.read({ offsetBytes: faceOffset, lengthBytes: 12 }).readUInt16BE(4);
    const records = this.read({ offsetBytes: faceOffset + 12, lengthBytes: 16 * tables });
    const directory = new Map<string, TableRecord>();
    for (let at = 0; at < 16 * tables; at += 16) {
      const record = { offsetBytes: records.readUInt32BE(at + 8), lengthBytes: records.readUInt32BE(at + 12) };
      directory.set(records.toString("latin1", at, at + 4), record);
    }
    return directory;
  }

  #readFile(offsetBytes: number, lengthBytes: number): Buffer {
    const buffer = Buffer.alloc(Math.max(0, Math.min(lengthBytes, this.sizeBytes - offsetBytes)));
    return buffer.subarray(0, readSync(this.#descriptor, buffer, 0, buffer.length, offsetBytes));
  }
}

/** The number of bytes read at once: most fonts have their directory, and many their small tables, in them. */
const START_BYTES = 4096;

const SIGNATURES = new Set(["\0\x01\0\0", "OTTO", "true"]);

/** The maximum number of faces of a collection that are read: many more than any has. */
const MAX_FACES = 1024;
