import { randomBytes } from "node:crypto";
import { constants, statSync } from "node:fs";
import { access, type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { BLOB_FOLDERS, requireKey } from "../blob-keys.ts";
import type { BlobSource, BlobStore, ByteRange, ListedBlob, OpenBlob } from "../blob-store.ts";
import { readIfThere, systemErrorCode } from "../small-files.ts";
import { storageTrouble } from "../storage-trouble.ts";
import { SharedSync, syncPath } from "../syncing.ts";
import { linkOrCopy } from "./link-or-copy.ts";

const OWNER_ONLY = 0o700;
const CHUNK_BYTES = 256 * 1024;
/** How often a name is tried whose folder goes at the same time. */
const FOLDER_TRIES = 5;

/**
 * Opens the blobs in the data directory: each is a file, whose path is its key. What an earlier process left unfinished
 * is removed.
 */
export async function openLocalBlobs(dataDirectory: string): Promise<BlobStore> {
  const root = resolve(dataDirectory);
  await rm(join(root, INCOMING), { recursive: true, force: true });
  for (const folder of [...BLOB_FOLDERS, INCOMING]) {
    await mkdir(join(root, folder), { recursive: true, mode: OWNER_ONLY });
  }
  for (const folder of BLOB_FOLDERS) {
    await removeEmptyFolders(join(root, folder));
  }
  return new LocalBlobs(root);
}

/** The folder of files that are being written. */
const INCOMING = "incoming/";

class LocalBlobs implements BlobStore {
  readonly isShared = false;
  readonly #root: string;
  readonly #syncs: ReadonlyMap<string, SharedSync>;

  constructor(root: string) {
    this.#root = root;
    const folders = BLOB_FOLDERS.map((folder) => resolve(root, folder));
    this.#syncs = new Map(folders.map((path) => [path, new SharedSync(path)] as const));
  }

  put(key: string, source: BlobSource): Promise<void> {
    return this.#reported(async () => {
      const target = this.#pathOf(key);
      if ("path" in source) {
        await syncPath(source.path);
        await this.#inFolder(target, () => this.#link(source.path, target));
      } else {
        await this.#throughTemporary(target, (temporary) => writeSynced(temporary, source.bytes));
      }
      await this.#syncFolders(target);
    });
  }

  open(key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
    return this.#reading(key, async () => {
      const handle = await openIfThere(this.#pathOf(key));
      if (handle === undefined) {
        return undefined;
      }
      try {
        const { size: sizeBytes } = await handle.stat();
        const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
        if (range === undefined && sizeBytes === 0) {
          await handle.close();
          return { sizeBytes, content: Readable.from([]) };
        }
        assert(start <= end && end < sizeBytes, "a range is within its blob");
        return { sizeBytes, content: handle.createReadStream({ start, end, highWaterMark: CHUNK_BYTES }) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  read(key: string): Promise<Buffer | undefined> {
    return this.#reading(key, () => readIfThere(this.#pathOf(key)));
  }

  stat(key: string): Promise<{ readonly sizeBytes: number } | undefined> {
    return this.#reading(key, () =>
      unlessMissing(async () => {
        const { size } = await stat(this.#pathOf(key));
        return { sizeBytes: size };
      }),
    );
  }

  async fetch(key: string, path: string): Promise<boolean> {
    const fetched = await this.#reading(key, async () => {
      await rm(path, { force: true });
      return await unlessMissing(async () => {
        await linkOrCopy(this.#pathOf(key), path);
        return true;
      });
    });
    return fetched ?? false;
  }

  remove(keys: readonly string[]): Promise<void> {
    return this.#reported(async () => {
      const paths = keys.map((key) => this.#pathOf(key));
      for (const path of paths) {
        await unlessMissing(() => unlink(path));
      }
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        if (!this.#syncs.has(folder)) {
          await rmdir(folder).catch(ignoreUnlessTrouble);
        }
      }
    });
  }

  list(folder: string): Promise<readonly ListedBlob[]> {
    assert(folder.endsWith("/"), "a folder ends with a slash");
    return this.#reported(() => this.#list(folder));
  }

  async #list(folder: string): Promise<readonly ListedBlob[]> {
    const entries = (await unlessMissing(() => readdir(join(this.#root, folder), { withFileTypes: true }))) ?? [];
    const found: ListedBlob[] = [];
    for (const entry of entries) {
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        found.push(...(await this.#list(`${key}/`)));
      } else {
        found.push(new ListedFile(key, join(this.#root, key)));
      }
    }
    return found;
  }

  probe(): Promise<void> {
    return this.#reported(async () => {
      await Promise.all(this.#syncs.keys().map((folder) => access(folder, constants.W_OK | constants.X_OK)));
    });
  }

  /** Reads a blob; that it is missing is believed only while its folder is there. */
  #reading<Result>(key: string, action: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.#reported(async () => {
      const found = await action();
      if (found === undefined) {
        await access(dirname(join(this.#root, key.split("/", 2).join("/"))));
      }
      return found;
    });
  }

  /** Turns what the disk refuses for now into Failure `storage_unavailable`, also that a folder has gone with its disk. */
  async #reported<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw storageTrouble(error) ?? (systemErrorCode(error) === "ENOENT" ? await this.#goneFolder(error) : error);
    }
  }

  /** Returns the failure that the folder is gone without which a file was not found; `cause` itself while all are there. */
  async #goneFolder(cause: unknown): Promise<unknown> {
    for (const folder of [...this.#syncs.keys(), resolve(this.#root, INCOMING)]) {
      const isThere = await unlessMissing(() => access(folder).then(() => true));
      if (isThere === undefined) {
        const detail = `The folder ${basename(folder)} of the service's data directory is not there at the moment.`;
        return new Failure("storage_unavailable", detail, { cause });
      }
    }
    return cause;
  }

  #pathOf(key: string): string {
    requireKey(key);
    return join(this.#root, key);
  }

  /** Gives a file a second name, or a copy of it where that is not possible, in place of what has the name. */
  async #link(path: string, target: string): Promise<void> {
    try {
      await link(path, target);
    } catch (error) {
      if (systemErrorCode(error) === "ENOENT") {
        throw error;
      }
      await this.#throughTemporary(target, async (temporary) => {
        await linkOrCopy(path, temporary);
        await syncPath(temporary);
      });
    }
  }

  /**
   * Does what makes the name `target`. A folder within the others is made when it is missing: it goes with the last file in
   * it, which may be at any moment. The others are there from the start; when one has gone, so has the disk, or its mount.
   */
  async #inFolder(target: string, action: () => Promise<void>): Promise<void> {
    const folder = dirname(target);
    for (let tries = 1; ; tries += 1) {
      try {
        await action();
        return;
      } catch (error) {
        if (systemErrorCode(error) !== "ENOENT" || this.#syncs.has(folder) || tries === FOLDER_TRIES) {
          throw error;
        }
        await mkdir(folder, { mode: OWNER_ONLY }).catch(ignoreUnlessTrouble);
      }
    }
  }

  /** Makes a file beside the blobs and moves it to its name, so that nobody sees a part of it. */
  async #throughTemporary(target: string, make: (temporary: string) => Promise<void>): Promise<void> {
    const temporary = join(this.#root, INCOMING, randomBytes(12).toString("hex"));
    try {
      await make(temporary);
      await this.#inFolder(target, () => rename(temporary, target));
    } finally {
      // After a failure, and where both are names of one file: rename(2) does nothing then.
      await rm(temporary, { force: true });
    }
  }

  /** Waits until the name of a file is on disk, and that of its folder when this is not one that always exists. */
  async #syncFolders(target: string): Promise<void> {
    const folder = dirname(target);
    const shared = this.#syncs.get(folder);
    if (shared !== undefined) {
      await shared.sync();
      return;
    }
    await syncPath(folder);
    await this.#syncs.get(dirname(folder))?.sync();
  }
}

/** A file in a list. Its time is asked for only when it is looked at: few lists are about time. */
class ListedFile implements ListedBlob {
  readonly key: string;
  readonly #path: string;

  constructor(key: string, path: string) {
    this.key = key;
    this.#path = path;
  }

  get modifiedAt(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}

/** Returns undefined when the file is missing that the action is about. */
async function unlessMissing<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action();
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

const openIfThere = (path: string): Promise<FileHandle | undefined> => unlessMissing(() => open(path, "r"));

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(bytes);
  await file.sync();
}

/** Removes the folders that a process had made when it was lost, before there was a file in them. */
async function removeEmptyFolders(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await rmdir(join(root, entry.name)).catch(ignoreUnlessTrouble);
    }
  }
}

/** Ignores that a folder is in use, gone, or there already. */
function ignoreUnlessTrouble(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(String(systemErrorCode(error)))) {
    throw error;
  }
}
