import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/platform/store/sqlite/database.ts";
import { MIGRATIONS, migrate, SCHEMA_VERSION } from "../../src/platform/store/sqlite/schema.ts";
import { openSqliteStore } from "../../src/platform/store/sqlite/sqlite-store.ts";
import { send } from "./client.ts";
import { endlessJob } from "./jobs.ts";
import { expectFailure, expectOk, json } from "./reply.ts";
import { type OwnService, type Settings, startService } from "./running-service.ts";

/* What whoever runs the service is told: at the start, in the log, at /api/v1/system and by the command line. */

const root = resolve(import.meta.dirname, "../..");

/** Starts services that follow each other on one data directory, each with the settings and key of its call. */
function onOneDirectory() {
  const home = mkdtempSync(join(tmpdir(), "quire-operator-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dataDirectory = join(home, "data");
  const start = async (settings: Settings = {}, key?: string): Promise<OwnService> => {
    const service = await startService(
      { QUIRE_LOG_LEVEL: "info", ...settings },
      { dataDirectory, ...(key !== undefined && { key }) },
    );
    onTestFinished(() => service.kill());
    return service;
  };
  return { dataDirectory, start };
}

const linesOf = (service: OwnService): readonly Record<string, unknown>[] =>
  service
    .log()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const messagesOf = (service: OwnService): readonly unknown[] => linesOf(service).map(({ msg }) => msg);

test("a job that SIGTERM stops is no fault in the log, and waits with its attempt not counted", async () => {
  const { dataDirectory, start } = onOneDirectory();
  const service = await start();
  const job = await endlessJob(service);
  await service.stop();
  const lines = linesOf(service);
  expect(lines).toContainEqual(
    expect.objectContaining({ reason: "SIGTERM", msg: expect.stringMatching(/is stopping/) }),
  );
  expect(lines.at(-1)).toMatchObject({ msg: "the service has stopped" });
  expect(lines).toContainEqual(expect.objectContaining({ job, msg: expect.stringMatching(/^a job was given back/) }));
  expect(lines.filter(({ event, level }) => event === "worker_failed_task" || level === "error")).toEqual([]);
  const store = await openSqliteStore({ path: join(dataDirectory, "quire.db"), writer: "inline" });
  onTestFinished(() => store.close());
  expect(await store.jobs.find(job)).toMatchObject({ state: "pending", attempts: 0 });
});

test("programs that settings name and that are not there are named at the start and to administrators", async () => {
  const { start } = onOneDirectory();
  const service = await start({
    QUIRE_CHROMIUM: "/nope/chromium",
    QUIRE_TESSERACT_LIBRARY: "/nope/libtesseract.so",
    QUIRE_CHROMUIM: "/usr/bin/chromium",
  });
  await expect
    .poll(() => service.output())
    .toMatch(/^Not ready: ocr\. QUIRE_TESSERACT_LIBRARY: .*\/nope\/libtesseract\.so/m);
  expect(service.output()).toMatch(
    /^Printing: QUIRE_CHROMIUM: there is no program \/nope\/chromium that can be run\./m,
  );
  expect(service.output()).toMatch(/^Warning: There is no setting QUIRE_CHROMUIM, .*did you mean QUIRE_CHROMIUM\?$/m);
  const system = json(expectOk(await send(service, { path: "/api/v1/system" })));
  expect(system).toMatchObject({
    engines: expect.arrayContaining([
      expect.objectContaining({ name: "chromium", cause: expect.stringContaining("QUIRE_CHROMIUM: ") }),
      expect.objectContaining({ name: "ocr", cause: expect.stringContaining("QUIRE_TESSERACT_LIBRARY: ") }),
    ]),
  });
  expect(linesOf(service)).toContainEqual(
    expect.objectContaining({ engine: "chromium", cause: expect.stringContaining("QUIRE_CHROMIUM: ") }),
  );
  await service.stop();
});

test("another QUIRE_BOOTSTRAP_API_KEY takes the place of the one before, which is logged without either", async () => {
  const { start } = onOneDirectory();
  const [former, next] = ["former-key-2b7e151628aed2a6", "another-key-abf7158809cf4f3c"];
  const first = await start({}, former);
  expect(messagesOf(first)).toContain("the key of QUIRE_BOOTSTRAP_API_KEY has been made");
  await first.stop();
  const second = await start({}, next);
  expectFailure(await send(second, { path: "/api/v1/account", key: former }), 401, "invalid_api_key");
  expectOk(await send(second, { path: "/api/v1/system", key: next }));
  const replaced = linesOf(second).find(({ msg }) => String(msg).includes("the key has been replaced"));
  expect(replaced).toMatchObject({ key: expect.stringMatching(/^key_/), account: expect.stringMatching(/^acc_/) });
  expect(second.output()).toMatch(/^Note: QUIRE_BOOTSTRAP_API_KEY has another value than at the start before/m);
  expect(first.output() + second.output()).not.toMatch(new RegExp(`${former}|${next}`));
  await second.stop();
  // Without the setting the last value goes on working, and nothing is printed.
  const third = await start({ QUIRE_BOOTSTRAP_API_KEY: "" });
  expectOk(await send(third, { path: "/api/v1/system", key: next }));
  expect(third.output()).not.toContain("API key, shown this once");
  await third.stop();
});

test("who has lost the key makes another one on the machine, while the service runs", async () => {
  const { dataDirectory, start } = onOneDirectory();
  const service = await start();
  const [account] = JSON.parse(quire(dataDirectory, "accounts", "list", "--json")) as { account_id: string }[];
  const made = quire(dataDirectory, "keys", "create", "--account", account?.account_id ?? "", "--scopes", "*,admin");
  const system = json(expectOk(await send(service, { path: "/api/v1/system", key: made.trim() })));
  expect(system).toMatchObject({ versions: expect.any(Object) });
  await service.stop();
});

test("a migration is logged with the versions", async () => {
  const { dataDirectory, start } = onOneDirectory();
  const first = await start();
  await first.stop();
  const version = goBack(join(dataDirectory, "quire.db"));
  const second = await start();
  expect(linesOf(second)).toContainEqual(
    expect.objectContaining({
      from: version - 1,
      to: version,
      msg: expect.stringContaining("newer version of its schema"),
    }),
  );
  await second.stop();
});

/** Puts an empty database of the version before in place of one; returns the present version. */
function goBack(path: string): number {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(`${path}${suffix}`, { force: true });
  }
  const database = connect(path, { readOnly: false });
  migrate(database, MIGRATIONS.slice(0, -1));
  database.close();
  return SCHEMA_VERSION;
}

function quire(dataDirectory: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "src/cli/quire.ts"), ...args, "--data-dir", "data"],
    { cwd: resolve(dataDirectory, ".."), env: { PATH: process.env["PATH"] }, encoding: "utf8" },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}
