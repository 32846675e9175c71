import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { resultKey } from "../platform/blobs/blob-keys.ts";
import { openLocalBlobs } from "../platform/blobs/local/local-blobs.ts";
import {
  available,
  claimed,
  claimOf,
  completeWith,
  fileAnswer,
  held,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "../platform/store/conformance/scene.ts";
import { newId } from "../platform/store/ids.ts";
import { openPostgresStore } from "../platform/store/postgres/postgres-store.ts";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from "../platform/store/postgres/testing/postgres-server.ts";
import { openSqliteStore } from "../platform/store/sqlite/sqlite-store.ts";
import type { Store } from "../platform/store/store.ts";

/* test/docs/operating.test.ts takes a backup of a service that works on SQLite, and starts another on what is restored. */

const program = resolve(import.meta.dirname, "quire.ts");

function quire(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: settings,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

function scratch(): string {
  const home = mkdtempSync(join(tmpdir(), "quire-restore-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return home;
}

test("what is no backup is not restored, nor anything over a database that is there", { timeout: 120_000 }, () => {
  const home = scratch();
  const data = join(home, "data");
  expect(quire(["restore", home], { QUIRE_DATA_DIR: data })).toMatchObject({
    status: 1,
    said: expect.stringContaining(`${home} is no backup: it has no quire.db.`),
  });
  expect(existsSync(data)).toBe(false);
  expect(quire(["accounts", "create", "Example"], { QUIRE_DATA_DIR: data }).status).toBe(0);
  expect(quire(["backup", join(home, "copy")], { QUIRE_DATA_DIR: data }).status).toBe(0);
  const before = readFileSync(join(data, "quire.db"));
  expect(quire(["restore", join(home, "copy")], { QUIRE_DATA_DIR: data })).toMatchObject({
    status: 1,
    said: expect.stringContaining("There is a database in"),
  });
  expect(readFileSync(join(data, "quire.db"))).toEqual(before);
  // A damaged backup leaves no database behind.
  writeFileSync(join(home, "copy/quire.db"), Buffer.alloc(8192, 1));
  const empty = join(home, "empty");
  expect(quire(["restore", join(home, "copy")], { QUIRE_DATA_DIR: empty }).status).toBe(1);
  expect(readdirSync(empty).filter((name) => /quire\.db|restore-/.test(name))).toEqual([]);
});

describe.skipIf(postgresPrograms() === undefined)("a backup of a PostgreSQL database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  test("taken under load it is restored to PostgreSQL and to SQLite, with exact balances and all confirmed results", {
    timeout: 300_000,
  }, async () => {
    const home = scratch();
    const data = join(home, "data");
    mkdirSync(data);
    const pepper = "5".repeat(64);
    const url = await server.createDatabase();
    const settings = { QUIRE_DATA_DIR: data, QUIRE_DATABASE_URL: url, QUIRE_KEY_PEPPER: pepper };
    const store = await openPostgresStore({ url, maxConnections: 6 });
    const { id } = await newAccount(store, 1_000_000);
    const secret = { hash: Buffer.alloc(32, 7), display: "ke…y" };
    await store.keys.create({
      rateLimit: null,
      concurrency: null,
      expiresAt: null,
      allowedAddresses: null,
      createdBy: null,
      id: newId.key(),
      accountId: id,
      name: "Key",
      mode: "live",
      scopes: ["*"],
      secret,
      now: NOW,
    });
    const blobs = await openLocalBlobs(data);
    const work = async (): Promise<string> => {
      const name = newId.message();
      const job = await submitted(store, newJob(id));
      const claim = claimOf(await claimed(store));
      await blobs.put(resultKey(name), { bytes: Buffer.from(job.id) });
      await store.jobs.finish({ ...claim, outcome: completeWith(fileAnswer(name), 3), message: "Done.", now: NOW });
      return name;
    };
    const confirmed = [await work(), await work(), await work()];

    // The load goes on while the backup is taken.
    let isOver = false;
    const load = Array.from({ length: 3 }, async () => {
      // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- it changes when the backup has been taken
      for (let count = 0; !isOver; count += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other, and several beside it
        const holdId = await held(store, id, 2);
        await store.credits.settle({ holdId, charge: 1, pages: 1, now: NOW });
        if (count % 5 === 0) {
          await work();
        }
      }
    });
    const copy = join(home, "copy");
    const { stdout } = await promisify(execFile)(process.execPath, [program, "backup", copy], { env: settings });
    expect(stdout).toContain(`are copied to ${copy}`);
    isOver = true;
    await Promise.all(load);
    await store.close();

    const wrong = { QUIRE_DATA_DIR: join(home, "p"), QUIRE_DATABASE_URL: await server.createDatabase() };
    expect(quire(["restore", copy], { ...wrong, QUIRE_KEY_PEPPER: "6".repeat(64) })).toMatchObject({
      status: 1,
      said: expect.stringContaining("QUIRE_KEY_PEPPER has to be the secret"),
    });
    const toPostgres = { ...wrong, QUIRE_KEY_PEPPER: pepper };
    expect(quire(["restore", copy], toPostgres)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/1 accounts/),
    });
    expect(quire(["restore", copy], toPostgres)).toMatchObject({ status: 1, said: expect.stringContaining("in use") });
    const restored = await openPostgresStore({ url: wrong.QUIRE_DATABASE_URL, maxConnections: 4 });
    const found = await restoredState(restored, id);

    const sqlite = join(home, "s");
    rmSync(join(copy, `results/${confirmed[0]}`));
    const said = quire(["restore", copy], { QUIRE_DATA_DIR: sqlite });
    expect(said).toMatchObject({ status: 0, said: expect.stringContaining(" 1 results that the database names") });
    const other = await openSqliteStore({ path: join(sqlite, "quire.db"), writer: "inline" });
    expect(await restoredState(other, id)).toEqual(found);
    for (const each of [restored, other]) {
      expect(await each.audit()).toEqual([]);
      expect(await each.keys.lookUp(Buffer.alloc(32, 7))).toMatchObject({ key: { name: "Key" } });
      // What was restored goes on being written to.
      await each.attributedTo({ ...SOMEBODY }).accounts.change({ id, name: "Another", now: NOW });
      expect(await available(each, id)).toBe(found.available);
      await each.close();
    }
    const files = readdirSync(join(home, "p/results"));
    expect(files).toEqual(expect.arrayContaining([...confirmed]));
    expect(readFileSync(join(sqlite, "key-pepper")).toString("hex")).toBe(pepper);
  });
});

const SOMEBODY = { kind: "command_line", keyId: null, accountId: null, requestId: null, address: null } as const;

async function restoredState(store: Store, accountId: string) {
  const { balance, held: credits } = { balance: 0, held: 0, ...(await store.accounts.find(accountId)) };
  return {
    balance,
    credits,
    available: await available(store, accountId),
    ledger: await store.accounts.ledger({ accountId, limit: 50 }),
    jobs: await store.jobs.list({ accountId, limit: 50 }),
    audit: await store.auditLog.list({ limit: 50 }),
  };
}
