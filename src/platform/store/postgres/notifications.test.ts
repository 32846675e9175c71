import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccount, newJob, submitted } from "../conformance/scene.ts";
import type { JobNotice } from "../job-store.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

/* What nodes are told of jobs, and what becomes of it when the connection for it is lost. */

const hasPostgres = postgresPrograms() !== undefined;
let server: PostgresServer | undefined;
let url = "";
beforeAll(async () => {
  server = hasPostgres ? await startPostgresServer() : undefined;
  url = (await server?.createDatabase()) ?? "";
});
afterAll(() => server?.remove());

/** Runs a statement on a connection of its own; returns the first column of its rows. */
async function asked(statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows.map((row) => Object.values(row)[0]);
}

const LISTENING = "SELECT pid FROM pg_stat_activity WHERE application_name = 'quire notifications'";

test.skipIf(!hasPostgres)("changes of jobs are told on all nodes, again after the connection was lost", async () => {
  const [here, there] = [
    await openPostgresStore({ url, maxConnections: 4 }),
    await openPostgresStore({ url, maxConnections: 4 }),
  ];
  expect(await asked(LISTENING), "who watches nothing has no connection for it").toEqual([]);
  const told: JobNotice[] = [];
  let missed = 0;
  const watch = there.watchJobs({
    onChange: (notice) => told.push(notice),
    onPart: () => undefined,
    onHanded: () => undefined,
    onMissed: () => {
      missed += 1;
    },
  });
  await expect.poll(() => missed).toBe(1);
  const { id: accountId } = await newAccount(here);
  const { id: jobId } = await submitted(here, newJob(accountId, { workClass: "ocr" }));
  expect(await here.jobs.claim({ instance: "inst_here", workClass: "ocr", now: 1 })).toMatchObject({ id: jobId });
  await here.jobs.cancel({ jobId, now: 1 });
  const stateOf = (state: JobNotice["state"]): JobNotice => ({ jobId, state, workClass: "ocr" });
  await expect.poll(() => told).toEqual([stateOf("pending"), stateOf("processing"), stateOf("cancelled")]);

  await asked("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quire notifications'");
  await expect.poll(() => missed).toBe(2);
  told.length = 0;
  await submitted(here, newJob(accountId));
  await expect.poll(() => told.map(({ state }) => state)).toEqual(["pending"]);

  watch[Symbol.dispose]();
  await expect.poll(() => asked(LISTENING)).toEqual([]);
  await here.close();
  await there.close();
});
