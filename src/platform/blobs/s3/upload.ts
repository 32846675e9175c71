import { createHash } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { assert } from "../../../kernel/assert.ts";
import { type Claimant, places, Semaphore } from "../../../kernel/timing/semaphore.ts";
import type { S3Settings } from "../../config/s3.ts";
import { FilePiece } from "./file-piece.ts";
import { protocolTrouble, type S3Connection, SHA256_HEADER } from "./s3-connection.ts";
import { troubleOf } from "./s3-trouble.ts";

const MIB = 1024 * 1024;
/** The size up to which a file is read into the memory. */
const IN_MEMORY_BYTES = MIB;
/** The size above which a file is put in parts, and the least size of a part; S3 asks for 5 MiB at least. */
const PART_BYTES = 8 * MIB;
/** S3's own limit. */
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 2;
/** Bodies on their way at the same time, all uploads together. */
const BODIES_AT_ONCE = 16;

const CONTENT_TYPE = "application/octet-stream";
const CLAIMANT: Claimant = { signal: new AbortController().signal, tenant: "" };

/** Puts objects, which are there when their upload has ended, and not before. */
export class Uploads {
  readonly #connection: S3Connection;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #bodies = new Semaphore<number>({ permits: places(BODIES_AT_ONCE) });

  constructor(connection: S3Connection, { encryption }: Pick<S3Settings, "encryption">) {
    this.#connection = connection;
    this.#headers = encryption === undefined ? {} : { "x-amz-server-side-encryption": encryption };
  }

  /** @throws Failure `storage_unavailable` */
  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    const sums = { sha256: digestOf("sha256", bytes, "hex"), md5: digestOf("md5", bytes, "base64") };
    await this.#putBody(key, bytes, sums);
  }

  /**
   * Puts the content of a file, which does not change meanwhile.
   * @throws Failure `storage_unavailable`; the error of the operating system when the file cannot be read
   */
  async putFile(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    if (size <= IN_MEMORY_BYTES) {
      await this.putBytes(key, await readFile(path));
      return;
    }
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB);
    const { sha256, md5s } = await sumsOf(path, partBytes);
    assert(md5s.length === Math.ceil(size / partBytes), "a file keeps its size while it is put");
    const [md5, ...others] = md5s;
    await (md5 !== undefined && others.length === 0
      ? this.#putBody(key, new FilePiece({ path, startBytes: 0, sizeBytes: size }), { sha256, md5 })
      : this.#putInParts({ key, path, sizeBytes: size, sha256, md5s, partBytes }));
  }

  async #putBody(
    key: string,
    body: Uint8Array | FilePiece,
    { sha256, md5 }: { sha256: string; md5: string },
  ): Promise<void> {
    const headers = { ...this.#headers, [SHA256_HEADER]: sha256, ...md5Header(md5) };
    const name = `${this.#connection.prefix}${key}`;
    await this.#bodies.run(CLAIMANT, () =>
      this.#connection.request((client) => client.putObject(name, body, CONTENT_TYPE, undefined, headers)),
    );
  }

  async #putInParts(upload: UploadInParts): Promise<void> {
    const { key, sha256 } = upload;
    const name = `${this.#connection.prefix}${key}`;
    const headers = { ...this.#headers, [SHA256_HEADER]: sha256 };
    const uploadId = await this.#connection.request((client) =>
      client.getMultipartUploadId(name, CONTENT_TYPE, undefined, headers),
    );
    try {
      const parts = await this.#putParts(upload, { name, uploadId });
      await this.#complete({ key, name, uploadId, parts, sha256 });
    } catch (error) {
      // The parts of an upload that is neither completed nor aborted are kept, and paid for, without being seen.
      await this.#connection.request((client) => client.abortMultipartUpload(name, uploadId)).catch(() => undefined);
      throw error;
    }
  }

  async #putParts(
    { path, sizeBytes, md5s, partBytes }: UploadInParts,
    { name, uploadId }: { readonly name: string; readonly uploadId: string },
  ): Promise<readonly Part[]> {
    const parts: Part[] = [];
    const waiting = md5s.entries();
    let hasFailed = false;
    const putSome = async (): Promise<void> => {
      for (const [index, md5] of waiting) {
        if (hasFailed) {
          return;
        }
        const startBytes = index * partBytes;
        const body = new FilePiece({ path, startBytes, sizeBytes: Math.min(partBytes, sizeBytes - startBytes) });
        parts[index] = await this.#bodies.run(CLAIMANT, () =>
          this.#connection.request((client) =>
            client.uploadPart(name, uploadId, body, index + 1, {}, undefined, md5Header(md5)),
          ),
        );
      }
    };
    // All have ended before an upload is given up: a part that arrives after that would stay.
    const ends = await Promise.allSettled(
      places(PARTS_AT_ONCE).map(() =>
        putSome().catch((error: unknown) => {
          hasFailed = true;
          throw error;
        }),
      ),
    );
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) {
      throw failed.reason;
    }
    return parts;
  }

  /** Completes an upload. Its answer may be lost: the upload is unknown then, and the object is there. */
  async #complete({ key, name, uploadId, parts, sha256 }: CompleteUpload): Promise<void> {
    await this.#connection.request(async (client) => {
      try {
        const { etag } = await client.completeMultipartUpload(name, uploadId, [...parts]);
        if (typeof etag !== "string" || etag === "") {
          // An answer 200 may hold an error: it begins before the parts are put together.
          throw protocolTrouble("an upload was completed without an ETag");
        }
      } catch (error) {
        if (!(await this.#isThere(key, sha256))) {
          throw troubleOf(error);
        }
      }
    });
  }

  async #isThere(key: string, sha256: string): Promise<boolean> {
    const found = await this.#connection.get(key, { start: 0 });
    found?.cancel();
    return found?.sha256 === sha256;
  }
}

interface Part {
  readonly partNumber: number;
  readonly etag: string;
}

interface UploadInParts {
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The MD5 of each part, in order. */
  readonly md5s: readonly string[];
  readonly partBytes: number;
}

interface CompleteUpload extends Pick<UploadInParts, "key" | "sha256"> {
  readonly name: string;
  readonly uploadId: string;
  readonly parts: readonly Part[];
}

/** With it the store refuses a body that was damaged on its way. The client signs it as it does its own headers. */
const md5Header = (md5: string) => ({ "content-md5": md5 }) as Record<`x-amz-${string}`, string>;

const digestOf = (algorithm: "md5" | "sha256", bytes: Uint8Array, form: "hex" | "base64"): string =>
  createHash(algorithm).update(bytes).digest(form);

// One buffer for the whole file: a stream would make a new one for each piece.
const READ_BYTES = 256 * 1024;

/** Reads a file once: returns its SHA-256, and the MD5 of each part of it. */
async function sumsOf(
  path: string,
  partBytes: number,
): Promise<{ readonly sha256: string; readonly md5s: readonly string[] }> {
  const whole = createHash("sha256");
  const md5s: string[] = [];
  let part = createHash("md5");
  let missingBytes = partBytes;
  await using file = await open(path, "r");
  const buffer = Buffer.alloc(READ_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, missingBytes), null);
    if (bytesRead === 0) {
      break;
    }
    const piece = buffer.subarray(0, bytesRead);
    whole.update(piece);
    part.update(piece);
    missingBytes -= bytesRead;
    if (missingBytes === 0) {
      md5s.push(part.digest("base64"));
      part = createHash("md5");
      missingBytes = partBytes;
    }
  }
  if (missingBytes < partBytes) {
    md5s.push(part.digest("base64"));
  }
  return { sha256: whole.digest("hex"), md5s };
}
