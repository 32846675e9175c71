import { execFile, spawnSync } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimed, claimOf, HERE, held, holdOf, NOW, newAccount, newJob, submitted } from "../conformance/scene.ts";
import { scratchDirectory } from "../conformance/scratch.ts";
import { callOf } from "../sql/transactions.ts";
import { connect } from "./database.ts";
import { MIGRATIONS, migrate } from "./schema.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { batchWriterOn } from "./writing/batch.ts";
import { startRestartingTarget } from "./writing/restarting-target.ts";
import { startThreadTarget } from "./writing/thread-target.ts";
import { batchWriter, type Milestone } from "./writing/writer.ts";

const run = promisify(execFile);
const testing = (name: string): string => join(import.meta.dirname, "testing", name);

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await scratchDirectory();
  path = join(directory, "store.db");
});
afterEach(() => rm(directory, { recursive: true }));

test("the files are their owner's alone", async () => {
  const store = await openSqliteStore({ path, writer: "inline" });
  await newAccount(store);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
  await store.close();
});

test("what was written is there after closing and opening again", async () => {
  const store = await openSqliteStore({ path, writer: "thread" });
  const account = await newAccount(store, 7);
  await store.close();
  const again = await openSqliteStore({ path, writer: "thread" });
  expect(await again.accounts.find(account.id)).toEqual(account);
  await again.close();
});

test("calls that were made before closing are answered, later ones are refused", async () => {
  const store = await openSqliteStore({ path, writer: "thread" });
  const account = newAccount(store);
  const closed = store.close();
  await expect(newAccount(store)).rejects.toThrow("The store is closed.");
  expect(await account).toMatchObject({ balance: 100 });
  await closed;
});

test("the ledger takes no changes and no deletions", async () => {
  const store = await openSqliteStore({ path, writer: "inline" });
  await newAccount(store);
  const connection = connect(path, { readOnly: false });
  expect(() => connection.run("UPDATE ledger SET amount = 1000")).toThrow("append-only");
  expect(() => connection.run("DELETE FROM ledger")).toThrow("append-only");
  connection.close();
  await store.close();
});

test("the audit log takes no changes, and no deletions but of what has been kept for its time", async () => {
  const store = await openSqliteStore({ path, writer: "inline" });
  await newAccount(store);
  const connection = connect(path, { readOnly: false });
  expect(() => connection.run("UPDATE audit_log SET actor = 'service'")).toThrow("append-only");
  expect(() => connection.run("DELETE FROM audit_log")).toThrow("append-only");
  connection.run("UPDATE audit_retention SET kept_from = $now", { now: NOW + 1 });
  expect(() => connection.run("UPDATE audit_log SET actor = 'service'")).toThrow("append-only");
  expect(connection.run("DELETE FROM audit_log")).toBe(1);
  connection.close();
  await store.close();
});

test("a change that fails leaves no entry, and an entry that cannot be written undoes its change", async () => {
  const store = await openSqliteStore({ path, writer: "thread" });
  const { id } = await newAccount(store);
  const connection = connect(path, { readOnly: false });
  connection.script(
    "CREATE TRIGGER no_more_entries BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no more entries'); END",
  );
  connection.close();
  await expect(store.accounts.change({ id, name: "Another", now: NOW })).rejects.toThrow("no more entries");
  expect(await store.accounts.find(id)).toMatchObject({ name: "Example" });
  await store.close();
});

test("the audit reports a job that was not charged what it owed", async () => {
  const store = await openSqliteStore({ path, writer: "inline" });
  const { id } = await newAccount(store);
  const job = await submitted(store, newJob(id));
  await store.jobs.owe({ ...claimOf(await claimed(store)), credits: 4, pages: 2, bytes: 0 });
  await store.jobs.cancel({ jobId: job.id, now: NOW });
  expect(await store.audit()).toEqual([]);
  const connection = connect(path, { readOnly: false });
  connection.run("UPDATE jobs SET owed = 3");
  expect(await store.audit()).toEqual([`job ${job.id} is cancelled and owes 3, its hold of 10 was charged 4`]);
  connection.run("UPDATE jobs SET owed = 0");
  expect(await store.audit()).toContain(`job ${job.id} is cancelled, its hold settled`);
  connection.close();
  await store.close();
});

describe("migrations", () => {
  test("an older file is brought up to date, its rows kept, and only once", () => {
    const connection = connect(path, { readOnly: false });
    migrate(connection, MIGRATIONS.slice(0, 1));
    connection.run("INSERT INTO accounts (id, name, created_at) VALUES ('acc_old', 'Old', 0)");
    const next = [...MIGRATIONS, "ALTER TABLE accounts ADD COLUMN note TEXT NOT NULL DEFAULT 'none'"];
    migrate(connection, next);
    migrate(connection, next);
    expect(connection.get("SELECT id, note FROM accounts")).toMatchObject({ id: "acc_old", note: "none" });
    connection.close();
  });

  test("jobs of a file that knew of nothing owed owe nothing", async () => {
    const connection = connect(path, { readOnly: false });
    migrate(connection, MIGRATIONS.slice(0, 2));
    connection.script(`
      INSERT INTO accounts (id, name, balance, held, created_at) VALUES ('acc_old', 'Old', 90, 10, 0);
      INSERT INTO ledger (account_id, kind, amount, reason, created_at) VALUES ('acc_old', 'adjust', 90, 'Old', 0);
      INSERT INTO holds (id, account_id, key_id, operation, amount, state, created_at, ended_at)
        VALUES ('hold_a', 'acc_old', 'key', 'ocr', 10, 'open', 0, NULL),
               ('hold_b', 'acc_old', 'key', 'ocr', 10, 'released', 0, 1);
      INSERT INTO jobs (id, hold_id, account_id, key_id, operation, state, message, filename, page_count, pages_total,
          created_at, completed_at, retention_ms)
        VALUES ('job_a', 'hold_a', 'acc_old', 'key', 'ocr', 'pending', '', 'a.pdf', 1, 1, 0, NULL, 0),
               ('job_b', 'hold_b', 'acc_old', 'key', 'ocr', 'cancelled', '', 'a.pdf', 1, 1, 0, 1, 0);
    `);
    connection.close();
    const store = await openSqliteStore({ path, writer: "inline" });
    expect(await store.audit()).toEqual([]);
    expect(await store.jobs.cancel({ jobId: "job_a", now: NOW })).toMatchObject({
      kind: "cancelled",
      job: { charged: 0 },
    });
    expect(await store.accounts.find("acc_old")).toMatchObject({ balance: 90, held: 0 });
    expect(await store.audit()).toEqual([]);
    await store.close();
  });

  test("what is stored for accounts of an older file is counted on, also for jobs whose uploads wait", async () => {
    const connection = connect(path, { readOnly: false });
    migrate(connection, MIGRATIONS.slice(0, 7));
    connection.script(`
      INSERT INTO accounts (id, name, balance, held, created_at) VALUES ('acc_old', 'Old', 90, 10, 0);
      INSERT INTO ledger (account_id, kind, amount, reason, created_at) VALUES ('acc_old', 'adjust', 90, 'Old', 0);
      INSERT INTO holds (id, account_id, key_id, operation, amount, created_at)
        VALUES ('hold_a', 'acc_old', 'key', 'ocr', 10, 0);
      INSERT INTO jobs (id, hold_id, account_id, key_id, operation, message, filename, page_count, pages_total,
          created_at, retention_ms, input_bytes)
        VALUES ('job_a', 'hold_a', 'acc_old', 'key', 'ocr', '', 'a.pdf', 1, 1, 0, 0, 700);
      INSERT INTO keys (id, account_id, name, mode, scopes, display, created_at)
        VALUES ('key_old', 'acc_old', 'Old', 'live', '["*"]', '', 0);
    `);
    connection.close();
    const store = await openSqliteStore({ path, writer: "inline" });
    expect(await store.accounts.find("acc_old")).toMatchObject({ storedBytes: 700 });
    expect(await store.keys.find("key_old")).toMatchObject({ allowedAddresses: null });
    const owed = { ...claimOf(await claimed(store)), credits: 4, pages: 2, bytes: 50 };
    expect(await store.jobs.owe(owed)).toBe("owed");
    expect(await store.accounts.find("acc_old")).toMatchObject({ storedBytes: 750 });
    await store.jobs.cancel({ jobId: "job_a", now: NOW });
    expect(await store.accounts.find("acc_old")).toMatchObject({ storedBytes: 0 });
    expect(await store.audit()).toEqual([]);
    await store.close();
  });

  test("unfinished jobs of a file without classes wait in the queue of their operation", async () => {
    const connection = connect(path, { readOnly: false });
    migrate(
      connection,
      MIGRATIONS.slice(
        0,
        MIGRATIONS.findIndex((each) => each.includes("ADD COLUMN class")),
      ),
    );
    connection.script("INSERT INTO accounts (id, name, created_at) VALUES ('acc_old', 'Old', 0)");
    for (const operation of ["merge", "ocr-extract-vision", "html-to-pdf"]) {
      connection.script(`
        INSERT INTO holds (id, account_id, key_id, operation, amount, created_at)
          VALUES ('hold_${operation}', 'acc_old', 'key', '${operation}', 0, 0);
        INSERT INTO jobs (id, hold_id, account_id, key_id, operation, message, filename, page_count, pages_total,
            created_at, retention_ms)
          VALUES ('job_${operation}', 'hold_${operation}', 'acc_old', 'key', '${operation}', '', 'a.pdf', 1, 1, 0, 0);
      `);
    }
    connection.close();
    const store = await openSqliteStore({ path, writer: "inline" });
    const claims = ["browser", "ocr", "pdf"] as const;
    const operations: (string | undefined)[] = [];
    for (const workClass of claims) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      operations.push((await store.jobs.claim({ instance: "i", workClass, now: NOW }))?.operation);
    }
    expect(operations).toEqual(["html-to-pdf", "ocr-extract-vision", "merge"]);
    await store.close();
  });

  test("a migration that fails leaves the file as it was", () => {
    const connection = connect(path, { readOnly: false });
    migrate(connection, ["CREATE TABLE one (a TEXT)"]);
    const failing = ["CREATE TABLE one (a TEXT)", "CREATE TABLE two (a TEXT); INSERT INTO three VALUES (1)"];
    expect(() => migrate(connection, failing)).toThrow("no such table");
    expect(connection.get("PRAGMA user_version")).toMatchObject({ user_version: 1 });
    expect(connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'two'")).toBeUndefined();
    connection.close();
  });

  test("a file of a newer version is refused", async () => {
    const connection = connect(path, { readOnly: false });
    connection.script("PRAGMA user_version = 999");
    connection.close();
    await expect(openSqliteStore({ path, writer: "inline" })).rejects.toThrow("newer version");
  });
});

describe("a batch", () => {
  test("is made of what was asked for while the one before was written; who throws is undone alone", async () => {
    const milestones: Milestone[] = [];
    const store = await openSqliteStore({
      path,
      writer: "thread",
      onMilestone: (milestone) => milestones.push(milestone),
    });
    const { id } = await newAccount(store, 10);
    milestones.length = 0;
    const open = await held(store, id, 1);
    const results = await Promise.allSettled([
      held(store, id, 2),
      store.credits.settle({ holdId: open, charge: 2, pages: 1, now: NOW }),
      held(store, id, 3),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await store.accounts.find(id)).toMatchObject({ balance: 10, held: 6 });
    expect(milestones).toEqual([
      { kind: "sent", calls: ["hold"] },
      { kind: "committed", calls: ["hold"] },
      { kind: "sent", calls: ["hold", "settle", "hold"] },
      { kind: "committed", calls: ["hold", "settle", "hold"] },
    ]);
    await store.close();
  });

  test("is synced to disk when one of its calls is durable", async () => {
    const store = await openSqliteStore({ path, writer: "inline" });
    const { id } = await newAccount(store, 10);
    const open = holdOf(id, 1);
    const connection = connect(path, { readOnly: false });
    const writer = batchWriterOn(connection);
    const hold = callOf("hold", { ...open, instance: HERE, now: NOW });
    const touch = callOf("touchKeys", []);
    const release = { holdId: open.id, now: NOW };
    const remembered = {
      accountId: id,
      idempotencyKey: "k",
      instance: "inst_test",
      fileExpiresAt: null,
      answer: { status: 204, headers: {}, body: { kind: "none" } },
    } as const;
    const synchronousAfter = async (...calls: Parameters<typeof writer.run>[0]): Promise<unknown> => {
      expect((await writer.run(calls)).map(({ kind }) => kind)).toEqual(calls.map(() => "done"));
      return connection.get<{ synchronous: number }>("PRAGMA synchronous")?.synchronous;
    };
    const [normal, full] = [1, 2];
    expect(await synchronousAfter(hold)).toBe(normal);
    expect(await synchronousAfter(touch, callOf("settle", { ...release, charge: 1, pages: 1 }))).toBe(full);
    expect(await synchronousAfter(callOf("release", release), touch)).toBe(normal);
    expect(await synchronousAfter(callOf("release", { ...release, remembered }))).toBe(full);
    writer.close();
    await store.close();
  });
});

test("when the thread has gone, what waits and what comes is refused", async () => {
  const writer = batchWriter(await startThreadTarget(path, testing("dying-thread.ts")), undefined);
  const calls = [writer.write("touchKeys", []), writer.write("touchKeys", [])];
  const refusal = { code: "storage_unavailable", cause: { message: "The thread is gone." } };
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({ status: "rejected", reason: refusal });
  }
  await expect(writer.write("touchKeys", [])).rejects.toMatchObject(refusal);
});

describe("a thread that dies", () => {
  const refusal = { code: "storage_unavailable" };

  test("refuses what it had in work at once, and is replaced: later calls are done", async () => {
    const store = await openSqliteStore({ path, writer: "inline" });
    const { id } = await newAccount(store, 10);
    const troubles: string[] = [];
    let starts = 0;
    const target = await startRestartingTarget({
      start: () => startThreadTarget(path, starts++ === 0 ? testing("dying-thread.ts") : undefined),
      onTrouble: ({ message }) => troubles.push(message),
    });
    const writer = batchWriter(target, undefined);
    const hold = () => writer.write("hold", { ...holdOf(id, 1), instance: HERE, now: NOW });
    await expect(hold()).rejects.toMatchObject(refusal);
    expect(await hold()).toMatchObject({ kind: "held" });
    expect([troubles, starts]).toEqual([["The thread is gone."], 2]);
    expect(await store.accounts.find(id)).toMatchObject({ balance: 10, held: 1 });
    await writer.close(() => store.close());
  });

  test("and cannot be replaced for now is tried again later, refusing at once meanwhile", async () => {
    await (await openSqliteStore({ path, writer: "inline" })).close();
    let starts = 0;
    const target = await startRestartingTarget({
      async start() {
        starts += 1;
        if (starts === 2) {
          throw new Error("There are no more threads.");
        }
        return startThreadTarget(path, starts === 1 ? testing("dying-thread.ts") : undefined);
      },
    });
    const writer = batchWriter(target, undefined);
    const touch = () => writer.write("touchKeys", []);
    await expect(touch()).rejects.toMatchObject(refusal);
    const causes: unknown[] = [];
    await expect
      .poll(() => touch().catch((error: unknown) => causes.push(Object(error).cause.message)), { timeout: 10_000 })
      .not.toBeTypeOf("number");
    expect(new Set(causes)).toEqual(new Set(["There are no more threads."]));
    expect(starts).toBe(3);
    await writer.close(() => Promise.resolve());
  });
});

test.each(["removed", "replaced"])("a file that is %s while it is open is noticed", async (how) => {
  const losses: string[] = [];
  const store = await openSqliteStore({ path, writer: "thread", onLost: (reason) => losses.push(reason) });
  await store.probe();
  rmSync(path);
  if (how === "replaced") {
    writeFileSync(path, "");
  }
  await expect(store.probe()).rejects.toMatchObject({ code: "storage_unavailable" });
  await expect(newAccount(store)).rejects.toMatchObject({ code: "storage_unavailable" });
  // The thread that checkpoints may have made an empty file by then.
  expect(losses).toEqual([
    expect.stringMatching(how === "removed" ? /has been (removed|replaced)/ : /has been replaced/),
  ]);
  await store.close();
});

test("a file that is not a database, and a directory that is missing, are the storage's failure", async () => {
  writeFileSync(path, "This is not a database, whatever its name says. ".repeat(100));
  await expect(openSqliteStore({ path, writer: "thread" })).rejects.toMatchObject({ code: "storage_unavailable" });
  const missing = join(directory, "missing", "store.db");
  await expect(openSqliteStore({ path: missing, writer: "thread" })).rejects.toMatchObject({
    code: "storage_unavailable",
  });
});

test("two processes that write at once spend each credit once", async () => {
  const store = await openSqliteStore({ path, writer: "thread" });
  const { id } = await newAccount(store, 400);
  const spend = () => run(process.execPath, [testing("spend.ts"), path, id]);
  const spent = await Promise.all([spend(), spend()]);
  expect(spent.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(400);
  expect(await store.accounts.find(id)).toMatchObject({ balance: 0, held: 0 });
  expect(await store.audit()).toEqual([]);
  await store.close();
});

/**
 * Returns a command that runs `command` on a small separate disk: a mount in a namespace, which not every system lets
 * its users make.
 */
const onSmallDisk = (command: string): readonly string[] => [
  "-rm",
  "sh",
  "-c",
  `mount -t tmpfs -o size=3m none "$1" && ${command}`,
  "sh",
];
const canMount = spawnSync("unshare", [...onSmallDisk("true"), "/mnt"]).status === 0;

test.skipIf(!canMount).each(["thread", "inline"])(
  "a full disk is reported and changes nothing, and the store recovers (%s)",
  async (writer) => {
    const disk = join(directory, "disk");
    await mkdir(disk);
    const script = [
      ...onSmallDisk('exec "$2" "$3" "$1" "$4"'),
      disk,
      process.execPath,
      testing("full-disk.ts"),
      writer,
    ];
    const { stdout } = await run("unshare", script);
    expect(JSON.parse(stdout)).toEqual({
      failure: "storage_unavailable",
      refused: "storage_unavailable",
      isUnchanged: true,
      later: "pending",
      audit: [],
    });
  },
);
