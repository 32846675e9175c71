import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { threadDataFor } from "./thread-data.ts";

/** Checkpoints the store's file in a separate thread, until it is closed. */
export function startCheckpoints(path: string): { close(): Promise<void> } {
  const thread = new Worker(join(import.meta.dirname, `wal-checkpoint-thread${extname(import.meta.filename)}`), {
    workerData: threadDataFor(path),
  });
  // Without the thread the log only grows more: the writer checkpoints as well when it has become large.
  thread.on("error", () => {});
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  thread.unref();
  return {
    async close() {
      thread.ref();
      thread.postMessage("close", []);
      await ended;
    },
  };
}
