const RETRY_MS = 2000;

/**
 * Does small tasks that must not be forgotten although the disk refuses them now: each is tried again until it
 * succeeds. They end with the process; `Store.recover` makes up for what is lost with it.
 */
export class RetryQueue {
  readonly #tasks = new Set<() => Promise<unknown>>();
  readonly #onTrouble: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Takes `onTrouble`, which is called with the error of a task's first failure and not with those of its later ones,
   * since a disk may stay full for hours.
   */
  constructor(onTrouble: (error: unknown) => void) {
    this.#onTrouble = onTrouble;
  }

  /** Does `task` now, or later when that fails; resolves after the first try. */
  async attempt(task: () => Promise<unknown>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#onTrouble(error);
      this.#postpone(task);
    }
  }

  #postpone(task: () => Promise<unknown>): void {
    this.#tasks.add(task);
    this.#timer ??= setTimeout(() => void this.#again(), RETRY_MS).unref();
  }

  async #again(): Promise<void> {
    this.#timer = undefined;
    const tasks = [...this.#tasks];
    this.#tasks.clear();
    for (const task of tasks) {
      try {
        await task();
      } catch {
        this.#postpone(task);
      }
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#tasks.clear();
  }
}
