import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimed, fileAnswer, held, NOW, newAccount, newJob, submitted } from "../conformance/scene.ts";
import { scratchDirectory } from "../conformance/scratch.ts";
import { newId } from "../ids.ts";
import { connect } from "../sqlite/database.ts";
import { openSqliteStore } from "../sqlite/sqlite-store.ts";
import type { Store } from "../store.ts";
import { fillFromSqlite } from "./filling.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

const LEDGER_ENTRIES = process.env["QUIRE_TEST_FULL"] === "1" ? 100_000 : 3000;

describe.skipIf(postgresPrograms() === undefined)("a PostgreSQL database filled from SQLite", () => {
  let server: PostgresServer;
  let directory: string;
  let path: string;
  beforeAll(async () => {
    server = await startPostgresServer();
    directory = await scratchDirectory();
    path = join(directory, "quire.db");
  }, 60_000);
  afterAll(async () => {
    await server.remove();
    await rm(directory, { recursive: true });
  });

  test(`holds everything, ${LEDGER_ENTRIES} ledger entries and unfinished jobs included, and goes on with it`, {
    timeout: 300_000,
  }, async () => {
    const old = await openSqliteStore({ path, writer: "thread" });
    const accountId = await filled(old);
    const before = await contents(old, accountId);
    await old.close();

    const settings = { url: await server.createDatabase(), maxConnections: 4 };
    const source = connect(path, { readOnly: true });
    const copied = await fillFromSqlite(source, settings);
    expect(copied).toMatchObject({ accounts: 2, jobs: 3, keys: 1, secrets: 1, usage_periods: 4 });
    expect(copied.ledger).toBeGreaterThan(LEDGER_ENTRIES);
    await expect(fillFromSqlite(source, settings)).rejects.toThrow("The PostgreSQL database is in use already");
    source.close();

    const store = await openPostgresStore(settings);
    expect(await contents(store, accountId)).toEqual(before);
    expect(await store.audit()).toEqual([]);
    expect(await store.keys.lookUp(Buffer.alloc(32, 7))).toMatchObject({ key: { name: "Key" } });
    // The requests and jobs of the service as it was are taken over, and each job comes to its end.
    await store.recover({ instance: "inst_new", isAlone: false, maxAttempts: 3, now: NOW });
    for (let job = await store.jobs.claim({ instance: "inst_new", workClass: "pdf", now: NOW }); job !== undefined; ) {
      const outcome = {
        kind: "complete",
        answer: fileAnswer(newId.message()),
        charge: 1,
        pages: 1,
        expiresAt: null,
      } as const;
      const claim = { jobId: job.id, instance: "inst_new", attempt: job.attempts };
      expect(await store.jobs.finish({ ...claim, outcome, message: "Done.", now: NOW })).toMatchObject({ charged: 1 });
      job = await store.jobs.claim({ instance: "inst_new", workClass: "pdf", now: NOW });
    }
    expect(await store.jobs.counts()).toMatchObject({ pending: 0, processing: 0 });
    expect(await store.accounts.find(accountId)).toMatchObject({ held: 0, balance: 1_000_000 - LEDGER_ENTRIES - 3 });
    expect(await store.audit()).toEqual([]);
    await store.close();
  });
});

/** Fills a store; returns the account that has most of it. */
async function filled(store: Store): Promise<string> {
  await newAccount(store, 5);
  const { id } = await newAccount(store, 1_000_000);
  const secret = { hash: Buffer.alloc(32, 7), display: "ke…y" };
  const unlimited = { rateLimit: null, concurrency: null, expiresAt: null, allowedAddresses: null, createdBy: null };
  await store.keys.create({
    ...unlimited,
    id: newId.key(),
    accountId: id,
    name: "Key",
    mode: "live",
    scopes: ["*"],
    secret,
    now: NOW,
  });
  for (let made = 0; made < LEDGER_ENTRIES; made += 500) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- as many at a time as a group of commits takes well
    await Promise.all(
      Array.from({ length: 500 }, async () => {
        const holdId = await held(store, id, 2);
        await store.credits.settle({ holdId, charge: 1, pages: 1, now: NOW });
      }),
    );
  }
  await store.credits.release({ holdId: await held(store, id, 1), outcome: "server_error", now: NOW });
  await held(store, id, 10);
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- their order is their age
    await submitted(store, newJob(id, { filename: name, inputBytes: 100 }));
  }
  await claimed(store, "inst_old");
  return id;
}

async function contents(store: Store, accountId: string) {
  return {
    accounts: await store.accounts.list({ limit: 10 }),
    ledger: await store.accounts.ledger({ accountId, limit: 20 }),
    jobs: await store.jobs.list({ accountId, limit: 20 }),
    keys: await store.keys.list({ limit: 10 }),
    audit: await store.auditLog.list({ limit: 50 }),
    usage: await store.accounts.usage({
      accountId,
      groupBy: "day",
      unit: "day",
      first: "2026-01-01",
      last: "2027-01-01",
    }),
    hours: await store.accounts.usage({
      accountId,
      groupBy: "hour",
      unit: "hour",
      first: "2026-01-01T00",
      last: "2027-01-01T00",
    }),
  };
}
