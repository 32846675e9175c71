import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { holderOfDirectory, lockDirectory } from "../platform/blobs/process-lock.ts";
import { examineSettings } from "../platform/config/config.ts";
import { connect } from "../platform/store/sqlite/database.ts";
import { SCHEMA_VERSION } from "../platform/store/sqlite/schema.ts";
import { openSqliteStore } from "../platform/store/sqlite/sqlite-store.ts";
import { dataDirectoryCheck } from "./doctor-machine.ts";
import { portCheck } from "./doctor-port.ts";
import { settingsCheck } from "./doctor-settings.ts";
import { storeCheck } from "./doctor-store.ts";

/* The doctor's checks of the service itself: its settings, its port, its disk and its store. */

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-doctor-service-"));
});
afterEach(() => rm(directory, { recursive: true }));

const holder = "process 1 on here since now";

test.for([
  [{}, "ready", "all have their defaults"],
  [{ QUIRE_WORKERS: "2" }, "ready", "given: QUIRE_WORKERS"],
  [{ QUIRE_WROKERS: "2" }, "degraded", "did you mean QUIRE_WORKERS?"],
  [{ QUIRE_BOOTSTRAP_API_KEY: "short-key" }, "degraded", "QUIRE_BOOTSTRAP_API_KEY has 9 characters"],
  [{ QUIRE_BOOTSTRAP_API_KEY: "short-key", QUIRE_HOST: "0.0.0.0" }, "unavailable", "does not start with it on 0.0.0.0"],
  [{ QUIRE_PORT: "http" }, "unavailable", 'It is "http".'],
  [{ QUIRE_OUTBOUND_ALLOW: "10.0.0.0/99" }, "unavailable", "QUIRE_OUTBOUND_ALLOW"],
  [{ QUIRE_VISION_PROVIDER: "google" }, "unavailable", "QUIRE_VISION_API_KEY: "],
  [{ QUIRE_PDFIUM_LIBRARY: "/nope" }, "unavailable", "QUIRE_PDFIUM_LIBRARY: /nope does not exist"],
  [{ QUIRE_PDFIUM_LIBRARY: "/tmp" }, "unavailable", "QUIRE_PDFIUM_LIBRARY: /tmp is no file"],
  [{ QUIRE_FONTS_DIR: "/nope" }, "unavailable", "QUIRE_FONTS_DIR: /nope does not exist"],
] as const)("settings %j are %s", ([environment, state, detail]) => {
  const check = settingsCheck(examineSettings(environment));
  expect(check).toMatchObject({ name: "Settings", needed: true, state, detail: expect.stringContaining(detail) });
  expect(check.remedy === undefined).toBe(state === "ready");
  expect(check.detail).not.toContain("short-key");
});

test("several wrong settings are reported together", () => {
  const { detail } = settingsCheck(examineSettings({ QUIRE_PORT: "http", QUIRE_FONTS_DIR: "/nope" }));
  expect(detail).toMatch(/QUIRE_PORT: .+QUIRE_FONTS_DIR: /);
});

test("a free port is free, and one in use is the service's own or another program's", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port };
  expect(await portCheck(address, { holder: undefined })).toMatchObject({
    state: "unavailable",
    needed: true,
    detail: `port ${port} of 127.0.0.1 is in use by another program (EADDRINUSE)`,
    remedy: expect.stringMatching(`sport = :${port}.*QUIRE_PORT`),
  });
  expect(await portCheck(address, { holder })).toMatchObject({
    state: "ready",
    detail: expect.stringContaining(holder),
  });
  server.close();
  await once(server, "close");
  expect(await portCheck(address, { holder: undefined })).toMatchObject({ state: "ready" });
  expect(await portCheck({ host: "::", port: 0 }, { holder: undefined })).toMatchObject({ state: "ready" });
});

test.for([
  ["EACCES", "is forbidden to this user", "CAP_NET_BIND_SERVICE"],
  ["EADDRNOTAVAIL", "is not on this machine", "QUIRE_HOST"],
  ["ENOTFOUND", "cannot be listened on", "QUIRE_HOST"],
] as const)("a port that is refused with %s has its own advice", async ([code, detail, remedy]) => {
  const listen = () => Promise.reject(Object.assign(new Error(code), { code }));
  const check = await portCheck({ host: "h", port: 80 }, { holder, listen });
  expect(check).toMatchObject({ state: "unavailable", detail: `port 80 of h ${detail} (${code})` });
  expect(check.remedy).toContain(remedy);
});

test("a disk with less than what is to stay free is short, and the report says what that means", async () => {
  expect(await dataDirectoryCheck(directory, 1)).not.toMatchObject({ detail: expect.stringContaining("503") });
  expect(await dataDirectoryCheck(directory, 1e18)).toMatchObject({
    state: "degraded",
    detail: expect.stringContaining("QUIRE_MIN_FREE_DISK_BYTES"),
    remedy: expect.stringContaining("free space"),
  });
});

test("the store is judged without being changed or made", async () => {
  expect(await storeCheck(directory, undefined)).toMatchObject({
    state: "ready",
    detail: expect.stringContaining("yet"),
  });
  expect(await readdir(directory)).toEqual([]);

  const path = join(directory, "quire.db");
  await (await openSqliteStore({ path, writer: "inline" })).close();
  const names = await readdir(directory);
  expect(await storeCheck(directory, undefined)).toMatchObject({
    state: "ready",
    detail: `${path}, schema version ${SCHEMA_VERSION}; no service runs with it`,
  });
  expect(await readdir(directory)).toEqual(names);
  setVersion(path, SCHEMA_VERSION - 1);
  expect((await storeCheck(directory, holder)).detail).toMatch(
    new RegExp(`version ${SCHEMA_VERSION - 1}, which the next start brings to ${SCHEMA_VERSION} .*${holder}`),
  );
  setVersion(path, 999);
  expect(await storeCheck(directory, undefined)).toMatchObject({
    state: "unavailable",
    needed: true,
    detail: expect.stringContaining("its schema is version 999"),
    remedy: expect.stringContaining("newer version"),
  });
});

test("a database that is none is reported with what to do", async () => {
  await writeFile(join(directory, "quire.db"), "This is not a database, whatever its name says. ".repeat(100));
  expect(await storeCheck(directory, undefined)).toMatchObject({
    state: "unavailable",
    detail: expect.stringContaining("not a database"),
    remedy: expect.stringContaining("backup"),
  });
});

test("a store that is open is read with what its log has", async () => {
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  const check = await storeCheck(directory, holder);
  await store.close();
  expect(check).toMatchObject({
    detail: expect.stringContaining(`schema version ${SCHEMA_VERSION}; in use by ${holder}`),
  });
});

test("who has a directory is found without taking it", async () => {
  expect(holderOfDirectory(directory)).toBeUndefined();
  expect(await readdir(directory)).toEqual([]);
  const lock = await lockDirectory(directory);
  expect(holderOfDirectory(directory)).toMatch(`process ${process.pid} on `);
  lock.release();
  expect(holderOfDirectory(directory)).toBeUndefined();
  (await lockDirectory(directory, { waitMs: 0 })).release();
});

function setVersion(path: string, version: number): void {
  const connection = connect(path, { readOnly: false });
  connection.script(`PRAGMA user_version = ${version}`);
  connection.close();
}
