import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Failure } from "../../kernel/failure.ts";
import type { PoolCall, WorkerPool } from "./protocol.ts";
import type { Sandbox } from "./sandbox/probe.ts";
import { allUp, startTestPool, work } from "./testing/test-pool.ts";

function callOf(method: string, more: Partial<PoolCall> = {}): PoolCall {
  return { method, parameters: {}, inputs: [], work: work(), ...more };
}

async function allOf(pool: WorkerPool, call: PoolCall): Promise<unknown[]> {
  return Array.fromAsync(pool.stream<unknown>(call));
}

/** Returns the failure of a call, and fails the test if the call succeeds. */
async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  return promise.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: Failure) => error,
  );
}

test("a method gets its parameters and its inputs' content, and its item comes back", async () => {
  await using started = await startTestPool();
  const { pool, directory } = started;
  await writeFile(join(directory, "a.txt"), "one", { mode: 0o600 });
  await writeFile(join(directory, "b.txt"), "two", { mode: 0o600 });
  const inputs = [join(directory, "a.txt"), join(directory, "b.txt")];
  expect(await pool.call(callOf("echo", { parameters: { n: 1, text: "ä" }, inputs }))).toEqual({
    parameters: { n: 1, text: "ä" },
    inputs: ["one", "two"],
  });
  expect(await readFile(join(directory, "a.txt"), "utf8")).toBe("one");
});

test("items come in order, and all of them, when the reader is slower than the worker", async () => {
  await using started = await startTestPool();
  const items: number[] = [];
  for await (const { item } of started.pool.stream<{ item: number }>(
    callOf("count", { parameters: { items: 5000 } }),
  )) {
    items.push(item);
    if (item % 500 === 0) {
      await delay(5);
    }
  }
  expect(items).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
});

test("waiting for a slow reader does not use up the document's engine time", async () => {
  await using started = await startTestPool();
  const budget = work(1500);
  const call = callOf("count", { parameters: { items: 200_000 }, work: budget });
  const stream = started.pool.stream<{ item: number }>(call);
  expect((await stream.next()).value).toEqual({ item: 1 });
  await delay(2000);
  expect((await stream.next()).value).toEqual({ item: 2 });
  await stream.return();
  expect(budget.engineTime.remainingMs).toBeGreaterThan(0);
});

test("a file that the worker names is moved to the output directory and is the service's alone", async () => {
  await using started = await startTestPool();
  const { pool, directory } = started;
  const call = callOf("write", { parameters: { file: "page_1.txt", text: "hello" }, outputDirectory: directory });
  expect(await pool.call(call)).toEqual({ path: join(directory, "page_1.txt") });
  expect(await readFile(join(directory, "page_1.txt"), "utf8")).toBe("hello");
  expect(await readdir(join(directory, "slots", "slot-0", "out"))).toEqual([]);
});

test("a failure of the method arrives with its code and facts after the items before it, and the worker stays", async () => {
  await using started = await startTestPool();
  const items: unknown[] = [];
  const failure = await failureOf(
    (async () => {
      for await (const item of started.pool.stream(callOf("refuse"))) {
        items.push(item);
      }
    })(),
  );
  expect(items).toEqual([{ item: 1 }]);
  expect(failure).toMatchObject({ name: "Failure", code: "wrong_password", facts: { attempts: 2 } });
  expect(started.events.filter(({ event }) => event === "worker_started")).toHaveLength(1);
});

test.each(["abort", "readNull", "throw", "closeSocket"])(
  "a document on which the engine crashes twice is too complex: %s",
  async (method) => {
    await using started = await startTestPool();
    const failure = await failureOf(started.pool.call(callOf(method)));
    expect(failure).toMatchObject({ code: "document_too_complex", facts: { reason: "crash" } });
    expect(started.events.filter(({ event }) => event === "worker_failed_task")).toHaveLength(2);
    expect(await started.pool.call(callOf("echo"))).toMatchObject({ inputs: [] });
  },
);

test("after one crash the task runs again on a new worker, and no item or file is handed out twice", async () => {
  let input = "";
  await using started = await startTestPool({
    log: ({ event }) => {
      if (event === "worker_failed_task") {
        void writeFile(input, "go on");
      }
    },
  });
  input = join(started.directory, "input.txt");
  await writeFile(input, "crash");
  const call = callOf("crashWhileAskedTo", { inputs: [input], outputDirectory: started.directory });
  expect(await allOf(started.pool, call)).toEqual(
    [1, 2, 3, 4].map((item) => ({ item, path: join(started.directory, `page_${item}.txt`) })),
  );
  expect(await readFile(join(started.directory, "page_2.txt"), "utf8")).toBe("page 2");
  expect(started.events.filter(({ event }) => event === "worker_started")).toHaveLength(2);
});

test("a document that runs past its engine time is too complex, and its worker is replaced", async () => {
  await using started = await startTestPool();
  const budget = work(300);
  const failure = await failureOf(allOf(started.pool, callOf("spin", { work: budget })));
  expect(failure).toMatchObject({ code: "document_too_complex", facts: { reason: "time" } });
  expect(budget.engineTime.remainingMs).toBe(0);
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
});

test("the time on the worker is spent from the budget, the time in the queue is not", async () => {
  await using started = await startTestPool();
  const first = started.pool.call(callOf("sleep", { parameters: { sleepMs: 2000 } }));
  const budget = work(1800);
  const second = started.pool.call(callOf("sleep", { parameters: { sleepMs: 100 }, work: budget }));
  await Promise.all([first, second]);
  expect(budget.engineTime.remainingMs).toBeLessThan(1705);
  expect(budget.engineTime.remainingMs).toBeGreaterThan(0);
});

test.each(["fillHeap", "fillBuffers", "fillNativeMemory"])(
  "a document that needs too much memory is too complex at once: %s",
  async (method) => {
    await using started = await startTestPool();
    // A busy machine takes its time to fill the memory.
    const failure = await failureOf(started.pool.call(callOf(method, { work: work(50_000) })));
    expect(failure).toMatchObject({ code: "document_too_complex", facts: { reason: "memory" } });
    expect(started.events.filter(({ event }) => event === "worker_failed_task")).toHaveLength(1);
    expect(await started.pool.call(callOf("echo"))).toBeDefined();
  },
);

test("a full disk is not the document's doing, and its worker goes on", async () => {
  await using started = await startTestPool();
  const failure = await failureOf(started.pool.call(callOf("meetFullDisk")));
  expect(failure).toMatchObject({ code: "storage_unavailable" });
  await started.pool.call(callOf("echo"));
  expect(started.pool.state().restarts).toBe(0);
});

test("a worker cannot write a file beyond the limit", async () => {
  await using started = await startTestPool();
  const failure = await failureOf(started.pool.call(callOf("fillDisk")));
  expect(failure).toMatchObject({ code: "document_too_complex", facts: { reason: "file-size" } });
  await started.pool.call(callOf("echo"));
  expect(await readdir(join(started.directory, "slots", "slot-0", "out"))).toEqual([]);
});

test("an aborted call that waits leaves the queue with the signal's reason; the others go on", async () => {
  await using started = await startTestPool();
  const { pool } = started;
  const running = pool.call(callOf("sleep", { parameters: { sleepMs: 300 } }));
  const aborter = new AbortController();
  const waiting = pool.call(callOf("echo", { work: work(1000, aborter.signal) }));
  const last = pool.call(callOf("echo"));
  expect(pool.state().waiting).toBe(2);
  aborter.abort(new Error("client gone"));
  await expect(waiting).rejects.toThrow("client gone");
  expect(pool.state().waiting).toBe(1);
  await Promise.all([running, last]);
  expect(started.events.filter(({ event }) => event === "worker_started")).toHaveLength(1);
});

test("background work comes after the others", async () => {
  await using started = await startTestPool();
  const { pool } = started;
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const running = pool.call(callOf("sleep", { parameters: { sleepMs: 300 } }));
  const background = { ...work(), isBackground: true };
  const calls = [
    pool.call(callOf("echo", { work: background })).then(note("background 1")),
    pool.call(callOf("echo", { work: background })).then(note("background 2")),
    pool.call(callOf("echo")).then(note("first")),
    pool.call(callOf("echo")).then(note("second")),
  ];
  await Promise.all([running, ...calls]);
  expect(order).toEqual(["first", "second", "background 1", "background 2"]);
});

test("an aborted call that runs ends with the signal's reason, and its worker is killed", async () => {
  await using started = await startTestPool();
  const aborter = new AbortController();
  const stream = started.pool.stream(callOf("spin", { work: work(20_000, aborter.signal) }));
  await stream.next();
  const next = stream.next();
  aborter.abort(new Error("client gone"));
  await expect(next).rejects.toThrow("client gone");
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
  expect(started.events).toContainEqual(expect.objectContaining({ event: "worker_stopped", method: "spin" }));
  expect(started.events).not.toContainEqual(expect.objectContaining({ event: "worker_failed_task" }));
});

test("a call that is aborted as soon as it is made reaches no worker", async () => {
  await using started = await startTestPool();
  const aborter = new AbortController();
  const call = started.pool.call(callOf("spin", { work: work(20_000, aborter.signal) }));
  aborter.abort(new Error("changed my mind"));
  await expect(call).rejects.toThrow("changed my mind");
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
  expect(started.events.filter(({ event }) => event === "worker_failed_task")).toEqual([]);
});

test("an idle worker that ends is replaced before it is needed", async () => {
  await using started = await startTestPool({ tier: "plain" });
  const { pid } = await started.pool.call<{ pid: number }>(callOf("pid"));
  process.kill(pid, "SIGKILL");
  await expect.poll(() => started.events.filter(({ event }) => event === "worker_started").length).toBe(2);
  expect(started.events).toContainEqual(expect.objectContaining({ event: "worker_lost" }));
  expect(started.pool.state().restarts).toBe(1);
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
});

test("what a worker was doing that was killed from outside is done by the next one", async () => {
  await using started = await startTestPool({ tier: "plain" });
  const { pid } = await started.pool.call<{ pid: number }>(callOf("pid"));
  const slept = started.pool.call(callOf("sleep", { parameters: { sleepMs: 500 } }));
  await expect.poll(() => started.pool.state().idle).toBe(0);
  process.kill(pid, "SIGKILL");
  expect(await slept).toBeDefined();
  expect(started.events.filter(({ event }) => event === "worker_failed_task")).toHaveLength(1);
});

test("a call whose signal is aborted already does not start", async () => {
  await using started = await startTestPool();
  const call = callOf("echo", { work: work(1000, AbortSignal.abort(new Error("too late"))) });
  await expect(started.pool.call(call)).rejects.toThrow("too late");
});

test("leaving the loop early ends the work", async () => {
  await using started = await startTestPool();
  for await (const item of started.pool.stream(callOf("spin"))) {
    expect(item).toEqual({ item: 1 });
    break;
  }
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
});

test("more calls than workers and queue are refused at once, with a time to come back; the others succeed", async () => {
  await using started = await startTestPool({ size: 2, queueLimit: 3 });
  await started.pool.call(callOf("sleep", { parameters: { sleepMs: 1500 } }));
  await expect.poll(() => started.pool.state().idle).toBe(2);
  const calls = Array.from({ length: 20 }, () => started.pool.call(callOf("sleep", { parameters: { sleepMs: 100 } })));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  // Three calls wait for two workers whose last task took at least 1.5 s.
  const truthful = expect.toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds >= 3 && seconds < 60);
  for (const outcome of outcomes.slice(5)) {
    expect(outcome).toMatchObject({ reason: { code: "queue_full", facts: { retryAfterSeconds: truthful } } });
  }
  expect(started.pool.retryAfterSeconds()).toBe(1);
});

test("calls are served in the order in which they came", async () => {
  await using started = await startTestPool();
  const served: number[] = [];
  const calls = [1, 2, 3, 4].map(async (number) => {
    await started.pool.call(callOf("sleep", { parameters: { sleepMs: 10 } }));
    served.push(number);
  });
  await Promise.all(calls);
  expect(served).toEqual([1, 2, 3, 4]);
});

test("a worker retires after its share of tasks, and no call notices", async () => {
  await using started = await startTestPool({ tasksPerWorker: 2 });
  const calls = Array.from({ length: 5 }, () => started.pool.call<{ started: number }>(callOf("pid")));
  const workers = (await Promise.all(calls)).map((item) => item.started);
  expect(new Set(workers).size).toBe(3);
  expect(workers[0]).toBe(workers[1]);
  expect(workers[2]).toBe(workers[3]);
});

test("a worker retires when it has grown", async () => {
  await using started = await startTestPool({ growthBytes: 100 * 2 ** 20 });
  const before = await started.pool.call<{ started: number }>(callOf("pid"));
  await started.pool.call(callOf("grow", { parameters: { bytes: 20 * 2 ** 20 } }));
  expect(await started.pool.call(callOf("pid"))).toEqual(before);
  await started.pool.call(callOf("grow", { parameters: { bytes: 120 * 2 ** 20 } }));
  expect(await started.pool.call(callOf("pid"))).not.toEqual(before);
  expect(started.events.filter(({ event }) => event === "worker_retired")).toHaveLength(1);
});

test("closing ends what runs and what waits, and leaves no slot", async () => {
  const started = await startTestPool();
  const calls = [1, 2].map(() => failureOf(started.pool.call(callOf("spin"))));
  await delay(50);
  await started.pool.close();
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(["shutting_down", "shutting_down"]);
  expect((await failureOf(started.pool.call(callOf("echo")))).code).toBe("shutting_down");
  expect(await readdir(join(started.directory, "slots"))).toEqual([]);
  await started[Symbol.asyncDispose]();
});

test("a worker that cannot start makes calls fail soon instead of waiting", async () => {
  await using started = await startTestPool({ entry: join(import.meta.dirname, "testing", "unstartable-worker.ts") });
  expect((await failureOf(started.pool.call(callOf("echo")))).code).toBe("engine_unavailable");
  expect(started.pool.state()).toMatchObject({ size: 1, failing: 1, idle: 0 });
  expect(started.events).toContainEqual(
    expect.objectContaining({ event: "worker_start_failed", reason: expect.stringContaining("a library is missing") }),
  );
});

test("a worker that is not ready in time has more time at each try, until it is", async () => {
  await using started = await startTestPool({ startTimeoutMs: 10 });
  await expect.poll(() => started.pool.state()).toMatchObject({ idle: 1, failing: 0 });
  const failed = started.events.filter(({ event }) => event === "worker_start_failed");
  expect(failed.length).toBeGreaterThanOrEqual(1);
  expect(failed.length).toBeLessThan(20);
  expect(await started.pool.call(callOf("echo"))).toBeDefined();
});

test("workers that start when they are needed start for tasks that none of the others would take", async () => {
  await using started = await startTestPool({ size: 3, kept: 0, sandbox: await sandboxOfAPool() });
  const { pool, events } = started;
  const starts = (): number => events.filter(({ event }) => event === "worker_started").length;
  expect(pool.state()).toMatchObject({ size: 3, unneeded: 3, starting: 0, idle: 0, busy: 0, restarts: 0 });
  for (let call = 0; call < 3; call++) {
    await pool.call(callOf("pid"));
    await allUp(pool);
  }
  expect([starts(), pool.state().unneeded]).toEqual([1, 2]);
  const together = [1, 2].map(() => pool.call(callOf("sleep", { parameters: { sleepMs: 20 } })));
  expect(pool.state()).toMatchObject({ unneeded: 1, starting: 1, busy: 1 });
  await Promise.all(together);
  expect(pool.state()).toMatchObject({ unneeded: 1, restarts: 0 });
});

test("of workers that start when they are needed none is left at the end, started or not", async () => {
  const started = await startTestPool({ size: 2, kept: 0 });
  await started.pool.call(callOf("pid"));
  await started.pool.close();
  expect(await readdir(join(started.directory, "slots"))).toEqual([]);
  await started[Symbol.asyncDispose]();
});

test("idle workers end but for those that are kept, and one more than are busy is started ahead of its task", async () => {
  const sandbox = await sandboxOfAPool();
  await using started = await startTestPool({ size: 3, kept: 1, atStart: 3, idleMs: 200, sandbox });
  const { pool, events } = started;
  await expect.poll(() => pool.state(), { timeout: 20_000 }).toMatchObject({ idle: 1, unneeded: 2, restarts: 0 });
  expect(events.filter(({ event }) => event === "worker_unneeded")).toHaveLength(2);
  const busy = pool.call(callOf("sleep", { parameters: { sleepMs: 50 } }));
  expect(pool.state()).toMatchObject({ busy: 1, starting: 1, unneeded: 1 });
  await busy;
  await expect.poll(() => pool.state(), { timeout: 20_000 }).toMatchObject({ idle: 1, unneeded: 2, restarts: 0 });
  expect(await pool.call(callOf("echo"))).toBeDefined();
});

test("a worker that is needed and cannot start makes calls fail soon", async () => {
  const entry = join(import.meta.dirname, "testing", "unstartable-worker.ts");
  await using started = await startTestPool({ size: 2, kept: 0, entry });
  expect((await failureOf(started.pool.call(callOf("echo")))).code).toBe("engine_unavailable");
  expect(started.pool.state()).toMatchObject({ unneeded: 0, failing: 2 });
});

async function sandboxOfAPool(): Promise<Sandbox> {
  await using started = await startTestPool();
  return started.pool.state().sandbox;
}

test("a method that answers more than once is no answer to a call", async () => {
  await using started = await startTestPool();
  const failure = await failureOf(started.pool.call(callOf("count", { parameters: { items: 1_000_000 } })));
  expect(failure.code).toBe("document_too_complex");
});

test("a worker's entry file lies in the application", async () => {
  await expect(startTestPool({ entry: "/elsewhere/worker.ts" })).rejects.toThrow("application's directory");
});

test.runIf(process.geteuid?.() !== 0)("a tier that the user cannot have is refused with the reason", async () => {
  await expect(startTestPool({ tier: "other-uid" })).rejects.toThrow("does not allow it");
});
