import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Call } from "../../sql/transactions.ts";
import type { Reply } from "./batch.ts";
import { threadDataFor } from "./thread-data.ts";
import type { BatchTarget } from "./writer.ts";

export type ToWriter = { readonly kind: "batch"; readonly calls: readonly Call[] } | { readonly kind: "close" };

export type FromWriter = { readonly kind: "ready" } | { readonly kind: "replies"; readonly replies: readonly Reply[] };

const ENTRY = join(import.meta.dirname, `writer-thread${extname(import.meta.filename)}`);

/** One thread that writes. */
export interface ThreadTarget extends BatchTarget {
  /** Resolves when the thread has ended: to what ended it, or to an error that says that it has been closed. */
  readonly ended: Promise<Error>;
}

/** Starts the thread that writes. If it ends on its own, the batch in work and all later ones reject. */
export async function startThreadTarget(path: string, entry = ENTRY): Promise<ThreadTarget> {
  const thread = new Worker(entry, { workerData: threadDataFor(path) });
  let waiting: PromiseWithResolvers<FromWriter> | undefined;
  let end: Error | undefined;

  const ended = new Promise<Error>((resolve) => {
    thread.once("error", (error) => (end = asError(error)));
    thread.once("exit", (code) => {
      end ??= new Error(`The store's thread ended with status ${code}.`);
      waiting?.reject(end);
      resolve(end);
    });
  });
  thread.on("message", (message: FromWriter) => waiting?.resolve(message));

  const nextMessage = async (): Promise<FromWriter> => {
    if (end !== undefined) {
      throw end;
    }
    waiting = Promise.withResolvers();
    // An idle store does not keep the process alive, a batch does.
    thread.ref();
    try {
      return await waiting.promise;
    } finally {
      waiting = undefined;
      thread.unref();
    }
  };
  const send = (message: ToWriter): void => thread.postMessage(message, []);

  await nextMessage();
  return {
    ended,
    async run(calls) {
      const answer = nextMessage();
      send({ kind: "batch", calls });
      const message = await answer;
      return message.kind === "replies" ? message.replies : [];
    },
    async close() {
      thread.ref();
      send({ kind: "close" });
      await ended;
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
