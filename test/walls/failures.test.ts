import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { send, toImages } from "../api/client.ts";
import { fixture } from "../api/programs.ts";
import { expectOk, json, type Reply } from "../api/reply.ts";
import { type OwnService, type Settings, startService } from "../api/running-service.ts";

/*
 * Threads, processes and files of a running service are taken away one by one. Readiness shows it within 5 s, no request
 * is without an answer for longer than the bounds of the service, and the service recovers, or ends with one line.
 */

const SHOWN_WITHIN_MS = 5000;
/** A request waits at most 5 s for the lock of the database, in each of the few transactions that it has. */
const ANSWERED_WITHIN_MS = 30_000;

const pdf = fixture("four-colours.pdf");
const HOOK = `--import=${join(import.meta.dirname, "thread-hook.ts")}`;

async function started(
  settings: Settings = {},
  through: readonly string[] = [],
  dataDirectory?: string,
): Promise<OwnService> {
  const service = await startService(
    { QUIRE_WORKERS: "2", NODE_OPTIONS: HOOK, ...settings },
    { through, ...(dataDirectory !== undefined && { dataDirectory }) },
  );
  onTestFinished(() => service.kill());
  return service;
}

const readiness = async (service: OwnService) => {
  const reply = await send(service, { path: "/health/ready", key: null });
  return { status: reply.status, parts: Object(json(reply)) };
};

/** Waits until readiness is `expected`; fails when that takes longer than it may. */
async function expectShown(service: OwnService, expected: object, withinMs = SHOWN_WITHIN_MS): Promise<void> {
  await expect.poll(() => readiness(service), { timeout: withinMs, interval: 100 }).toMatchObject(expected);
}

const READY = { status: 200, parts: { status: "ready", store: "ready", disk: "ready" } };

/** Asks for work, and fails when the answer takes too long. */
async function answered(work: () => Promise<Reply>): Promise<Reply> {
  const reply = await Promise.race([work(), sleep(ANSWERED_WITHIN_MS, undefined, { ref: false })]);
  if (reply === undefined) {
    throw new Error(`A request was not answered within ${ANSWERED_WITHIN_MS} ms.`);
  }
  return reply;
}

const draw = (service: OwnService): Promise<Reply> => answered(() => toImages(service, pdf, { dpi: 72 }));

const print = (service: OwnService): Promise<Reply> =>
  answered(() =>
    send(service, {
      method: "POST",
      path: "/api/v1/convert/html-to-pdf",
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ html: "<p>Hello" })),
    }),
  );

/** Returns the ids of the processes below `pid`, nearest first. */
function processesBelow(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const below = (parent: number): number[] =>
    parents.flatMap(([child, its]) => (its === parent ? [child, ...below(child)] : []));
  return below(pid);
}

const parentOf = (pid: string): number => Number(statusOf(pid)[1]);

/** Returns the fields of /proc/PID/stat (proc(5)) behind the name of the command; the first is the state. */
function statusOf(pid: number | string): string[] {
  const stat = readIfRunning(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A process and the time at which it began, which tell it from a later one with its number. */
interface Beginning {
  readonly pid: number;
  readonly startTicks: string | undefined;
}

const beginningOf = (pid: number): Beginning => ({ pid, startTicks: statusOf(pid)[19] });

function isRunning({ pid, startTicks }: Beginning): boolean {
  const status = statusOf(pid);
  return status[0] !== "Z" && status[19] !== undefined && status[19] === startTicks;
}

function readIfRunning(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function killBelow(service: OwnService, command: RegExp): number {
  const wanted = processesBelow(service.pid).filter((pid) => command.test(readIfRunning(`/proc/${pid}/cmdline`)));
  for (const pid of wanted) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with the one before.
    }
  }
  return wanted.length;
}

/** Waits for the service to end by itself; returns its status. */
async function endOf(service: OwnService): Promise<void> {
  await expect
    .poll(() => readIfRunning(`/proc/${service.pid}/stat`).split(") ")[1]?.[0] ?? "gone", { timeout: 15_000 })
    .toMatch(/gone|Z/);
}

test("the thread that writes dies again and again under load: it is replaced, and no credit is lost", async () => {
  const service = await started();
  const balance = async () => Object(json(expectOk(await send(service, { path: "/api/v1/account" }))));
  const before = await balance();
  const replies: Promise<Reply>[] = [];
  for (let round = 0; round < 10; round++) {
    replies.push(draw(service), draw(service));
    process.kill(service.pid, "SIGUSR2");
    await sleep(100);
  }
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expectShown(service, READY, 10_000);
  expectOk(await draw(service));
  expect(service.log()).toContain("the store's thread has died; it is replaced");
  // What a refused request held is given back by the retries.
  await expect.poll(async () => (await balance()).held, { timeout: 10_000 }).toBe(0);
  const paid = statuses.filter((status) => status === 200).length + 1;
  expect(before.balance - (await balance()).balance).toBe(paid);
  await service.stop();
});

test("engine processes are killed again and again: they are replaced", async () => {
  const service = await started();
  for (let round = 0; round < 5; round++) {
    const replies = [draw(service), draw(service)];
    await sleep(50);
    killBelow(service, /pdf-worker/);
    for (const { status } of await Promise.all(replies)) {
      expect([200, 422, 503, 400]).toContain(status);
    }
  }
  await expectShown(service, READY, 15_000);
  await expect.poll(async () => (await draw(service)).status, { timeout: 15_000 }).toBe(200);
  await service.stop();
});

test("the browser is killed: it is replaced, and documents are printed", async () => {
  const service = await started();
  expectOk(await print(service));
  expect(killBelow(service, /chrom/)).toBeGreaterThan(0);
  expectOk(await print(service));
  await expectShown(service, READY);
  await service.stop();
});

test("a database that another process keeps locked is shown, and got over", async () => {
  const service = await started();
  const other = new DatabaseSync(join(service.dataDirectory, "quire.db"));
  other.exec("BEGIN IMMEDIATE");
  await expectShown(service, { status: 503, parts: { store: "unavailable", code: "storage_unavailable" } });
  expect((await draw(service)).status).toBe(503);
  other.exec("ROLLBACK");
  other.close();
  await expectShown(service, READY, 10_000);
  expectOk(await draw(service));
  await service.stop();
});

test.each(["removed", "replaced"])("a database that is %s ends the service with one line and 1", async (how) => {
  const service = await started();
  // Once the service has ended, its processes would have another parent: they are looked for by what they are now.
  const below = processesBelow(service.pid).map(beginningOf);
  expect(below).not.toEqual([]);
  const path = join(service.dataDirectory, "quire.db");
  if (how === "removed") {
    rmSync(path);
  } else {
    writeFileSync(`${path}.new`, "");
    renameSync(`${path}.new`, path);
  }
  await endOf(service);
  expect(service.output().match(/^quire: .*$/gm)).toEqual([
    expect.stringMatching(/quire\.db has been (?:removed|replaced by another file); the service ends/),
  ]);
  await expect.poll(() => below.filter(isRunning), { timeout: 5000 }).toEqual([]);
});

test.each(["quire.db-wal", "quire.db-shm"])("%s that is removed ends the service with one line and 1", async (name) => {
  const service = await started();
  expectOk(await draw(service));
  rmSync(join(service.dataDirectory, name));
  await endOf(service);
  expect(service.output().match(/^quire: .*$/gm)).toEqual([
    expect.stringMatching(/quire\.db-\w+ has been removed; the service ends/),
  ]);
});

test.each([
  ["cut off", (path: string) => truncateSync(path, 0)],
  ["overwritten", (path: string) => overwrite(path, { from: 4096, bytes: 65_536 })],
])("a database that is %s ends the service with one line and 1", async (_how, damage) => {
  const service = await started();
  expectOk(await draw(service));
  const path = join(service.dataDirectory, "quire.db");
  // What is in the log alone is read from there.
  await expect.poll(() => statSync(path).size, { timeout: 10_000 }).toBeGreaterThan(100_000);
  await sleep(1500);
  damage(path);
  await answered(() => toImages(service, pdf, { dpi: 72 }).catch(() => ({ status: 503 }) as Reply));
  await endOf(service);
  expect(service.output().match(/^quire: .*$/gm)).toEqual([
    expect.stringMatching(/quire\.db is damaged: .+; the service ends/),
  ]);
});

function overwrite(path: string, { from, bytes }: { readonly from: number; readonly bytes: number }): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 7), 0, bytes, from);
  closeSync(file);
}

const isRoot = process.getuid?.() === 0;

const mounting = (directory: string): string[] => [
  "unshare",
  ...(isRoot ? [] : ["--map-root-user"]),
  "--mount",
  "sh",
  "-c",
  'mount -t tmpfs -o size=12m none "$0" && exec "$@"',
  directory,
];
const canMount = spawnSync("unshare", [...mounting("/mnt").slice(1), "true"]).status === 0;

async function onSmallDisk() {
  const home = mkdtempSync(join(tmpdir(), "quire-failures-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const disk = join(home, "disk");
  mkdirSync(disk);
  const service = await started({ QUIRE_MIN_FREE_DISK_BYTES: "0" }, mounting(disk), join(disk, "data"));
  return { service, data: join(disk, "data"), seen: join(`/proc/${service.pid}/root`, disk) };
}

test.runIf(canMount)("a full disk is shown, and got over", async () => {
  const { service, seen } = await onSmallDisk();
  const filling = join(seen, "filling");
  spawnSync("dd", ["if=/dev/zero", `of=${filling}`, "bs=4k"]);
  await expectShown(service, { status: 503, parts: { disk: "unavailable", code: "storage_unavailable" } });
  expect((await draw(service)).status).toBe(503);
  rmSync(filling);
  // The small disk is short of space all the same.
  await expectShown(service, { status: 200, parts: { store: "ready", disk: "degraded" } });
  expectOk(await draw(service));
  await service.stop();
});

/** Runs a command where the service sees its file systems. */
function mountFor(service: OwnService, ...command: readonly string[]): void {
  const entered = ["--target", String(service.pid), "--mount", ...(isRoot ? [] : ["--user", "--preserve-credentials"])];
  const { status, stderr } = spawnSync("nsenter", [...entered, ...command], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

test.runIf(canMount)("a data directory that turns read-only is shown, and got over", async () => {
  const { service, data } = await onSmallDisk();
  expectOk(await draw(service));
  // What is open stays writable; nothing new can be written by its path.
  mountFor(service, "mount", "--bind", data, data);
  mountFor(service, "mount", "-o", "remount,bind,ro", data);
  await expectShown(service, { status: 503, parts: { disk: "unavailable", code: "storage_unavailable" } });
  const refused = await Promise.all([draw(service), draw(service), print(service)]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
  mountFor(service, "umount", data);
  await expectShown(service, { status: 200, parts: { store: "ready" } });
  expectOk(await draw(service));
  expectOk(await print(service));
  await service.stop();
});

test("a directory that is gone from the data directory is shown, and got over", async () => {
  const service = await started();
  for (const name of ["tasks", "results", "jobs", "request-parts"]) {
    const directory = join(service.dataDirectory, name);
    rmSync(directory, { recursive: true });
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await expectShown(service, { status: 503, parts: { store: "ready", disk: "unavailable" } });
    mkdirSync(directory);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await expectShown(service, READY);
  }
  rmSync(join(service.dataDirectory, "tasks"), { recursive: true });
  expect((await draw(service)).status).toBeGreaterThanOrEqual(500);
  mkdirSync(join(service.dataDirectory, "tasks"));
  await expectShown(service, READY);
  expectOk(await draw(service));
  await service.stop();
});
