import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assert } from "../../kernel/assert.ts";
import { landlockVersion } from "./sandbox/landlock.ts";
import { hasSeccompTable } from "./sandbox/seccomp.ts";
import type { DriverTask, Report } from "./testing/sandbox-escape-driver.ts";
import { createServiceHome, isRoot, tiersOf, type User } from "./testing/service-home.ts";

/*
 * Nothing is in reach from inside a worker: not the data directory, other workers' slots, /etc/shadow, the network, the
 * environment of the service, its open files, nor any program. This is tried by Node and by raw calls of the C library,
 * in each tier that the machine offers, for a service that is root and lives in a 0700 directory, and for one of an
 * ordinary user.
 *
 * Without Landlock (Linux before 5.13), less holds against native code, and the last tests state how much: other-uid
 * workers read what every user may, and plain workers are the service's user, whose files they can open; network,
 * programs, the service's memory and environment stay out of reach. Shared mappings of /dev/zero are memory that only the
 * watch from outside counts (worker-watch.ts).
 */

const marker = `secret-${randomUUID()}`;
const abstractSocket = `quire-${randomUUID()}`;

let tcp: Server;
let abstract: Server;

beforeAll(async () => {
  tcp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  abstract = createServer((socket) => socket.destroy()).listen({ path: `\0${abstractSocket}` });
  await Promise.all([once(tcp, "listening"), once(abstract, "listening")]);
});

afterAll(() => {
  tcp.close();
  abstract.close();
});

async function reportOf(user: User, task: Pick<DriverTask, "tier" | "withoutLandlock">): Promise<Report> {
  await using home = await createServiceHome(user, marker);
  const { dataDirectory, commons } = home;
  const { port } = tcp.address() as AddressInfo;
  const driverTask: DriverTask = { ...task, dataDirectory, commons, tcpPort: port, abstractSocket, marker };
  const [program, ...parameters] = home.command("sandbox-escape-driver.ts", JSON.stringify(driverTask));
  // This file was open when the service started, at a descriptor that Node does not know of.
  const inherited = openSync(join(dataDirectory, "secret"), "r");
  const child = spawn(program, parameters, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", QUIRE_SECRET: marker },
    stdio: ["ignore", "pipe", "inherit", ...Array<"ignore">(27).fill("ignore"), inherited],
  });
  closeSync(inherited);
  assert(child.stdout !== null, "stdout is a pipe");
  const report: Report = JSON.parse(await text(child.stdout));
  const reached = report.reached.map((what) => what.replaceAll(dataDirectory, "DATA").replaceAll(commons, "COMMONS"));
  return { ...report, reached };
}

/** Only the full run takes what few machines are. */
const full = process.env["QUIRE_TEST_FULL"] === "1";
const hasLandlock = landlockVersion() > 0;

/** Returns the walls that a worker puts up itself. */
function ownWalls(changesUid: boolean): string[] {
  const identity = changesUid ? ["own-uid"] : [];
  const filter = hasSeccompTable ? ["system-call-filter"] : [];
  return ["resource-limits", ...identity, "no-new-privileges", "dies-with-parent", "not-dumpable", ...filter];
}

/** The users of the two workers; which of them tries is the pool's choice. */
const WORKER_UIDS = [65_000, 65_001];

test.runIf(isRoot)("without walls, the sandbox escape test reaches everything", async () => {
  const { reached } = await reportOf("root", {});
  const expected = [
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
    /^shared memory$/,
    /^shared memory of \/dev\/zero$/,
    /^memfd$/,
    /^System V memory$/,
    /^file \/tmp\/room$/,
    /^bpf$/,
    /^mode of DATA\/secret$/,
    /^mode of DATA\/secret by its descriptor$/,
    /^owner of DATA\/secret$/,
    /^owner of DATA\/secret by its descriptor$/,
    /^times of DATA\/secret$/,
    /^times of DATA\/secret by its descriptor$/,
    /^length of DATA\/secret$/,
    /^flags of DATA\/secret by its descriptor$/,
    ...(tiersOf("root").includes("bubblewrap") ? [/^unshare$/, /^mount$/] : []),
  ];
  expect(expected.filter((what) => !reached.some((each) => what.test(each)))).toEqual([]);
});

test.runIf(isRoot && tiersOf("root").includes("bubblewrap"))(
  "bubblewrap, the service is root in a 0700 directory",
  async () => {
    const report = await reportOf("root", { tier: "bubblewrap" });
    expect(report).toMatchObject({
      reached: [],
      environment: ["PWD"],
      uid: expect.toBeOneOf(WORKER_UIDS),
      sharedNamespaces: [],
    });
    expect(report.walls).toEqual(["namespaces", ...ownWalls(true)]);
  },
);

test.runIf(full && tiersOf("ordinary user").includes("bubblewrap"))(
  "bubblewrap, the service is an ordinary user",
  async () => {
    const report = await reportOf("ordinary user", { tier: "bubblewrap" });
    expect(report).toMatchObject({ reached: [], environment: ["PWD"], sharedNamespaces: [] });
    expect(report.walls).toEqual(["namespaces", ...ownWalls(false)]);
  },
);

test.runIf(isRoot && hasLandlock)("other-uid, the service is root in a 0700 directory", async () => {
  const report = await reportOf("root", { tier: "other-uid" });
  expect(report).toMatchObject({ reached: [], environment: [], uid: expect.toBeOneOf(WORKER_UIDS) });
  expect(report.walls).toEqual(["landlock", ...ownWalls(true)]);
});

test.runIf(hasLandlock)("plain, the service is an ordinary user", async () => {
  const report = await reportOf("ordinary user", { tier: "plain" });
  expect(report).toMatchObject({ reached: [], environment: [] });
  expect(report.walls).toEqual(["landlock", "node-permission", ...ownWalls(false)]);
});

test.runIf(full && isRoot)("other-uid without Landlock: what every user may do, and no more", async () => {
  const report = await reportOf("root", { tier: "other-uid", withoutLandlock: true });
  expect(report.walls).toEqual(ownWalls(true));
  expect(report).toMatchObject({ environment: [], uid: expect.toBeOneOf(WORKER_UIDS) });
  expect(report.reached.toSorted()).toEqual([
    "list COMMONS by Node",
    "list COMMONS natively",
    "read /etc/passwd natively",
    "read COMMONS/secret by Node",
    "read COMMONS/secret natively",
    "shared memory of /dev/zero",
    "write COMMONS/secret natively",
    "write in COMMONS by Node",
    "write in COMMONS natively",
  ]);
});

test.runIf(full)("plain without Landlock: native code opens what the service's user may, and no more", async () => {
  const report = await reportOf("ordinary user", { tier: "plain", withoutLandlock: true });
  expect(report.walls).toEqual(["node-permission", ...ownWalls(false)]);
  expect(report.environment).toEqual([]);
  const others = report.reached.filter((what) => !/^(read|list|write|write in) .+ natively$/.test(what));
  expect(others).toEqual(["shared memory of /dev/zero"]);
});
