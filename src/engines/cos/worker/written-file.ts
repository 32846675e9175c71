import { closeSync, openSync, writeSync } from "node:fs";
import type { ByteSink } from "@quire/cos";
import { Failure } from "../../../kernel/failure.ts";
import { giveBackFileMemory } from "./file-bytes.ts";

/**
 * The number of written bytes after which file memory is given back: what was copied from a document is rarely needed
 * again.
 */
const RELEASE_BYTES = 32 * 2 ** 20;

/** A new file at a path in the worker's slot, written piece by piece. */
export class WrittenFile implements ByteSink, Disposable {
  readonly #descriptor: number;
  readonly #maxBytes: number;
  #sizeBytes = 0;
  #unreleasedBytes = 0;

  constructor(path: string, maxBytes = Number.POSITIVE_INFINITY) {
    this.#descriptor = openSync(path, "wx", 0o600);
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /**
   * Writes bytes to the end of the file.
   * @throws Failure `document_too_complex` when the file would be longer than allowed
   */
  write(bytes: Uint8Array): void {
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > this.#maxBytes) {
      throw new Failure("document_too_complex", "The result would be larger than a file may be.");
    }
    for (let offset = 0; offset < bytes.length; ) {
      offset += writeSync(this.#descriptor, bytes, offset);
    }
    this.#unreleasedBytes += bytes.length;
    if (this.#unreleasedBytes > RELEASE_BYTES) {
      giveBackFileMemory();
      this.#unreleasedBytes = 0;
    }
  }

  /** Writes bytes in place of as many that are in the file already, from `offset` on. */
  rewrite(offset: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, offset + done);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
