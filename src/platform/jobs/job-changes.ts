import { pause } from "./waiting.ts";

/**
 * Notifies those who wait for a job that it has changed: the changes of this process, and those of others of which a shared
 * store tells.
 */
export class JobChanges {
  readonly #watches = new Map<string, Set<() => void>>();

  /** Wakes everyone who watches the job. It is called after each change of the job that has been committed. */
  tell(jobId: string): void {
    for (const wake of this.#watches.get(jobId) ?? []) {
      wake();
    }
  }

  /** Watches the job for changes from now on, until the watch is disposed of. */
  watch(jobId: string): JobWatch {
    let isReported = false;
    let wake: (() => void) | undefined;
    const listener = (): void => {
      isReported = true;
      wake?.();
    };
    const listeners = this.#watches.get(jobId) ?? new Set();
    this.#watches.set(jobId, listeners.add(listener));
    return {
      changed: async (maxMs, signal) => {
        if (!isReported) {
          await pause(maxMs, signal, (end) => {
            wake = end;
          });
        }
      },
      [Symbol.dispose]: () => {
        listeners.delete(listener);
        if (listeners.size === 0 && this.#watches.get(jobId) === listeners) {
          this.#watches.delete(jobId);
        }
      },
    };
  }

  /** The number of open watches, over all jobs. */
  get watches(): number {
    return this.#watches.values().reduce((sum, listeners) => sum + listeners.size, 0);
  }
}

export interface JobWatch extends Disposable {
  /** Resolves when the job has changed since the watch began, after `maxMs`, or when `signal` is aborted. */
  changed(maxMs: number, signal: AbortSignal): Promise<void>;
}
