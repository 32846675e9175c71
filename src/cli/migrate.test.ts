import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../platform/store/postgres/postgres-store.ts";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from "../platform/store/postgres/testing/postgres-server.ts";

describe.skipIf(postgresPrograms() === undefined)("quire migrate", () => {
  let server: PostgresServer;
  let data: string;
  beforeAll(async () => {
    server = await startPostgresServer();
    data = mkdtempSync(join(tmpdir(), "quire-migrate-"));
  }, 60_000);
  afterAll(async () => {
    await server.remove();
    rmSync(data, { recursive: true });
  });

  function quire(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const program = resolve(import.meta.dirname, "quire.ts");
    const env = { QUIRE_DATA_DIR: data, ...settings };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: "utf8" });
    return { status, said: stdout + stderr };
  }

  test("moves accounts and keys, whose secrets still work; a wrong pepper moves nothing", {
    timeout: 60_000,
  }, async () => {
    expect(quire(["accounts", "create", "Example", "--credits", "70"]).status).toBe(0);
    expect(quire(["keys", "create", "--name", "k"]).status).toBe(0);
    const url = await server.createDatabase();
    const wrong = quire(["migrate"], { QUIRE_DATABASE_URL: url, QUIRE_KEY_PEPPER: "0".repeat(64) });
    expect(wrong).toMatchObject({ status: 1, said: expect.stringContaining("QUIRE_KEY_PEPPER has to be the secret") });
    const pepper = readFileSync(join(data, "key-pepper")).toString("hex");
    const settings = { QUIRE_DATABASE_URL: url, QUIRE_KEY_PEPPER: pepper };
    expect(quire(["migrate"], settings)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/: 2 accounts, 1 keys, /),
    });
    expect(quire(["migrate"], settings)).toMatchObject({ status: 1, said: expect.stringContaining("in use already") });
    // A command with another secret than the nodes have would make keys that none of them knows.
    const other = quire(["keys", "create", "--name", "x"], { ...settings, QUIRE_KEY_PEPPER: "1".repeat(64) });
    expect(other).toMatchObject({ status: 1, said: expect.stringContaining("is not the secret") });
    const store = await openPostgresStore({ url, maxConnections: 2 });
    const accounts = await store.accounts.list({ limit: 5 });
    expect(accounts.find(({ name }) => name === "Example")).toMatchObject({ balance: 70 });
    expect(await store.keys.list({ limit: 5 })).toHaveLength(1);
    await store.close();
  });
});
