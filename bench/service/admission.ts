import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createCallers } from "../../src/platform/auth/callers.ts";
import { openFirstKey } from "../../src/platform/auth/first-account.ts";
import { accountBoundsOf } from "../../src/platform/config/account-bounds.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { limitsOf } from "../../src/platform/config/limits.ts";
import { FixedWindows } from "../../src/platform/rate-limit/fixed-windows.ts";
import { newId } from "../../src/platform/store/ids.ts";
import { openSqliteStore } from "../../src/platform/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/platform/store/store.ts";
import { median, type Row, type Spread, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";

const OPERATIONS = 5000;
const CONCURRENCY = 32;
const CPU_BAR_MS = 0.3;
const P99_BAR_MS = 10;

const KEY = "bench-admission-0123456789";

/**
 * Measures what it costs to admit a request (the key's lookup, its rate window, the hold of its credits) and,
 * separately, to settle it, with many in parallel; on the real store, the work of its writer thread included.
 */
export async function admissionRows(run: { directory: string; rounds: number }): Promise<Row[]> {
  const directory = await mkdtemp(join(run.directory, "admission-"));
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "thread" });
  try {
    const desk = await openDesk(store);
    const { pass } = await inTurn(run.rounds, { pass: () => measurePass(desk) });
    const differences = await store.audit();
    if (differences.length > 0) {
      throw new Error(`The balances are wrong: ${differences.join("; ")}`);
    }
    const admitted = pass.map(({ admission }) => admission);
    const settled = pass.map(({ settlement }) => settlement);
    return [
      row("admitting a request (key, window, hold), CPU of the process", CPU_BAR_MS, {
        ours: admitted.map(({ cpuMs }) => cpuMs),
        settling: settled.map(({ cpuMs }) => cpuMs),
      }),
      row(`the same, ${CONCURRENCY} at once, p99`, P99_BAR_MS, {
        ours: admitted.map(({ p99Ms }) => p99Ms),
        settling: settled.map(({ p99Ms }) => p99Ms),
      }),
    ];
  } finally {
    await store.close();
    await rm(directory, { recursive: true });
  }
}

function row(what: string, barMs: number, { ours, settling }: { ours: number[]; settling: number[] }): Row {
  const measured: Spread = spreadOf(ours);
  return {
    what,
    ours: show(measured.median, "ms"),
    beside: `${show(median(settling), "ms")} to settle`,
    measured,
    unit: "ms",
    bar: { kind: "at most", value: barMs, judge: "median" },
  };
}

interface Desk {
  /** Admits one request and returns its hold's id. */
  admit(): Promise<string>;
  settle(holdId: string): Promise<void>;
}

async function openDesk(store: Store): Promise<Desk> {
  const config = readConfig({ QUIRE_BOOTSTRAP_API_KEY: KEY, QUIRE_MONTHLY_GRANT: "1000000000" });
  const pepper = Buffer.alloc(32, 7);
  await openFirstKey(config, { store, pepper, now: Date.now() });
  const bounds = {
    rateLimit: 1_000_000_000,
    readRateLimit: 600,
    concurrency: CONCURRENCY,
    account: accountBoundsOf(config),
    limits: limitsOf(config),
  };
  const callers = createCallers(store, { pepper, bounds });
  const windows = new FixedWindows();
  const instance = newId.instance();
  return {
    async admit() {
      const looked = await callers.lookUp(KEY);
      if (looked.kind === "refused" || !windows.take(looked.caller.key.id, looked.caller.rateLimit)) {
        throw new Error("The request was not let in.");
      }
      const { key, account } = looked.caller;
      const id = newId.hold();
      const place = { accountId: account.id, keyId: key.id, operation: "remove-password" };
      const held = await store.credits.hold({ id, ...place, amount: 1, instance, now: Date.now() });
      if (held.kind === "short") {
        throw new Error("The account ran out of credits.");
      }
      return id;
    },
    async settle(holdId) {
      const settled = await store.credits.settle({ holdId, charge: 1, pages: 1, now: Date.now() });
      if ("kind" in settled || settled.charged !== 1) {
        throw new Error("A hold of one credit was not charged as such.");
      }
    },
  };
}

interface Cost {
  /** The CPU time of all threads, per operation. */
  readonly cpuMs: number;
  readonly p99Ms: number;
}

async function measurePass(desk: Desk): Promise<{ admission: Cost; settlement: Cost }> {
  const holds: string[] = [];
  const admission = await measure(OPERATIONS, async () => {
    holds.push(await desk.admit());
  });
  const settlement = await measure(OPERATIONS, (index) => desk.settle(holds[index] ?? ""));
  return { admission, settlement };
}

/** Runs `operation` `count` times, `CONCURRENCY` at a time; each caller begins the next one when it is done. */
async function measure(count: number, operation: (index: number) => Promise<void>): Promise<Cost> {
  const elapsedMs: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      const startedMs = performance.now();
      await operation(index);
      elapsedMs.push(performance.now() - startedMs);
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
  const { user, system } = process.cpuUsage(before);
  const ordered = elapsedMs.toSorted((a, b) => a - b);
  return { cpuMs: (user + system) / 1000 / count, p99Ms: ordered[Math.floor(0.99 * (count - 1))] ?? Number.NaN };
}
