import { expect, test } from "vitest";
import { chargedBy, moneyOf, newClient, spend } from "./accounts.ts";
import { expectFailure, type Reply } from "./reply.ts";
import { type Service, withService } from "./service.ts";

/* Parallel clients against the rate window and the balance at the same time. */

const CLIENTS = 64;
const RATE = 500;
const BALANCE = 300;
const SENT = 700;

test("64 clients, 500 requests in a window and 300 credits: 500 are admitted, 300 are done and paid", {
  timeout: 240_000,
}, async () => {
  const settings = {
    QUIRE_RATE_LIMIT: String(RATE),
    QUIRE_CONCURRENCY: String(CLIENTS),
    QUIRE_ACCOUNT_CONCURRENCY: String(CLIENTS),
    QUIRE_QUEUE_LIMIT: "1000",
  };
  await withService(settings, async (own) => {
    const client = await newClient(own, BALANCE);
    const replies = await flood(own, client.key);
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
  });
});

/** Sends `SENT` requests by `CLIENTS` clients, each of which sends one request after another. */
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
