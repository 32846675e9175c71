import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { assert } from "../../../kernel/assert.ts";
import type { ByteRange, OpenBlob } from "../blob-store.ts";
import { type ArrivingObject, protocolTrouble, type S3Connection } from "./s3-connection.ts";
import { troubleOf, unavailable } from "./s3-trouble.ts";

/** Reports that an object does not have the content that was put, however often it is read. */
export class ContentDamaged extends Error {}

const CHUNK_BYTES = 256 * 1024;

/**
 * Begins to read an object, or a range of it; undefined when there is none. A connection that is lost is taken up again
 * where it broke off. The content ends with an error rather than early: Failure `storage_unavailable` when the store
 * does not go on, ContentDamaged when the whole object does not have the SHA-256 that it was put with.
 * @throws Failure `storage_unavailable`
 */
export async function openObject(
  connection: S3Connection,
  key: string,
  range?: ByteRange,
): Promise<OpenBlob | undefined> {
  const wanted = range === undefined ? { start: 0 } : { start: range.start, endBefore: range.end + 1 };
  const first = await connection.get(key, wanted);
  if (first === undefined) {
    return undefined;
  }
  const { sizeBytes, sha256 } = first;
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  assert(range === undefined || (start <= end && end < sizeBytes), "a range is within its blob");
  const reading = new ObjectReading(connection, key, { first, start, endBefore: end + 1 });
  const content = Readable.from(range === undefined ? verified(reading.pieces(), sha256) : reading.pieces(), {
    objectMode: false,
    highWaterMark: CHUNK_BYTES,
  });
  // A reader that leaves before it has begun ends no generator.
  content.once("close", () => reading.end());
  return { sizeBytes, content };
}

/** Reads an object from one byte to another, over as many connections as it takes. */
class ObjectReading {
  readonly #connection: S3Connection;
  readonly #key: string;
  readonly #endBefore: number;
  readonly #etag: string;
  #at: number;
  #arriving: ArrivingObject;
  #failures = 0;

  constructor(
    connection: S3Connection,
    key: string,
    { first, start, endBefore }: { readonly first: ArrivingObject; readonly start: number; readonly endBefore: number },
  ) {
    this.#connection = connection;
    this.#key = key;
    this.#arriving = first;
    this.#etag = first.etag;
    this.#at = start;
    this.#endBefore = endBefore;
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    while (this.#at < this.#endBefore) {
      const piece = await this.#next();
      const wanted = piece.subarray(0, this.#endBefore - this.#at);
      this.#at += wanted.length;
      yield wanted;
    }
    await this.#close();
  }

  /** Takes note of the end of the answer, so that its connection serves the next request. */
  async #close(): Promise<void> {
    const last = await this.#arriving.content.next().catch(() => undefined);
    if (last?.done !== true) {
      this.end();
    }
  }

  end(): void {
    this.#arriving.cancel();
  }

  /** Returns the next piece, which may be empty, over a new connection when the last one was lost. */
  async #next(): Promise<Uint8Array> {
    try {
      const { done, value } = await this.#arriving.content.next();
      if (done === true) {
        throw protocolTrouble("an object ended before its length");
      }
      this.#failures = 0;
      return value;
    } catch (error) {
      await this.#resume(error);
      return new Uint8Array();
    }
  }

  /** @throws Failure `storage_unavailable` after too many failures in a row, or when the object has gone */
  async #resume(error: unknown): Promise<void> {
    this.#failures += 1;
    this.end();
    if (this.#failures >= this.#connection.times.tries) {
      throw unavailable(troubleOf(error));
    }
    await this.#connection.pause(this.#failures);
    const again = await this.#connection.get(this.#key, {
      start: this.#at,
      endBefore: this.#endBefore,
      etag: this.#etag,
    });
    if (again === undefined) {
      throw unavailable(protocolTrouble("an object went away while it was read"));
    }
    this.#arriving = again;
  }
}

/** Passes pieces on, and fails at their end when they are not what was put. */
async function* verified(
  pieces: AsyncIterable<Uint8Array>,
  sha256: string | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash: Hash | undefined = sha256 === undefined ? undefined : createHash("sha256");
  for await (const piece of pieces) {
    hash?.update(piece);
    yield piece;
  }
  if (hash !== undefined && hash.digest("hex") !== sha256) {
    throw new ContentDamaged("An object of the S3 store does not have the SHA-256 that it was put with.");
  }
}
