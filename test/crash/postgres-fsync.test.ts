import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import {
  available,
  claimed,
  claimOf,
  completeWith,
  held,
  jsonAnswer,
  newAccount,
  newJob,
  submitted,
} from "../../src/platform/store/conformance/scene.ts";
import { openPostgresStore } from "../../src/platform/store/postgres/postgres-store.ts";
import { postgresPrograms, startPostgresServer } from "../../src/platform/store/postgres/testing/postgres-server.ts";
import type { Store } from "../../src/platform/store/store.ts";
import { type Call, canTrace, readSystemCalls } from "./system-calls.ts";

/*
 * The system calls of a PostgreSQL server are watched: what the store has confirmed must have been flushed to the disk
 * before. That the service answers its clients after the store has confirmed is what fsync.test.ts watches.
 */

const canWatch = canTrace && postgresPrograms() !== undefined;
if (!canWatch) {
  console.warn("The proof that PostgreSQL's commits follow fsync is left out: there is no strace or no PostgreSQL.");
}

const ROUNDS = 5;
/** The transactions of a round that must last. */
const COMMITS = 12;

test.skipIf(!canWatch)(
  "what the store confirms is on the disk of PostgreSQL before",
  { timeout: 300_000 },
  async () => {
    const commits = await commitsOn({ fsync: "on" });
    const unsafe = commits.filter(({ isFlushed }) => !isFlushed);
    console.warn(
      `PostgreSQL: ${commits.length} commits watched, ${unsafe.length} of them not on disk before the answer.`,
    );
    expect(commits.length).toBe(ROUNDS * COMMITS);
    expect(unsafe).toEqual([]);
  },
);

test.skipIf(!canWatch)("a server that flushes nothing is found out", { timeout: 300_000 }, async () => {
  const commits = await commitsOn({ fsync: "off" });
  expect(commits.length).toBe(ROUNDS * COMMITS);
  expect(commits.filter(({ isFlushed }) => isFlushed)).toEqual([]);
});

/** Returns the commits that had to last of a server with these settings, on which a store does all that costs or promises. */
async function commitsOn(settings: Readonly<Record<string, string>>): Promise<readonly Commit[]> {
  const directory = await mkdtemp(join(tmpdir(), "quire-fsync-"));
  const server = await startPostgresServer(settings);
  try {
    const url = await server.createDatabase();
    // The tables are made before.
    await (await openPostgresStore({ url, maxConnections: 2 })).close();
    const trace = join(directory, "trace");
    const endTrace = await traced(server.pid, trace);
    const store = await openPostgresStore({ url, maxConnections: 2 });
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await doAll(store);
    }
    await store.close();
    await endTrace();
    return commitsOf(readSystemCalls(await readFile(trace, "utf8")));
  } finally {
    await server.remove();
    await rm(directory, { recursive: true });
  }
}

/** Begins to watch a server, and all the processes that it starts from then on; returns what ends that. */
async function traced(pid: number, file: string): Promise<() => Promise<void>> {
  const calls = "trace=recvfrom,sendto,fsync,fdatasync";
  const options = ["-f", "-yy", "-s", "500", "-e", "signal=none", "-e", calls, "-o", file, "-p", String(pid)];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  await once(createInterface(strace.stderr), "line");
  strace.stderr.resume();
  return async () => {
    const ended = once(strace, "exit");
    strace.kill("SIGINT");
    await ended;
  };
}

/** Makes the transactions of a round. */
async function doAll(store: Store): Promise<void> {
  const now = store.now();
  const { id } = await newAccount(store);
  await store.credits.settle({ holdId: await held(store, id, 10), charge: 7, pages: 1, now });
  await store.credits.release({ holdId: await held(store, id, 10), now });
  await submitted(store, newJob(id));
  await store.jobs.giveBack({ ...claimOf(await claimed(store)), now });
  const claim = claimOf(await claimed(store));
  await store.jobs.finish({ ...claim, outcome: completeWith(jsonAnswer, 10), message: "Done.", now });
  const waiting = await submitted(store, newJob(id));
  await store.jobs.cancel({ jobId: waiting.id, now });
  expect(await available(store, id)).toBe(83);
}

interface Commit {
  /** Whether the log was flushed after the commit was asked for and before it was confirmed. */
  readonly isFlushed: boolean;
}

/**
 * Finds the commits of transactions that were to last, from that of the first account on: those that opened the store have
 * changed nothing.
 */
function commitsOf(calls: readonly Call[]): readonly Commit[] {
  /** Whether the transaction that a connection has begun last is to last. */
  const isDurable = new Map<string, boolean>();
  const asked = new Map<string, Call>();
  const commits: Commit[] = [];
  const first = calls.find(({ name, rest }) => name === "recvfrom" && rest.includes("INSERT INTO accounts"));
  for (const call of calls) {
    const { name, file, rest } = call;
    const isReceived = name === "recvfrom";
    if (isReceived && rest.includes("BEGIN ISOLATION LEVEL READ COMMITTED")) {
      isDurable.set(file, rest.includes("synchronous_commit = on"));
    } else if (rest.includes(COMMIT) && isReceived) {
      asked.set(file, call);
    } else if (rest.includes(COMMIT) && isDurable.get(file) === true && call.began > (first?.began ?? 0)) {
      commits.push({ isFlushed: isFlushedBetween(calls, asked.get(file), call) });
    }
  }
  return commits;
}

/** The command and its confirmation, as strace writes them. */
const COMMIT = String.raw`COMMIT\0`;

const isFlushedBetween = (calls: readonly Call[], asked: Call | undefined, answered: Call): boolean =>
  calls.some(
    ({ name, file, returned, began, ended }) =>
      (name === "fsync" || name === "fdatasync") &&
      file.includes("/pg_wal/") &&
      returned === 0 &&
      began > (asked?.ended ?? Number.POSITIVE_INFINITY) &&
      ended < answered.began,
  );
