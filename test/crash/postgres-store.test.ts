import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/platform/store/postgres/postgres-store.ts";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from "../../src/platform/store/postgres/testing/postgres-server.ts";
import type { Store } from "../../src/platform/store/store.ts";
import type { Confirmed } from "./store-client.ts";

/*
 * Two processes work with one PostgreSQL database. Now one of them is killed, now all processes of the database server,
 * now both; after each round what was confirmed has to be there, once, and every balance has to be exact.
 */

const ROUNDS = Number(process.env["QUIRE_TEST_CRASH_ROUNDS"] ?? (process.env["QUIRE_TEST_FULL"] === "1" ? 300 : 6));
const CREDITS = 1_000_000_000;
const CLIENT = resolve(import.meta.dirname, "store-client.ts");
const MAX_ROUND_MS = 700;

describe.skipIf(postgresPrograms() === undefined)("a PostgreSQL store", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // What the server has confirmed is on disk: fsync stays on.
    server = await startPostgresServer({ fsync: "on" });
  }, 60_000);
  afterAll(() => server.remove());

  test(`loses nothing that it has confirmed, in ${ROUNDS} kills, and charges nothing twice`, {
    timeout: 60_000 + ROUNDS * 30_000,
  }, async () => {
    const url = await server.createDatabase();
    const accountId = "acc_crash";
    const first = await openPostgresStore({ url, maxConnections: 2 });
    const account = { id: accountId, name: "Example", credits: CREDITS, by: null, now: first.now() };
    await first.accounts.create(account);
    await first.close();

    const confirmed: Confirmed[] = [];
    const kills = { clients: 0, server: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const clients = [1, 2].map(() => startClient(url, accountId, confirmed));
      await clients[0]?.begun;
      await delay(50 + Math.random() * MAX_ROUND_MS);
      if (round % 3 !== 0) {
        kills.server += 1;
        server.kill();
        await server.start();
        // The clients go on with the server that is back.
        await delay(Math.random() * MAX_ROUND_MS);
      }
      kills.clients += 1;
      await Promise.all(clients.map(({ kill }) => kill()));
      const store = await openPostgresStore({ url, maxConnections: 2 });
      await store.recover({ instance: "inst_test", isAlone: true, maxAttempts: 1000, now: store.now() });
      expect(await store.audit(), `round ${round}`).toEqual([]);
      expect(await differences(store, confirmed.splice(0)), `round ${round}`).toEqual([]);
      await store.close();
    }
    console.warn(`PostgreSQL: ${kills.clients} kills of the clients and ${kills.server} of the server.`);
  });
});

function startClient(url: string, accountId: string, confirmed: Confirmed[]) {
  const client: ChildProcess = spawn(process.execPath, [CLIENT, url, accountId], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const begun = Promise.withResolvers<void>();
  const ended = new Promise<void>((done) => void client.once("close", () => done()));
  if (client.stdout !== null) {
    createInterface(client.stdout).on("line", (line) => {
      // The last line of a killed process may be cut.
      if (line.endsWith("}")) {
        confirmed.push(JSON.parse(line));
        begun.resolve();
      }
    });
  }
  return {
    begun: Promise.race([begun.promise, ended]),
    kill: () => {
      client.kill("SIGKILL");
      return ended;
    },
  };
}

/** Returns what was confirmed and is not so, in words. */
async function differences(store: Store, confirmed: readonly Confirmed[]): Promise<readonly string[]> {
  expect(confirmed.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const each of confirmed) {
    if ("holdId" in each) {
      // Settling a hold that has ended changes nothing and says what it was charged.
      const again = await store.credits.settle({ holdId: each.holdId, charge: 3, pages: 1, now: store.now() });
      const charged = "charged" in again ? again.charged : undefined;
      if (charged !== each.charge) {
        found.push(`${each.holdId} was ${each.kind} with ${each.charge}, and is charged ${charged}`);
      }
      continue;
    }
    const job = await store.jobs.find(each.jobId);
    const isRight =
      job !== undefined &&
      (each.kind === "submitted" ||
        (each.kind === "finished"
          ? job.state === "complete" && job.charged === each.charge
          : job.state === "cancelled"));
    if (!isRight) {
      found.push(`${each.jobId} was ${each.kind}, and is ${job?.state} with ${job?.charged}`);
    }
  }
  return found;
}
