import type { Readable } from "node:stream";

/** What a blob is made of: bytes, or the content of a file in a task's directory. */
export type BlobSource = { readonly bytes: Uint8Array } | { readonly path: string };

/** The bytes of a blob from `start` to `end`, both included and counted from 0; both are within the blob. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob that is being read. Its reader destroys `content` when it does not read to the end. */
export interface OpenBlob {
  /** The size of the whole blob, also when only a range of it is read. */
  readonly sizeBytes: number;
  /** The bytes. It fails rather than end early, and when the whole blob is not what was put. */
  readonly content: Readable;
}

/** A blob that a list names. */
export interface ListedBlob {
  readonly key: string;
  /** When the blob was put, in milliseconds of Unix time, by the store's clock; 0 when it has gone meanwhile. */
  readonly modifiedAt: number;
}

/**
 * Keeps what outlives its request: blobs under keys (blob-keys.ts), all of whose characters are the service's own. No
 * path leads into a store: a path exists in the directory of a task only. A blob that is not there is a value, not an
 * error.
 *
 * Every function throws Failure `storage_unavailable` when the store does not work for now.
 */
export interface BlobStore {
  /**
   * Whether other processes keep blobs here as well. If so, a blob that this process knows nothing of may have been put
   * by another one a moment ago.
   */
  readonly isShared: boolean;
  /**
   * Puts a blob in place of what is under the key. The whole of it is there, and lasts, when this resolves; until then
   * nobody sees a part of it. The file of a source stays in its place and must not be written to afterwards.
   */
  put(key: string, source: BlobSource): Promise<void>;
  /** Begins to read a blob, or a range of it; undefined when there is none. */
  open(key: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Reads the whole of a blob that is small enough for the memory; undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Returns the size of a blob; undefined when there is none. */
  stat(key: string): Promise<{ readonly sizeBytes: number } | undefined>;
  /**
   * Brings a blob as a file to `path` in a task's directory, in place of what is there, and only the whole of it. The
   * file must not be written to. Returns false when there is no such blob.
   */
  fetch(key: string, path: string): Promise<boolean>;
  /** Removes blobs, in this order where there is one. Nothing happens with those that are gone already. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the blobs of a folder and of all folders in it, in no order; `folder` ends with a slash. */
  list(folder: string): Promise<readonly ListedBlob[]>;
  /** Resolves when the store can be used. */
  probe(): Promise<void>;
}
