import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { chargedBy, moneyOf, newClient, spend } from "./accounts.ts";
import { expectFailure, type Reply } from "./reply.ts";
import { type Service, withService } from "./service.ts";

/* Parallel clients against the window and the balance at once. */

const CLIENTS = 64;
const RATE = 500;
const BALANCE = 300;
const SENT = 700;
/** Of a minute, unless the machine is slow. */
const ENOUGH_MS = 30_000;

test("64 clients, 500 requests a minute and 300 credits: 500 are admitted, 300 are done and paid", {
  timeout: 240_000,
}, async () => {
  const settings = { QUIRE_RATE_LIMIT: String(RATE), QUIRE_CONCURRENCY: String(CLIENTS), QUIRE_QUEUE_LIMIT: "1000" };
  await withService(settings, async (own) => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const client = await newClient(own, BALANCE);
      const leftMs = 60_000 - (Date.now() % 60_000);
      if (attempt > 0 || leftMs < ENOUGH_MS) {
        await sleep(leftMs + 100);
      }
      const replies = await flood(own, client.key);
      // The machine may be too slow for one minute: then the run says nothing.
      if (new Set(replies.map(({ headers }) => headers["x-ratelimit-reset"])).size > 1) {
        continue;
      }
      const count = (status: number): number => replies.filter((reply) => reply.status === status).length;
      expect({ done: count(200), unpaid: count(402), refused: count(429) }).toEqual({
        done: BALANCE,
        unpaid: RATE - BALANCE,
        refused: SENT - RATE,
      });
      expect(replies.reduce((sum, reply) => sum + (reply.status === 200 ? chargedBy(reply) : 0), 0)).toBe(BALANCE);
      expect(await moneyOf(own, client.accountId)).toEqual([0, 0, 0]);
      for (const reply of replies.filter(({ status }) => status === 429)) {
        expectFailure(reply, 429, "rate_limited");
      }
      return;
    }
    throw new Error("Three times the requests took longer than a minute.");
  });
});

/** `SENT` requests by `CLIENTS` clients that each send one after another. */
async function flood(own: Service, key: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  let left = SENT;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      replies.push(await spend(own, key));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return replies;
}
