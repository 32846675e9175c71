import { createReadStream, createWriteStream } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../../kernel/failure.ts";

/*
 * JSON that grows at several places at once, page by page: each of them is a file until they are put together, so that
 * a document of many pages takes no memory of the service.
 */

/** A piece of the result: JSON, or the content of a part. */
export type Piece = string | { readonly part: string };

export class JsonParts {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #begun = new Set<string>();
  #sizeBytes = 0;

  /** Makes a document whose parts are files in `directory`, of `maxBytes` together. */
  constructor({ directory, maxBytes }: { readonly directory: string; readonly maxBytes: number }) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /**
   * Adds `json` to a part, and `separator` before it unless it is the first.
   * @throws Failure `document_too_complex` beyond the largest size
   */
  async append(part: string, json: string, separator: string): Promise<void> {
    const added = this.#begun.has(part) ? separator + json : json;
    this.#begun.add(part);
    this.#sizeBytes += Buffer.byteLength(added);
    if (this.#sizeBytes > this.#maxBytes) {
      throw new Failure(
        "document_too_complex",
        `The result is larger than ${this.#maxBytes} bytes; ask for fewer pages, or leave out output=detailed.`,
        { facts: { maxBytes: this.#maxBytes } },
      );
    }
    await appendFile(this.#pathOf(part), added);
  }

  /** Writes `pieces` one after the other to a file, and returns its path. */
  async assemble(pieces: readonly Piece[], signal: AbortSignal): Promise<string> {
    const path = this.#pathOf("assembled");
    await pipeline(this.#contents(pieces), createWriteStream(path), { signal });
    return path;
  }

  async *#contents(pieces: readonly Piece[]): AsyncGenerator<string | Buffer> {
    for (const piece of pieces) {
      if (typeof piece === "string") {
        yield piece;
      } else if (this.#begun.has(piece.part)) {
        yield* createReadStream(this.#pathOf(piece.part));
      }
    }
  }

  #pathOf(part: string): string {
    return join(this.#directory, `${part}.json`);
  }
}
