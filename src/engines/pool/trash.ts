import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, opendir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/** The longest time that removing may delay the end of the service; what is left then is removed at the next start. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * The place to which directories that workers have written to are moved for removal. They may be arranged to do harm:
 * trees deeper than any path may be long, a million files, directories without permissions, links that are swapped in
 * while a service that is root walks over them. So no task waits for the removal, and no tree is walked: each
 * directory, at whatever depth, is first moved by its own name into the trash, which only the service can enter, and
 * emptied there. Every path used is a trusted directory with at most one name chosen by the worker behind it, and no
 * call follows a link at that name.
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

  /**
   * Makes the trash at `path`, where nothing exists yet. `onError` receives the errors of removals that fail; the next
   * start tries them again.
   */
  static async open(path: string, onError: (error: unknown) => void): Promise<Trash> {
    await mkdir(path, { mode: 0o700 });
    return new Trash(path, onError);
  }

  /** Moves a directory, which is on the same file system, into the trash; resolves before it is removed. */
  async discard(directory: string): Promise<void> {
    await this.#moveIn(directory);
    this.#removal = this.#removal.then(async () => this.#empty()).catch(this.#onError);
  }

  /** Waits for what is still being removed, at most 5 seconds. What fails is reported and does not keep from closing. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.#isStopped = true;
    }, CLOSE_TIMEOUT_MS);
    await this.#removal;
    clearTimeout(timer);
    try {
      if ((await readdir(this.#path)).length === 0) {
        await rmdir(this.#path);
      }
    } catch (error) {
      this.#onError(error);
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

  /** Removes a directory of the trash; directories in it are moved next to it, to be removed in their turn. */
  async #remove(directory: string): Promise<void> {
    for await (const entry of await opendir(directory)) {
      const path = join(directory, entry.name);
      await (entry.isDirectory() ? this.#moveIn(path) : unlink(path));
    }
    await rmdir(directory);
  }
}

/**
 * Makes a directory writable and readable for its owner, which moving and emptying it needs; root needs no permission.
 * A link may lead an ordinary user's service to one of its own files here, to which it then gives what its owner could
 * have anyway.
 */
async function permit(directory: string): Promise<void> {
  if (process.geteuid?.() !== 0) {
    await chmod(directory, 0o700);
  }
}
