import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { possibleTiers } from "./sandbox.ts";
import { type ProcessEntry, processEntry, startTestPool, work } from "./testing/test-pool.ts";

async function allProcesses(): Promise<ProcessEntry[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(names.map(async (name) => processEntry(Number(name))));
  return entries.filter((entry) => entry !== undefined);
}

/** All that a process has started, and what these have. */
async function descendants(pid: number): Promise<number[]> {
  const all = await allProcesses();
  const found = [pid];
  for (const parent of found) {
    found.push(...all.filter((entry) => entry.parentPid === parent).map((entry) => entry.pid));
  }
  return found.slice(1);
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const entries = await Promise.all(pids.map(processEntry));
  return entries.flatMap((entry) => (entry === undefined || entry.state === "Z" ? [] : entry.pid));
}

test.each(possibleTiers())("no worker outlives a service that is killed: %s", async (tier) => {
  const driver = spawn(process.execPath, [join(import.meta.dirname, "testing", "orphan-driver.ts"), tier], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(driver.stdout, "data");
  const workers = await descendants(driver.pid ?? 0);
  expect(workers.length).toBeGreaterThanOrEqual(2);
  expect(await alive(workers)).toEqual(workers);
  driver.kill("SIGKILL");
  await expect.poll(async () => alive(workers), { timeout: 5000 }).toEqual([]);
});

test.each(possibleTiers())(
  "nothing is left of workers that were killed, crashed or closed, zombies neither: %s",
  async (tier) => {
    const before = await descendants(process.pid);
    const started = await startTestPool({ tier, size: 2 });
    const during = await descendants(process.pid);
    expect(during.length).toBeGreaterThanOrEqual(before.length + 2);
    const call = (method: string, engineTimeMs?: number): Promise<unknown> =>
      started.pool.call({ method, parameters: {}, inputs: [], work: work(engineTimeMs) });
    const outcomes = await Promise.allSettled([call("abort"), call("spin", 100), call("throw"), call("spin", 100)]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    await started[Symbol.asyncDispose]();
    expect(await descendants(process.pid)).toEqual(before);
  },
);
