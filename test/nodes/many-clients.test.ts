import { expect, test } from "vitest";
import { call, moneyOf, newClient, spend } from "../api/accounts.ts";
import { type JobObject, submit, untilFinal } from "../api/jobs.ts";
import { json } from "../api/reply.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* 64 clients at the same time over all nodes: limits and balances are exact. */

const CLIENTS = 64;
const REQUESTS = 4;
const CREDITS = 100;
const LIMIT = 150;

test.skipIf(!hasPostgres)(
  "64 clients over two API nodes and three workers spend what an account has, and meet its limit, exactly",
  { timeout: 300_000 },
  async () => {
    const topology = await startTopology({ QUIRE_CONCURRENCY: "1000", QUIRE_ACCOUNT_CONCURRENCY: "1000" });
    const one = await topology.api();
    const nodes = [one, await topology.api()] as const;
    for (const classes of [["pdf"], ["pdf"], ["pdf", "browser"]] as const) {
      await topology.worker(classes);
    }
    const nodeOf = (index: number) => nodes[index % 2 === 0 ? 0 : 1];
    const { key, accountId } = await newClient(one, CREDITS);
    const jobs: string[] = [];
    const spends = async (client: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let count = 0; count < REQUESTS; count += 1) {
        const isJob = (client + count) % 3 === 0;
        const reply = await (isJob ? submit(nodeOf(client + count), { key }) : spend(nodeOf(client + count), key));
        statuses.push(reply.status);
        if (reply.status === 202) {
          jobs.push((json(reply) as JobObject).job_id);
        }
      }
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: CLIENTS }, (_, client) => spends(client)))).flat();
    expect(new Set(statuses)).toEqual(new Set([200, 202, 402]));
    expect(statuses.filter((status) => status !== 402)).toHaveLength(CREDITS);
    const ends = await Promise.all(jobs.map((id, index) => untilFinal(nodeOf(index), id, key)));
    expect(new Set(ends.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(["complete 1"]));
    expect(await moneyOf(nodes[1], accountId)).toEqual([0, 0, 0]);

    const limited = await newClient(one, CREDITS, { rate_limit: LIMIT });
    const meets = async (client: number): Promise<number[]> => {
      const met: number[] = [];
      for (let count = 0; count < REQUESTS; count += 1) {
        const request = { value: {}, key: limited.key };
        met.push((await call(nodeOf(client + count), "POST", "/api/v1/convert/text-to-pdf", request)).status);
      }
      return met;
    };
    const met = (await Promise.all(Array.from({ length: CLIENTS }, (_, client) => meets(client)))).flat();
    expect([met.length, met.filter((status) => status !== 429).length]).toEqual([CLIENTS * REQUESTS, LIMIT]);
    expect(await moneyOf(one, limited.accountId)).toEqual([CREDITS, 0, CREDITS]);
  },
);
