import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  claimed,
  claimOf,
  completeWith,
  ELSEWHERE,
  failedWith,
  HERE,
  jsonAnswer,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "../../conformance/scene.ts";
import type { Store } from "../../store.ts";
import { openConnections } from "../connections.ts";
import { migrate } from "../migrations.ts";
import { openPostgresStore } from "../postgres-store.ts";
import { MIGRATIONS } from "../schema.ts";
import { type EmptiedDatabase, openEmptiedDatabase } from "../testing/emptied-database.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "../testing/postgres-server.ts";
import { QUEUE_SCHEMA } from "./queue-entries.ts";
import { queueSchema } from "./queue-schema.ts";

/* What pg-boss has of the jobs of a PostgreSQL store. What a queue has to do is in the conformance suite of stores. */

interface Entry {
  readonly job: string;
  readonly queue: string;
  readonly state: string;
}

describe.skipIf(postgresPrograms() === undefined)("the queues of a PostgreSQL store", () => {
  let server: PostgresServer;
  let database: EmptiedDatabase;
  let client: Client;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openEmptiedDatabase(server);
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await database.close();
    await server.remove();
  });
  beforeEach(async () => {
    await database.empty();
    store = await openPostgresStore({ url: database.url, maxConnections: 6 });
  });
  afterEach(() => store.close());

  const entries = async (): Promise<readonly Entry[]> =>
    (
      await client.query(
        `SELECT data ->> 'jobId' AS job, name AS queue, state::text FROM ${QUEUE_SCHEMA}.job ORDER BY created_on`,
      )
    ).rows;

  /** Has the server refuse a change of a job when it is about to be committed, after all that the transaction did. */
  async function refusing<Result>(condition: string, run: () => Promise<Result>): Promise<Result> {
    await client.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
       CREATE CONSTRAINT TRIGGER refused AFTER INSERT OR UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`,
    );
    try {
      return await run();
    } finally {
      await client.query("DROP TRIGGER refused ON jobs; DROP FUNCTION refuse()");
    }
  }

  test("the entry of a job follows it from its submission to its end", async () => {
    const { id } = await newAccount(store);
    const job = await submitted(store, newJob(id, { workClass: "ocr" }));
    const entry = { job: job.id, queue: "ocr" };
    expect(await entries()).toEqual([{ ...entry, state: "created" }]);
    const claim = async (instance: string) => {
      const next = await store.jobs.claim({ instance, workClass: "ocr", now: NOW });
      expect(next?.id).toBe(job.id);
      expect(await entries()).toEqual([{ ...entry, state: "active" }]);
      return { jobId: job.id, instance, attempt: next?.attempts ?? 0 };
    };
    await store.jobs.giveBack({ ...(await claim(HERE)), now: NOW });
    expect(await entries()).toEqual([{ ...entry, state: "retry" }]);
    await claim(ELSEWHERE);
    await store.recover({ instance: HERE, isAlone: true, maxAttempts: 3, now: NOW });
    expect(await entries()).toEqual([{ ...entry, state: "retry" }]);
    const last = await claim(HERE);
    await store.jobs.finish({ ...last, outcome: completeWith(jsonAnswer), message: "Done.", now: NOW });
    expect(await entries()).toEqual([]);
  });

  test("jobs that fail, are cancelled, are given up or lose their account leave no entry", async () => {
    const [one, other] = [await newAccount(store), await newAccount(store)];
    await submitted(store, newJob(one.id));
    const failed = claimOf(await claimed(store));
    await store.jobs.finish({ ...failed, outcome: failedWith, message: "Not a PDF.", now: NOW });
    const waiting = await submitted(store, newJob(one.id));
    await store.jobs.cancel({ jobId: waiting.id, now: NOW });
    const worked = await submitted(store, newJob(one.id));
    await claimed(store);
    await store.jobs.cancel({ jobId: worked.id, now: NOW });
    await submitted(store, newJob(one.id));
    await claimed(store, ELSEWHERE);
    await store.recover({ instance: HERE, isAlone: true, maxAttempts: 1, now: NOW });
    await submitted(store, newJob(other.id));
    await submitted(store, newJob(other.id, { workClass: "browser" }));
    await claimed(store);
    await store.accounts.change({ id: other.id, state: "disabled", now: NOW });
    expect(await entries()).toEqual([]);
    expect(await store.audit()).toEqual([]);
  });

  test("a submission and a claim that are rolled back change neither the table of jobs nor the queue", async () => {
    const { id } = await newAccount(store);
    const job = newJob(id);
    await refusing("NEW.state = 'pending'", () => expect(store.jobs.submit(job)).rejects.toThrow("refused"));
    expect(await store.jobs.find(job.id)).toBeUndefined();
    expect(await store.accounts.find(id)).toMatchObject({ held: 0 });
    expect(await entries()).toEqual([]);

    const before = await submitted(store, job);
    await refusing("NEW.state = 'processing'", () => expect(claimed(store)).rejects.toThrow("refused"));
    expect(await store.jobs.find(job.id)).toEqual(before);
    expect(await entries()).toEqual([{ job: job.id, queue: "pdf", state: "created" }]);
    expect((await claimed(store)).id).toBe(job.id);

    await refusing("NEW.state = 'cancelled'", () =>
      expect(store.jobs.cancel({ jobId: job.id, now: NOW })).rejects.toThrow("refused"),
    );
    expect(await entries()).toEqual([{ job: job.id, queue: "pdf", state: "active" }]);
    expect(await store.audit()).toEqual([]);
  });

  test("nodes that claim at the same time give accounts equal shares, whoever submitted first and how much", async () => {
    const sizes = [9, 2, 4];
    const accounts: string[] = [];
    for (const size of sizes) {
      const { id } = await newAccount(store, 1000);
      accounts.push(id);
      for (let made = 0; made < size; made += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
        await submitted(store, newJob(id));
      }
    }
    const other = await openPostgresStore({ url: database.url, maxConnections: 6 });
    const inWork = new Map(accounts.map((id) => [id, 0]));
    const shares = () => accounts.map((id) => inWork.get(id));
    for (const expected of [
      [1, 1, 1],
      [2, 2, 2],
      [4, 2, 3],
      [6, 2, 4],
    ]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- three at a time
      const jobs = await Promise.all([claimed(store), claimed(other, ELSEWHERE), claimed(store)]);
      for (const { accountId } of jobs) {
        inWork.set(accountId, (inWork.get(accountId) ?? 0) + 1);
      }
      expect(shares()).toEqual(expected);
    }
    await other.close();
    expect(await store.audit()).toEqual([]);
  });

  test("the audit finds entries that are missing, in another state, or of no job", async () => {
    const { id } = await newAccount(store);
    const [waiting, worked] = [await submitted(store, newJob(id)), await submitted(store, newJob(id))];
    await claimed(store);
    await client.query(`UPDATE ${QUEUE_SCHEMA}.job SET state = CASE state WHEN 'active' THEN 'retry' ELSE 'active' END
      ::${QUEUE_SCHEMA}.job_state`);
    expect((await store.audit()).toSorted()).toEqual(
      [
        `job ${waiting.id} is processing, its entry in the queue pdf is retry`,
        `job ${worked.id} is pending, its entry in the queue pdf is active`,
      ].toSorted(),
    );
    await client.query(`DELETE FROM ${QUEUE_SCHEMA}.job WHERE data ->> 'jobId' = $1`, [worked.id]);
    await client.query(`INSERT INTO ${QUEUE_SCHEMA}.job (name, data) VALUES ('ocr', '{"jobId": "job_none"}')`);
    expect((await store.audit()).toSorted()).toEqual(
      [
        "job job_none is not pending or in work, its entry in the queue ocr is created",
        `job ${waiting.id} is processing, its entry in the queue pdf is retry`,
        `job ${worked.id} is pending, its entry in the queue is missing`,
      ].toSorted(),
    );
  });

  test("where the queue was left behind, it is made to agree with the table of jobs, in the order of their age", async () => {
    const { id } = await newAccount(store);
    const [first, second, third] = [
      await submitted(store, newJob(id)),
      await submitted(store, newJob(id)),
      await submitted(store, newJob(id)),
    ];
    // A node of the release before claims without the queue: its job is taken from there next, and is not pending.
    await client.query("UPDATE jobs SET state = 'processing', instance = $2 WHERE id = $1", [first.id, ELSEWHERE]);
    await store.renewLease({ instance: ELSEWHERE, leaseMs: 1000, now: NOW });
    expect((await claimed(store)).id).toBe(second.id);
    expect(await store.audit()).toEqual([]);
    await client.query(`DELETE FROM ${QUEUE_SCHEMA}.job`);
    await client.query(`INSERT INTO ${QUEUE_SCHEMA}.job (name, data) VALUES ('ocr', '{"jobId": "job_none"}')`);
    await store.recover({ instance: HERE, isAlone: false, maxAttempts: 3, now: NOW });
    expect(await store.audit()).toEqual([]);
    await store.recover({ instance: "inst_new", isAlone: true, maxAttempts: 3, now: NOW });
    expect(await store.audit()).toEqual([]);
    const order = [await claimed(store), await claimed(store), await claimed(store)];
    expect(order.map((job) => job.id)).toEqual([first.id, second.id, third.id]);
  });

  test("pg-boss finds its tables as it would have made them", async () => {
    const boss = new PgBoss({ connectionString: database.url, schema: QUEUE_SCHEMA, migrate: false, supervise: false });
    boss.on("error", () => {});
    await boss.start();
    // A pg-boss whose tables are of another version needs a migration: see queue-schema.ts.
    expect(await boss.schemaVersion()).toBe(43);
    expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true });
    await boss.stop({ graceful: false });
  });

  test("a database of the schema before the queues has its unfinished jobs in them", async () => {
    const url = await server.createDatabase();
    const connections = openConnections({ url, maxConnections: 2 });
    const made = MIGRATIONS.findIndex(({ statements }) => statements === queueSchema);
    await migrate(connections, MIGRATIONS.slice(0, made));
    await connections.queries.executeSql(OLD_JOBS);
    await connections.close();
    const opened = await openPostgresStore({ url, maxConnections: 4 });
    expect(await opened.audit()).toEqual([]);
    const next = async () => (await opened.jobs.claim({ instance: HERE, workClass: "pdf", now: NOW }))?.id;
    expect([await next(), await next(), await next()]).toEqual(["job_aaaaaaaaaaa2", "job_aaaaaaaaaaa3", undefined]);
    await opened.recover({ instance: "inst_new", isAlone: true, maxAttempts: 3, now: NOW });
    expect(await next()).toBe("job_aaaaaaaaaaa1");
    expect(await opened.audit()).toEqual([]);
    await opened.close();
  });

  test("a copy of a database without its queues is refused, in words", async () => {
    const url = await server.createDatabase();
    const settings = { url, maxConnections: 2 };
    await (await openPostgresStore(settings)).close();
    const connections = openConnections(settings);
    await connections.queries.executeSql(`DROP SCHEMA ${QUEUE_SCHEMA} CASCADE`);
    await connections.close();
    await expect(openPostgresStore(settings)).rejects.toThrow(
      `The queues of the database cannot be used: pg-boss is not installed. Their tables are in the schema ${QUEUE_SCHEMA}`,
    );
  });
});

/** An account with a job in work, two that wait, and one that has ended. */
const OLD_JOBS = `
  INSERT INTO accounts (id, name, balance, held, created_at) VALUES ('acc_old', 'Old', 100, 30, 0);
  INSERT INTO ledger (account_id, kind, amount, reason, created_at) VALUES ('acc_old', 'grant', 100, 'initial credits', 0);
  INSERT INTO holds (id, account_id, key_id, operation, amount, state, created_at, ended_at)
    SELECT 'hold_' || n, 'acc_old', 'key_old', 'merge', 10, CASE n WHEN 4 THEN 'released' ELSE 'open' END, 0,
      CASE n WHEN 4 THEN 1 END FROM generate_series(1, 4) AS n;
  INSERT INTO jobs (id, class, hold_id, account_id, key_id, operation, message, filename, page_count, pages_total,
    retention_ms, created_at, state, instance, attempts, completed_at)
    SELECT 'job_aaaaaaaaaaa' || n, 'pdf', 'hold_' || n, 'acc_old', 'key_old', 'merge', '', 'a.pdf', 1, 1, 0, 0,
      CASE n WHEN 1 THEN 'processing' WHEN 4 THEN 'cancelled' ELSE 'pending' END,
      CASE n WHEN 1 THEN 'inst_old' END, CASE n WHEN 1 THEN 1 ELSE 0 END, CASE n WHEN 4 THEN 1 END
    FROM generate_series(1, 4) AS n;
`;
