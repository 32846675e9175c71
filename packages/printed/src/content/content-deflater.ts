import { deflate } from "node:zlib";
import { Dict, Name, Stream, type StreamBytes } from "@quire/cos";

/** Content that is shorter is deflated sooner than another thread is asked to. */
const LONG_BYTES = 32 * 1024;

/** Deflates content that was made, in Node's threads, while the work on the document goes on in this one. */
export class ContentDeflater {
  readonly #running: Promise<void>[] = [];

  /** Returns a stream of that content. Until `done` it has no filter, whatever has been deflated of it. */
  stream(content: Uint8Array): Stream {
    const dict = new Dict();
    const bytes = new ContentBytes(content);
    if (content.length >= LONG_BYTES) {
      this.#running.push(
        deflated(content).then((encoded) => {
          // What cannot be deflated here, for want of memory, is left to the writer.
          if (encoded !== undefined) {
            bytes.current = encoded;
            dict.set("Filter", new Name("FlateDecode"));
          }
        }),
      );
    }
    return new Stream(dict, bytes);
  }

  /** Resolves when all content has been deflated. */
  async done(): Promise<void> {
    await Promise.all(this.#running);
  }
}

class ContentBytes implements StreamBytes {
  current: Uint8Array;

  constructor(content: Uint8Array) {
    this.current = content;
  }

  get lengthBytes(): number {
    return this.current.length;
  }

  encoded(): Uint8Array {
    return this.current;
  }
}

function deflated(content: Uint8Array): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    // The result must fit into one piece: for each piece the thread would wait for this one.
    deflate(content, { chunkSize: content.length + SLACK_BYTES }, (error, encoded) => {
      // A copy: the piece has the size of the content.
      resolve(error === null ? new Uint8Array(encoded) : undefined);
    });
  });
}

/** More than the format of zlib adds to content that cannot be compressed, for content of any size that is read. */
const SLACK_BYTES = 64 * 1024;
