import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, opendir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/** How long the end of the service may be delayed by removing; what is left then is removed at the next start. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Where directories go that workers have written to, to be removed. They may be arranged to hurt: trees deeper than any
 * path may be long, a million files, directories without permissions, links that are swapped in while a service that is
 * root walks over them. So nobody waits for the removal, and nothing is walked over: each directory, at whatever depth,
 * is first moved by its own name into the trash, which the service alone can enter, and emptied there. Every path used
 * is a trusted directory with at most one name of the worker's behind it, and nothing follows a link at that name.
 */
export class Trash {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  #removal: Promise<void> = Promise.resolve();
  #isStopped = false;

  private constructor(path: string, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  /** Makes the trash at `path`, where nothing is yet. `onError` hears of removals that fail; they wait for a next start. */
  static async open(path: string, onError: (error: unknown) => void): Promise<Trash> {
    await mkdir(path, { mode: 0o700 });
    return new Trash(path, onError);
  }

  /** Takes a directory away from its place, on the same file system; resolves before it is removed. */
  async discard(directory: string): Promise<void> {
    await this.#moveIn(directory);
    this.#removal = this.#removal.then(async () => this.#empty()).catch(this.#onError);
  }

  /** Waits a while for what is still being removed. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.#isStopped = true;
    }, CLOSE_TIMEOUT_MS);
    await this.#removal;
    clearTimeout(timer);
    if ((await readdir(this.#path)).length === 0) {
      await rmdir(this.#path);
    }
  }

  async #moveIn(directory: string): Promise<void> {
    const target = join(this.#path, randomUUID());
    await permit(directory);
    await rename(directory, target);
    if (!(await lstat(target)).isDirectory()) {
      await unlink(target);
      throw new Error("A directory became something else while it was removed.");
    }
  }

  async #empty(): Promise<void> {
    for (let names = await readdir(this.#path); names.length > 0; names = await readdir(this.#path)) {
      for (const name of names) {
        if (this.#isStopped) {
          return;
        }
        await this.#remove(join(this.#path, name));
      }
    }
  }

  /** Removes a directory of the trash; those in it move next to it, to be removed in their turn. */
  async #remove(directory: string): Promise<void> {
    for await (const entry of await opendir(directory)) {
      const path = join(directory, entry.name);
      await (entry.isDirectory() ? this.#moveIn(path) : unlink(path));
    }
    await rmdir(directory);
  }
}

/**
 * To be moved and read, a directory must let its owner write and read it; root needs no permission. An ordinary user's
 * service may be led to follow a link here, to a file of its own, to which it gives what its owner could have anyway.
 */
async function permit(directory: string): Promise<void> {
  if (process.geteuid?.() !== 0) {
    await chmod(directory, 0o700);
  }
}
