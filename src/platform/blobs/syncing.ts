import { open } from "node:fs/promises";

/** Waits until the content of a file or directory is on disk. */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}

/**
 * Syncs one directory for all who changed it: those who come while a sync is under way share the next one, which begins
 * after their change.
 */
export class SharedSync {
  readonly #path: string;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  sync(): Promise<void> {
    if (this.#running === undefined) {
      return this.#begin();
    }
    this.#next ??= this.#running.catch(() => {}).then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = syncPath(this.#path).finally(() => {
      if (this.#running === running) {
        this.#running = undefined;
      }
    });
    this.#running = running;
    return running;
  }
}
