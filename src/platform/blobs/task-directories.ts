import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, rmdir, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { lockDirectory, type ProcessLock } from "./process-lock.ts";

/** The files of one request: `inputs` as they were uploaded, `workspace` for the work on them. */
export interface TaskDirectory extends AsyncDisposable {
  readonly inputs: string;
  /** Empty at first. */
  readonly workspace: string;
}

const OWNER_ONLY = 0o700;

/** One directory per request under `tasks/` of the data directory, removed with all that is in it when disposed of. */
export class TaskDirectories {
  readonly #root: string;
  readonly #lock: ProcessLock;

  private constructor(root: string, lock: ProcessLock) {
    this.#root = root;
    this.#lock = lock;
  }

  /**
   * Takes the data directory for this process and removes what an earlier run left.
   * @throws DirectoryInUse
   */
  static async open(dataDirectory: string): Promise<TaskDirectories> {
    const directory = resolve(dataDirectory);
    await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
    const lock = await lockDirectory(directory);
    const root = join(directory, "tasks");
    await rm(root, { recursive: true, force: true });
    await mkdir(root, { mode: OWNER_ONLY });
    return new TaskDirectories(root, lock);
  }

  async create(): Promise<TaskDirectory> {
    const inputs = join(this.#root, randomBytes(12).toString("hex"));
    const workspace = join(inputs, "work");
    // Both in one trip.
    await mkdir(workspace, { recursive: true, mode: OWNER_ONLY });
    return {
      inputs,
      workspace,
      [Symbol.asyncDispose]: () => removeTree(inputs),
    };
  }

  /** Gives the data directory free for another process. */
  async close(): Promise<void> {
    await this.#lock.release();
  }
}

/** Half the trips to the file system that a general `rm` needs, which asks what each thing is; every request pays them. */
async function removeTree(directory: string): Promise<void> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    await Promise.all(
      entries.map((entry) => {
        const path = join(directory, entry.name);
        return entry.isDirectory() ? removeTree(path) : unlink(path);
      }),
    );
    await rmdir(directory);
  } catch {
    // Something came or went meanwhile: the general one copes with that, or says what is wrong.
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
