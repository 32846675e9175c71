import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Another client of the service, in a thread of its own: it asks for GET /health/live again and again, and reports the
 * longest time for which an answer took when it is asked, from the last report on.
 */

const EVERY_MS = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get({ agent, host: "127.0.0.1", port: Number(workerData), path: "/health/live" }, (answer) => {
      answer.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });

async function askAgainAndAgain(): Promise<never> {
  for (;;) {
    const start = performance.now();
    await ask();
    longestMs = Math.max(longestMs, performance.now() - start);
    await sleep(EVERY_MS);
  }
}

// A report is due after the answer that is being waited for: what delays it now counts.
parentPort?.on("message", () => {
  void ask().then(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(longestMs);
    longestMs = 0;
  });
});

void askAgainAndAgain();
