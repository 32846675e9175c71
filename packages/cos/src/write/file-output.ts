import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ByteWriter } from "./byte-writer.ts";

/**
 * The receiver of a file's bytes, piece by piece. Pieces may be views of the documents that are written, so it must not
 * change them.
 */
export type ByteSink = { write(bytes: Uint8Array): void };

const PIECE_BYTES = 64 * 1024;
const LARGE_PIECE_BYTES = 1024 * 1024;
/** The length from which data is given to the sink directly; shorter data is copied into the buffer. */
const COPIED_BYTES = 16 * 1024;

/** A file that is being written, with its current offset and the digest of what it has so far. */
export class FileOutput {
  /** The bytes that are not yet given to the sink; `settle` gives them when there are enough. */
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

  /** Writes bytes that must not change afterwards, because they may be passed on without a copy. */
  pass(bytes: Uint8Array): void {
    if (bytes.length < COPIED_BYTES) {
      this.buffer.raw(bytes);
      this.settle();
    } else {
      this.flush();
      // Its checksum stands for it in the digest, and takes a quarter of the time: most of a file is such data.
      this.#digest.update(new Uint32Array([bytes.length, crc32(bytes)]));
      this.#give(bytes);
    }
  }

  /** Gives the buffer to the sink when it has 64 KiB or more. */
  settle(): void {
    if (this.buffer.length >= PIECE_BYTES) {
      this.flush();
    }
  }

  flush(): void {
    if (this.buffer.length > 0) {
      const bytes = this.buffer.take();
      this.#digest.update(bytes);
      this.#give(bytes);
    }
  }

  /** Returns 16 bytes that depend on everything written so far: the same for the same bytes. */
  identifier(): Uint8Array {
    this.flush();
    return this.#digest.copy().digest().subarray(0, 16);
  }

  #give(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset += LARGE_PIECE_BYTES) {
      const piece = bytes.subarray(offset, offset + LARGE_PIECE_BYTES);
      this.#givenBytes += piece.length;
      this.#sink.write(piece);
    }
  }
}
