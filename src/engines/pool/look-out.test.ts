import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, closeSync, openSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assert } from "../../kernel/assert.ts";
import { landlockVersion } from "./landlock.ts";
import { hasSeccompTable } from "./seccomp.ts";
import type { DriverTask, Report } from "./testing/look-out-driver.ts";

/*
 * From inside a worker, nothing is in reach: not the data directory, other workers' slots, /etc/shadow, the network, the
 * environment of the service, its open files, nor any program. Tried by Node and by raw calls of the C library, in each
 * tier that the machine offers, for a service that is root and lives in a 0700 directory, and for one of an ordinary
 * user.
 *
 * Without Landlock (Linux before 5.13), less holds against native code, which the last tests state: other-uid workers
 * read what every user may, and plain workers are the service's user, whose files they can open; network, programs, the
 * service's memory and environment stay out of reach.
 */

const ORDINARY_UID = 65_534;
const isRoot = process.geteuid?.() === 0;
const APPLICATION = resolve(import.meta.dirname, "../../..");
const marker = `secret-${randomUUID()}`;
const abstractSocket = `quire-${randomUUID()}`;

let tcp: Server;
let abstract: Server;
let directory: string;

beforeAll(async () => {
  tcp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  abstract = createServer((socket) => socket.destroy()).listen({ path: `\0${abstractSocket}` });
  await Promise.all([once(tcp, "listening"), once(abstract, "listening")]);
  directory = await mkdtemp(join(tmpdir(), "quire-look-out-"));
  chmodSync(directory, 0o755);
});

afterAll(async () => {
  tcp.close();
  abstract.close();
  await rm(directory, { recursive: true });
});

type User = "root" | "ordinary user";

interface Home {
  readonly application: string;
  readonly dataDirectory: string;
  readonly commons: string;
}

/** A service's home for one test: a copy of the application, data with a secret, and a directory like /tmp. */
async function homeOf(user: User): Promise<Home> {
  const home = join(directory, randomUUID());
  const application = join(home, "application");
  await cp(join(APPLICATION, "src"), join(application, "src"), { recursive: true });
  await cp(join(APPLICATION, "package.json"), join(application, "package.json"));
  for (const name of ["koffi", "@koromix", "zod"]) {
    await cp(join(APPLICATION, "node_modules", name), join(application, "node_modules", name), { recursive: true });
  }
  chmodSync(application, user === "root" ? 0o700 : 0o755);
  const dataDirectory = join(home, "data");
  await mkdir(dataDirectory, { mode: 0o700 });
  await writeFile(join(dataDirectory, "secret"), marker, { mode: 0o600 });
  // Before umask(2) these are what everybody may do.
  const commons = join(home, "commons");
  await mkdir(commons);
  await writeFile(join(commons, "secret"), marker);
  chmodSync(commons, 0o777);
  chmodSync(join(commons, "secret"), 0o666);
  if (isRoot && user === "ordinary user") {
    await chown(dataDirectory, ORDINARY_UID, ORDINARY_UID);
    await chown(join(dataDirectory, "secret"), ORDINARY_UID, ORDINARY_UID);
  }
  return { application, dataDirectory, commons };
}

/** Arguments that come before a program to run it as `user`. */
function as(user: User): [string, ...string[]] {
  return isRoot && user === "ordinary user"
    ? ["setpriv", `--reuid=${ORDINARY_UID}`, `--regid=${ORDINARY_UID}`, "--clear-groups", "--"]
    : ["env", "--"];
}

function works(command: readonly string[]): boolean {
  const [program = "", ...parameters] = command;
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}

/** A Node that the user may execute: this one, or a copy of it. */
async function nodeFor(user: User): Promise<string> {
  if (works([...as(user), process.execPath, "-e", "0"])) {
    return process.execPath;
  }
  const copy = join(directory, "node");
  await cp(process.execPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}

async function reportOf(user: User, task: Pick<DriverTask, "tier" | "withoutLandlock">): Promise<Report> {
  const { application, dataDirectory, commons } = await homeOf(user);
  const { port } = tcp.address() as AddressInfo;
  const driverTask: DriverTask = { ...task, dataDirectory, commons, tcpPort: port, abstractSocket, marker };
  const driver = join(application, "src/engines/pool/testing/look-out-driver.ts");
  const [program, ...parameters] = [...as(user), await nodeFor(user), driver, JSON.stringify(driverTask)];
  // A file that the service was started with, at a number that Node does not look at.
  const inherited = openSync(join(dataDirectory, "secret"), "r");
  const child = spawn(program, parameters, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", QUIRE_SECRET: marker },
    stdio: ["ignore", "pipe", "inherit", ...Array<"ignore">(27).fill("ignore"), inherited],
  });
  closeSync(inherited);
  assert(child.stdout !== null, "stdout is a pipe");
  const report: Report = JSON.parse(await text(child.stdout));
  return {
    ...report,
    reached: report.reached.map((what) => what.replaceAll(dataDirectory, "DATA").replaceAll(commons, "COMMONS")),
  };
}

/** Whether the system lets a user have these namespaces; asked without our own code. */
function canUseBubblewrap(user: User): boolean {
  const namespaces = [
    "--unshare-net",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    ...(user === "root" ? [] : ["--unshare-user"]),
  ];
  return works([
    ...as(user),
    "bwrap",
    ...namespaces,
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "true",
  ]);
}

const hasLandlock = landlockVersion() > 0;

/** The walls that a worker puts up itself. */
function ownWalls(changesUid: boolean): string[] {
  const identity = changesUid ? ["own-uid"] : [];
  const filter = hasSeccompTable ? ["system-call-filter"] : [];
  return ["resource-limits", ...identity, "no-new-privileges", "dies-with-parent", "not-dumpable", ...filter];
}

test.runIf(isRoot)("without walls, the look-out reaches all of it", async () => {
  const { reached } = await reportOf("root", {});
  for (const what of [
    /^read DATA\/secret by Node$/,
    /^read DATA\/secret natively$/,
    /^read COMMONS\/secret natively$/,
    /^read \/etc\/shadow natively$/,
    /^list DATA by Node$/,
    /^list DATA natively$/,
    /^write in DATA natively$/,
    /^environment of self natively$/,
    /^signal to its group$/,
    /^TCP by Node$/,
    /^abstract socket by Node$/,
    /^socket of family 1$/,
    /^socket of family 17$/,
    /^io_uring$/,
    /^io_uring of Node$/,
    /^program by Node$/,
    /^program by the shell$/,
    /^program natively$/,
    /^child$/,
    /^descriptor 30$/,
    /^unshare$/,
    /^bpf$/,
    /^mount$/,
  ]) {
    expect(reached).toContainEqual(expect.stringMatching(what));
  }
});

test.runIf(isRoot && canUseBubblewrap("root"))("bubblewrap, the service is root in a 0700 directory", async () => {
  const report = await reportOf("root", { tier: "bubblewrap" });
  expect(report).toMatchObject({ reached: [], environment: ["PWD"], uid: 65_001, sharedNamespaces: [] });
  expect(report.walls).toEqual(["namespaces", ...ownWalls(true)]);
});

test.runIf(canUseBubblewrap("ordinary user"))("bubblewrap, the service is an ordinary user", async () => {
  const report = await reportOf("ordinary user", { tier: "bubblewrap" });
  expect(report).toMatchObject({ reached: [], environment: ["PWD"], sharedNamespaces: [] });
  expect(report.walls).toEqual(["namespaces", ...ownWalls(false)]);
});

test.runIf(isRoot && hasLandlock)("other-uid, the service is root in a 0700 directory", async () => {
  const report = await reportOf("root", { tier: "other-uid" });
  expect(report).toMatchObject({ reached: [], environment: [], uid: 65_001 });
  expect(report.walls).toEqual(["landlock", ...ownWalls(true)]);
});

test.runIf(hasLandlock)("plain, the service is an ordinary user", async () => {
  const report = await reportOf("ordinary user", { tier: "plain" });
  expect(report).toMatchObject({ reached: [], environment: [] });
  expect(report.walls).toEqual(["landlock", "node-permission", ...ownWalls(false)]);
});

test.runIf(isRoot)("other-uid without Landlock: what every user may do, and no more", async () => {
  const report = await reportOf("root", { tier: "other-uid", withoutLandlock: true });
  expect(report.walls).toEqual(ownWalls(true));
  expect(report).toMatchObject({ environment: [], uid: 65_001 });
  expect(report.reached.toSorted()).toEqual([
    "list COMMONS by Node",
    "list COMMONS natively",
    "read /etc/passwd natively",
    "read COMMONS/secret by Node",
    "read COMMONS/secret natively",
    "write COMMONS/secret natively",
    "write in COMMONS by Node",
    "write in COMMONS natively",
  ]);
});

test("plain without Landlock: native code opens what the service's user may, and no more", async () => {
  const report = await reportOf("ordinary user", { tier: "plain", withoutLandlock: true });
  expect(report.walls).toEqual(["node-permission", ...ownWalls(false)]);
  expect(report.environment).toEqual([]);
  const others = report.reached.filter((what) => !/^(read|list|write|write in) .+ natively$/.test(what));
  expect(others).toEqual([]);
});
