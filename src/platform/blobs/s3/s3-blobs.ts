import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { assert } from "../../../kernel/assert.ts";
import { withRetries } from "../../../kernel/timing/retry-policy.ts";
import { type Claimant, places, Semaphore } from "../../../kernel/timing/semaphore.ts";
import type { S3Settings } from "../../config/s3.ts";
import { requireKey } from "../blob-keys.ts";
import type { BlobSource, BlobStore, ByteRange, ListedBlob, OpenBlob } from "../blob-store.ts";
import { storageTrouble } from "../storage-trouble.ts";
import { ContentDamaged, openObject } from "./download.ts";
import { isMissing, protocolTrouble, S3Connection, type S3Times } from "./s3-connection.ts";
import { S3Trouble, troubleOf, unavailable } from "./s3-trouble.ts";
import { Uploads } from "./upload.ts";

/** Opens the blobs in a bucket of an S3 store; nothing is asked of the store yet. */
export const openS3Blobs = (settings: S3Settings, times?: S3Times): BlobStore =>
  new S3Blobs(new S3Connection(settings, times), settings);

/** Downloads at the same time that bring blobs to tasks: a job may have 200 files. */
const FETCHES_AT_ONCE = 16;
const LISTED_AT_ONCE = 1000;
const REMOVED_AT_ONCE = 1000;
/** The tries to read an object whose content is not what was put. */
const DAMAGED_TRIES = 3;
const CLAIMANT: Claimant = { signal: new AbortController().signal, tenant: "" };

class S3Blobs implements BlobStore {
  readonly isShared = true;
  readonly #connection: S3Connection;
  readonly #uploads: Uploads;
  readonly #fetches = new Semaphore<number>({ permits: places(FETCHES_AT_ONCE) });

  constructor(connection: S3Connection, settings: S3Settings) {
    this.#connection = connection;
    this.#uploads = new Uploads(connection, settings);
  }

  async put(key: string, source: BlobSource): Promise<void> {
    requireKey(key);
    try {
      await ("path" in source ? this.#uploads.putFile(key, source.path) : this.#uploads.putBytes(key, source.bytes));
    } catch (error) {
      throw storageTrouble(error) ?? error;
    }
  }

  open(key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
    requireKey(key);
    return openObject(this.#connection, key, range);
  }

  async read(key: string): Promise<Buffer | undefined> {
    requireKey(key);
    return await this.#undamaged(async () => {
      const opened = await openObject(this.#connection, key);
      return opened && Buffer.concat(await opened.content.toArray());
    });
  }

  async stat(key: string): Promise<{ readonly sizeBytes: number } | undefined> {
    requireKey(key);
    return await this.#connection.request(async (client) => {
      try {
        return { sizeBytes: await client.getContentLength(this.#nameOf(key)) };
      } catch (error) {
        const trouble = troubleOf(error);
        if (isMissing(trouble)) {
          return undefined;
        }
        throw trouble;
      }
    });
  }

  fetch(key: string, path: string): Promise<boolean> {
    requireKey(key);
    return this.#fetches.run(CLAIMANT, async () => {
      try {
        return await this.#undamaged(() => this.#download(key, path));
      } catch (error) {
        await rm(path, { force: true });
        throw storageTrouble(error) ?? error;
      }
    });
  }

  async #download(key: string, path: string): Promise<boolean> {
    const opened = await openObject(this.#connection, key);
    if (opened === undefined) {
      return false;
    }
    await pipeline(opened.content, createWriteStream(path, { mode: 0o600 }));
    return true;
  }

  /** Reads once more what is damaged: it may have been damaged on its way. */
  #undamaged<Result>(read: () => Promise<Result>): Promise<Result> {
    return withRetries(read, async (error, failures) => {
      if (!(error instanceof ContentDamaged) || failures >= DAMAGED_TRIES) {
        throw error;
      }
      await this.#connection.pause(failures);
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    keys.forEach(requireKey);
    const names = keys.map((key) => this.#nameOf(key));
    const [only, ...others] = names;
    if (only !== undefined && others.length === 0) {
      await this.#connection.request((client) => client.deleteObject(only));
      return;
    }
    for (let at = 0; at < names.length; at += REMOVED_AT_ONCE) {
      const some = names.slice(at, at + REMOVED_AT_ONCE);
      await this.#connection.request(async (client) => {
        const removed = await client.deleteObjects(some);
        if (removed.includes(false)) {
          throw protocolTrouble("some of the objects were not removed");
        }
      });
    }
  }

  async list(folder: string): Promise<readonly ListedBlob[]> {
    assert(folder.endsWith("/"), "a folder ends with a slash");
    const prefix = this.#nameOf(folder);
    const found: ListedBlob[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const from = token;
      const page = await this.#connection.request((client) =>
        client.listObjectsPaged("/", prefix, LISTED_AT_ONCE, from),
      );
      if (page?.objects === null || page?.objects === undefined) {
        throw unavailable(noBucket());
      }
      for (const { Key: name, LastModified: modified } of page.objects) {
        found.push({ key: name.slice(this.#connection.prefix.length), modifiedAt: modified.getTime() });
      }
      token = page.nextContinuationToken;
    }
    return found;
  }

  async probe(): Promise<void> {
    const exists = await this.#connection.request((client) => client.bucketExists());
    if (!exists) {
      throw unavailable(noBucket());
    }
  }

  #nameOf = (key: string): string => `${this.#connection.prefix}${key}`;
}

const noBucket = (): S3Trouble =>
  new S3Trouble("The bucket of the S3 store does not exist, or may not be used with this access key.", {
    code: "NoSuchBucket",
    status: 404,
    isTransient: false,
  });
