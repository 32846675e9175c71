import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import { createWorkerPool } from "../pool.ts";
import { PR_SET_NO_NEW_PRIVS, prctl } from "../sandbox/libc.ts";
import type { TierName } from "../sandbox/sandbox.ts";
import { installFilter } from "../sandbox/seccomp.ts";
import { descendants } from "./processes.ts";
import { namespaces, type Targets, tryToEscape } from "./sandbox-escape.ts";
import { allUp } from "./test-pool.ts";

/*
 * A service, as far as its workers can see: it keeps a secret in its data directory, in its environment, in an open
 * file and in the slot of one worker, and has the other worker try to escape. Its argument is JSON; it prints the
 * report as JSON.
 */
export interface DriverTask {
  /** The worker's tier; if absent, the service itself tries, where there are no walls. */
  readonly tier?: TierName;
  /** Whether to behave as on a kernel without Landlock. */
  readonly withoutLandlock?: boolean;
  /** A directory with a file `secret` that contains the marker. */
  readonly dataDirectory: string;
  /** A directory that every user may list and write to, with a file `secret` in it. */
  readonly commons: string;
  readonly tcpPort: number;
  readonly abstractSocket: string;
  readonly marker: string;
}

export interface Report {
  readonly reached: readonly string[];
  readonly environment: readonly string[];
  readonly uid: number;
  readonly walls: readonly string[];
  /** The namespaces of the worker that are also the service's. */
  readonly sharedNamespaces: readonly string[];
}

const task: DriverTask = JSON.parse(process.argv[2] ?? "");
const secret = join(task.dataDirectory, "secret");
const slots = join(task.dataDirectory, "slots");

/** Returns what a worker looks for while another has a secret in that slot. */
const targetsWith = (slot: string): Targets => ({
  files: [
    secret,
    join(task.commons, "secret"),
    ...["out/secret", "in/0"].flatMap((path) => [join(slots, slot, path), join("..", slot, path)]),
  ],
  directories: [task.dataDirectory, slots, "..", join(slots, slot, "out"), task.commons],
  tcpPort: task.tcpPort,
  abstractSocket: task.abstractSocket,
  processes: [process.pid],
  marker: task.marker,
});

if (task.withoutLandlock === true) {
  refuseLandlock();
}
const report = task.tier === undefined ? await escapeFromHere() : await escapeFromWorker(task.tier);
process.stdout.write(JSON.stringify(report));

async function escapeFromHere(): Promise<Report> {
  const reached = await tryToEscape(targetsWith("slot-0"), []);
  // oxlint-disable-next-line node/no-process-env -- to report it
  return {
    reached,
    environment: Object.keys(process.env),
    uid: process.getuid?.() ?? -1,
    walls: [],
    sharedNamespaces: [],
  };
}

async function escapeFromWorker(tier: TierName): Promise<Report> {
  const pool = await createWorkerPool({
    entry: join(import.meta.dirname, "sandbox-escape-worker.ts"),
    size: 2,
    queueLimit: 2,
    slotsDirectory: slots,
    tier,
    memoryBytes: 256 * 2 ** 20,
    tasksPerWorker: 100,
    growthBytes: 2 ** 30,
  });
  await allUp(pool);
  const work = { signal: new AbortController().signal, engineTime: new TimeBudget(60_000) };
  const holder = pool.stream({ method: "hold", parameters: {}, inputs: [secret], work });
  await holder.next();
  const holding = ["slot-0", "slot-1"].find((slot) => existsSync(join(slots, slot, "out", "secret")));
  assert(holding !== undefined, "one of the workers holds the secret");
  const processes = [process.pid, ...(await descendants(process.pid))];
  const { walls } = pool.state().sandbox;
  const parameters = { ...targetsWith(holding), processes };
  type Found = Omit<Report, "walls"> & { readonly namespaces: readonly string[] };
  const found = await pool.call<Found>({ method: "tryToEscape", parameters, inputs: [secret], work });
  await holder.return();
  await pool.close();
  const own = namespaces();
  return { ...found, walls, sharedNamespaces: found.namespaces.filter((namespace) => own.includes(namespace)) };
}

/** Installs a filter that answers ENOSYS to landlock_create_ruleset (444) and allows everything else. */
function refuseLandlock(): void {
  const program = Buffer.alloc(4 * 8);
  const instructions = [
    [0x20, 0, 0, 0],
    [0x15, 0, 1, 444],
    [0x06, 0, 0, 0x0005_0026],
    [0x06, 0, 0, 0x7fff_0000],
  ] as const;
  for (const [index, [code, skipIfTrue, skipIfFalse, value]] of instructions.entries()) {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(skipIfTrue, index * 8 + 2);
    program.writeUInt8(skipIfFalse, index * 8 + 3);
    program.writeUInt32LE(value, index * 8 + 4);
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1);
  installFilter(program);
}
