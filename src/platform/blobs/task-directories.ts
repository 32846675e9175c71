import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { mkdir, rm, rmdir, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Failure } from "../../kernel/failure.ts";
import { lockDirectory, type ProcessLock } from "./process-lock.ts";
import { systemErrorCode } from "./small-files.ts";

/** The files of one request: `inputs` as they were uploaded, `workspace` for the work on them. */
export interface TaskDirectory extends AsyncDisposable {
  readonly inputs: string;
  /** The directory in which the work writes; empty at first. */
  readonly workspace: string;
}

const OWNER_ONLY = 0o700;

/**
 * Makes one directory per request under `tasks/` of the data directory, removed with all that is in it when disposed
 * of. None is used twice: work that was stopped may still produce a file, which must not reach another request.
 */
export class TaskDirectories {
  readonly #root: string;
  readonly #lock: ProcessLock;

  private constructor(root: string, lock: ProcessLock) {
    this.#root = root;
    this.#lock = lock;
  }

  /**
   * Takes the data directory for this process and removes what an earlier run left.
   * @throws DirectoryInUse when another process has it
   */
  static async open(dataDirectory: string): Promise<TaskDirectories> {
    const directory = resolve(dataDirectory);
    await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
    const lock = await lockDirectory(directory);
    try {
      const root = join(directory, "tasks");
      await rm(root, { recursive: true, force: true });
      await mkdir(root, { mode: OWNER_ONLY });
      return new TaskDirectories(root, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** @throws Failure `storage_unavailable` when the data directory is away, the error of the operating system otherwise */
  create(): TaskDirectory {
    const inputs = join(this.#root, randomBytes(12).toString("hex"));
    const workspace = join(inputs, "work");
    try {
      mkdirSync(inputs, { mode: OWNER_ONLY });
      mkdirSync(workspace, { mode: OWNER_ONLY });
    } catch (error) {
      const detail = "The folder tasks of the service's data directory is not there at the moment.";
      throw systemErrorCode(error) === "ENOENT" ? new Failure("storage_unavailable", detail, { cause: error }) : error;
    }
    return { inputs, workspace, [Symbol.asyncDispose]: () => removeTree(inputs) };
  }

  /** Releases the data directory for another process. */
  close(): Promise<void> {
    this.#lock.release();
    return Promise.resolve();
  }
}

// On a local disk a name is made or removed in microseconds, and a trip through the thread pool takes tens of them;
// freeing the blocks of a large file takes longer, and there may be thousands of pages.
const SMALL_BYTES = 1024 * 1024;
const FEW_ENTRIES = 16;

/** Removes a request's files: few and small ones synchronously. */
async function removeTree(directory: string): Promise<void> {
  try {
    await removeEntries(directory);
    // This waits for whatever is being synced to the same disk, sometimes for long.
    await rmdir(directory);
  } catch {
    // Files appeared or vanished meanwhile: the general removal copes with that, or reports what is wrong.
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function removeEntries(directory: string): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true });
  const areFew = entries.length <= FEW_ENTRIES;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      await removeTree(path);
    } else if (areFew && lstatSync(path).size <= SMALL_BYTES) {
      unlinkSync(path);
    } else {
      await unlink(path);
    }
  }
}
