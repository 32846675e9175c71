import { parentPort } from "node:worker_threads";
import { assert } from "../../../../kernel/assert.ts";
import { openBatchWriter } from "./batch.ts";
import { threadData } from "./thread-data.ts";
import type { FromWriter, ToWriter } from "./thread-target.ts";

/* The thread that owns the writing connection: a sync to disk stops it, and never the event loop of the service. */

assert(parentPort !== null, "this file is run as a thread");
const port = parentPort;
const { path } = threadData();
const writer = openBatchWriter(path);

port.on("message", (message: ToWriter) => {
  if (message.kind === "batch") {
    void writer.run(message.calls).then((replies) => answer({ kind: "replies", replies }));
    return;
  }
  try {
    writer.close();
  } finally {
    // With no listener left the thread ends.
    port.close();
  }
});
answer({ kind: "ready" });

function answer(message: FromWriter): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.postMessage(message);
}
