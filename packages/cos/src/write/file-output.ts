import { createHash } from "node:crypto";
import { ByteWriter } from "./byte-writer.ts";

/** Where the bytes of a file go, piece by piece. Pieces may be views of the documents that are written: they are not to be changed. */
export type ByteSink = { write(bytes: Uint8Array): void };

const PIECE_BYTES = 64 * 1024;
const LARGE_PIECE_BYTES = 1024 * 1024;
/** Shorter data is copied rather than given to the sink by itself. */
const COPIED_BYTES = 16 * 1024;

/** A file that is being written: knows its offsets, and the digest of what it has so far. */
export class FileOutput {
  /** What is written here is given to the sink by `settle`. */
  readonly buffer = new ByteWriter();
  readonly #sink: ByteSink;
  readonly #digest = createHash("sha256");
  #givenBytes = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** The offset of the next byte. */
  get offset(): number {
    return this.#givenBytes + this.buffer.length;
  }

  /** Writes bytes that nobody changes any more. */
  pass(bytes: Uint8Array): void {
    if (bytes.length < COPIED_BYTES) {
      this.buffer.raw(bytes);
      this.settle();
    } else {
      this.flush();
      this.#give(bytes);
    }
  }

  /** Gives the buffer to the sink when it is full. */
  settle(): void {
    if (this.buffer.length >= PIECE_BYTES) {
      this.flush();
    }
  }

  flush(): void {
    if (this.buffer.length > 0) {
      this.#give(this.buffer.take());
    }
  }

  /** 16 bytes that depend on all that was written so far: the same for the same bytes. */
  identifier(): Uint8Array {
    this.flush();
    return this.#digest.copy().digest().subarray(0, 16);
  }

  #give(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset += LARGE_PIECE_BYTES) {
      const piece = bytes.subarray(offset, offset + LARGE_PIECE_BYTES);
      this.#digest.update(piece);
      this.#givenBytes += piece.length;
      this.#sink.write(piece);
    }
  }
}
