import { randomBytes } from "node:crypto";
import { resultKey } from "./blob-keys.ts";
import type { BlobStore, ByteRange, OpenBlob } from "./blob-store.ts";

/** Files that outlive their request: results of jobs, and of requests with an Idempotency-Key. */
export interface ResultFiles {
  /** Keeps a copy of the file at `path`, which lasts when this resolves, and returns its name. */
  keep(path: string): Promise<string>;
  /** Returns whether the file is there. */
  exists(name: string): Promise<boolean>;
  /** Begins to read a file, or a range of it; undefined when there is none. */
  open(name: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Reads the whole of a small file; undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes a file. Nothing happens when it is gone already. */
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

const NAME = /^results\/([0-9a-f]{32})$/;

/** Keeps results in `blobs`. */
export const createResultFiles = (blobs: BlobStore): ResultFiles => ({
  async keep(path) {
    const name = randomBytes(16).toString("hex");
    await blobs.put(resultKey(name), { path });
    return name;
  },
  exists: async (name) => (await blobs.stat(resultKey(name))) !== undefined,
  open: (name, range) => blobs.open(resultKey(name), range),
  read: (name) => blobs.read(resultKey(name)),
  remove: (name) => blobs.remove([resultKey(name)]),
  names: async () => (await blobs.list("results/")).flatMap(({ key }) => NAME.exec(key)?.[1] ?? []),
});
