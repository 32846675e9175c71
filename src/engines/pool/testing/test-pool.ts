import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TimeBudget, type Work } from "../../../kernel/timing/work.ts";
import { createWorkerPool, type EnginePool, type PoolOptions } from "../pool.ts";
import type { PoolEvent } from "../pool-events.ts";
import type { Sandbox } from "../sandbox/probe.ts";

/**
 * A pool for a test, with its events and a directory for the test's files; closed and removed at the end of `await
 * using`.
 */
export interface TestPool extends AsyncDisposable {
  readonly pool: EnginePool;
  readonly events: PoolEvent[];
  readonly directory: string;
}

const MIB = 2 ** 20;

/** The sandbox that the first pool without a given tier has found; later pools need not find it again. */
let bestSandbox: Sandbox | undefined;

export async function startTestPool(options: Partial<PoolOptions> = {}): Promise<TestPool> {
  const directory = await mkdtemp(join(tmpdir(), "quire-pool-"));
  const events: PoolEvent[] = [];
  const pool = await poolOrCleanUp(directory, {
    entry: join(import.meta.dirname, "faulty-worker.ts"),
    size: 1,
    queueLimit: 8,
    slotsDirectory: join(directory, "slots"),
    memoryBytes: 256 * MIB,
    fileBytes: 8 * MIB,
    tasksPerWorker: 1000,
    growthBytes: 1024 * MIB,
    sandbox: options.tier === undefined ? bestSandbox : undefined,
    ...options,
    log: (event) => {
      events.push(event);
      options.log?.(event);
    },
  });
  if (options.tier === undefined) {
    bestSandbox = pool.state().sandbox;
  }
  return {
    pool,
    events,
    directory,
    async [Symbol.asyncDispose]() {
      await pool.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function poolOrCleanUp(directory: string, options: PoolOptions): Promise<EnginePool> {
  try {
    const pool = await createWorkerPool(options);
    await allUp(pool);
    return pool;
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
}

/** Waits until each process of a pool that is needed is up and idle, or has failed to start several times. */
export async function allUp(pool: EnginePool): Promise<void> {
  for (;;) {
    const { idle, failing, unneeded, size } = pool.state();
    if (idle + failing + unneeded === size) {
      return;
    }
    await delay(10);
  }
}

export function work(engineTimeMs = 20_000, signal: AbortSignal = new AbortController().signal): Work {
  return { signal, engineTime: new TimeBudget(engineTimeMs) };
}
