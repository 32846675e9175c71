import { expect, test } from "vitest";
import { openConnections } from "../../src/platform/store/postgres/connections.ts";
import { migrate } from "../../src/platform/store/postgres/migrations.ts";
import { MIGRATIONS, type Migration } from "../../src/platform/store/postgres/schema.ts";
import { moneyOf, newClient, spend } from "../api/accounts.ts";
import { submitted, untilFinal } from "../api/jobs.ts";
import { expectOk } from "../api/reply.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* Nodes of two versions on one database: that of this program, and a next one whose migrations the test makes up. */

/** What a next version may do while nodes of this one go on: it adds. */
const ADDING: Migration = {
  oldestProgram: MIGRATIONS.length,
  statements: `
    ALTER TABLE jobs ADD COLUMN next_priority BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN next_plan TEXT;
    CREATE TABLE next_things (id BIGINT PRIMARY KEY, account_id TEXT NOT NULL);
    CREATE INDEX next_ledger ON ledger (kind, created_at);`,
};

/** What no node of this version can live with. */
const CHANGING: Migration = {
  oldestProgram: MIGRATIONS.length + 2,
  statements: "CREATE TABLE next_ledger_entries (id BIGINT PRIMARY KEY)",
};

test.skipIf(!hasPostgres)(
  "nodes go on, and others of their version join, while a newer version has changed the schema; not where it says so",
  { timeout: 180_000 },
  async () => {
    const topology = await startTopology();
    const [api, worker] = await Promise.all([topology.api(), topology.worker(["pdf"])]);
    const { key, accountId } = await newClient(api, 100);
    const work = async (): Promise<void> => {
      expectOk(await spend(api, key));
      const job = await submitted(api, { key });
      expect(await untilFinal(api, job, key)).toMatchObject({ status: "complete", attempts: 1 });
    };
    await work();

    const connections = openConnections({ url: topology.url, maxConnections: 2 });
    const applied = await migrate(connections, [...MIGRATIONS, ADDING]);
    expect(applied).toEqual({ from: MIGRATIONS.length, to: MIGRATIONS.length + 1 });
    await work();
    await worker.stop();
    await topology.worker(["pdf"]);
    await work();
    expect(await moneyOf(api, accountId)).toEqual([94, 0, 94]);

    await migrate(connections, [...MIGRATIONS, ADDING, CHANGING]);
    await connections.close();
    await expect(topology.worker(["pdf"])).rejects.toThrow(
      `programs of version ${MIGRATIONS.length + 2} and later can use; this service knows up to ${MIGRATIONS.length}.`,
    );
    // Those that run do not notice: whoever writes such a migration stops them first.
    expectOk(await spend(api, key));
  },
);
