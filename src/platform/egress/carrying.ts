import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { OutboundBudget } from "./budget.ts";

/** The time after which a connection over which nothing moves counts as dead, in milliseconds. */
export const IDLE_MS = 60_000;

/**
 * Carries the data of `from` to `to`, no faster than `to` takes it, and counts it. The end is passed on; the caller
 * sees to an early closing of either.
 */
export function carry(from: Readable, to: Writable, budget: OutboundBudget): void {
  from.on("data", (chunk: Buffer) => {
    if (budget.carry(chunk.length) && !to.destroyed && !to.write(chunk)) {
      from.pause();
    }
  });
  to.on("drain", () => from.resume());
  // Data that `to` no longer takes is read all the same, so that the connection can be used for what follows.
  to.once("close", () => from.resume());
  from.once("end", () => to.end());
}

/**
 * Joins two connected sockets until both have ended. Each may end its side first and go on receiving; an error of one
 * ends the other at once.
 */
export function join(client: Socket, upstream: Socket, budget: OutboundBudget): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    const release = budget.hold(one);
    one.setTimeout(IDLE_MS, () => one.destroy());
    one.on("error", () => {});
    one.once("close", () => {
      release();
      // Data that was sent before the end is still to be delivered.
      if (one.readableEnded) {
        other.destroySoon();
      } else {
        other.destroy();
      }
    });
    carry(one, other, budget);
  }
}
