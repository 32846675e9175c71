import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { Writable } from "node:stream";

/** The number of bytes of a file that are written at a time: a multiple of the three that base64 takes together. */
const PIECE_BYTES = 3 * 2 ** 16;

/**
 * Writes messages to the browser in the order in which they are given. One with a file in it is written piece by piece,
 * since making it in one go would keep everything else in this process waiting; those after it wait for its end.
 */
export class MessageWriter {
  readonly #stream: Writable;
  /** The end of what is being written; undefined when nothing waits. */
  #line: Promise<void> | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  write(message: string): void {
    if (this.#line === undefined) {
      this.#stream.write(message);
    } else {
      void this.#follow(() => void this.#stream.write(message));
    }
  }

  /**
   * Writes a message whose text is `before`, the file at `path` in base64, and `after`. When the file cannot be read, the
   * promise is rejected, and what had been written is ended by a NUL: the browser refuses it.
   */
  writeWithFile(parts: { readonly before: string; readonly path: string; readonly after: string }): Promise<void> {
    return this.#follow(() => this.#writePieces(parts));
  }

  async #writePieces({ before, path, after }: Parameters<MessageWriter["writeWithFile"]>[0]): Promise<void> {
    this.#stream.write(before);
    try {
      let rest = Buffer.alloc(0);
      for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = bytes.length - (bytes.length % 3);
        await this.#writePiece(bytes.toString("base64", 0, end));
        rest = Buffer.from(bytes.subarray(end));
      }
      this.#stream.write(rest.toString("base64") + after);
    } catch (error) {
      this.#stream.write("\0");
      throw error;
    }
  }

  /** Writes a piece, and waits until the browser has read what there is. */
  async #writePiece(piece: string): Promise<void> {
    if (this.#stream.write(piece)) {
      return;
    }
    if (this.#stream.destroyed) {
      throw new Error("The browser reads no more.");
    }
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(this.#stream, "drain", { signal }), once(this.#stream, "close", { signal })]);
    } finally {
      waiting.abort();
    }
  }

  #follow(write: () => Promise<void> | void): Promise<void> {
    const done = (this.#line ?? Promise.resolve()).then(write);
    const line = done
      .catch(() => undefined)
      .then(() => {
        if (this.#line === line) {
          this.#line = undefined;
        }
      });
    this.#line = line;
    return done;
  }
}
