import { backoffMs, doublingDelays, NO_JITTER } from "../../../../kernel/timing/backoff.ts";
import type { ThreadTarget } from "./thread-target.ts";
import type { BatchTarget } from "./writer.ts";

/** A thread that dies again and again is started less and less often. */
const RESTART_BACKOFF = { delaysMs: doublingDelays(250, 4000), jitter: NO_JITTER } as const;

export interface RestartOptions {
  /** Starts a thread; rejects when it cannot write. */
  readonly start: () => Promise<ThreadTarget>;
  /** Called when a thread has ended by itself or could not be started, and why. */
  readonly onTrouble?: ((error: Error) => void) | undefined;
}

/**
 * Returns the place where batches are written, whose thread is replaced when it dies. The batch that the thread had in
 * work rejects at once: SQLite undoes a transaction whose connection is gone, so the next thread finds the file as the
 * last commit left it. What comes while a thread starts waits for that; after a start that failed it rejects at once
 * until the next start is due.
 * @throws what the first start throws
 */
export async function startRestartingTarget({ start, onTrouble }: RestartOptions): Promise<BatchTarget> {
  let failures = 0;
  let lastError = new Error("The store's thread has not been started.");
  let notBeforeMs = 0;
  let isClosed = false;
  let current: Promise<ThreadTarget> | undefined;

  const noteTrouble = (error: Error): void => {
    current = undefined;
    lastError = error;
    // The first death is followed by a new thread at once.
    notBeforeMs = failures === 0 ? 0 : performance.now() + backoffMs(RESTART_BACKOFF, failures);
    failures += 1;
    onTrouble?.(error);
  };
  const attend = (target: ThreadTarget): ThreadTarget => {
    void target.ended.then((error) => {
      if (!isClosed) {
        noteTrouble(error);
        void currentTarget().catch(() => {});
      }
    });
    return target;
  };
  const currentTarget = (): Promise<ThreadTarget> => {
    if (current === undefined && performance.now() < notBeforeMs) {
      return Promise.reject(lastError);
    }
    return (current ??= start().then(attend, (error: unknown) => {
      noteTrouble(asError(error));
      throw lastError;
    }));
  };

  current = Promise.resolve(attend(await start()));
  return {
    async run(calls) {
      const replies = await (await currentTarget()).run(calls);
      failures = 0;
      return replies;
    },
    async close() {
      isClosed = true;
      // A thread that cannot be started need not be closed.
      const target = await current?.catch(() => undefined);
      await target?.close();
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
