import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import type { OrphanTask } from "./testing/orphan-driver.ts";
import { alive, descendants } from "./testing/processes.ts";
import { createServiceHome, tiersOf, users } from "./testing/service-home.ts";
import { allUp, startTestPool, work } from "./testing/test-pool.ts";
import { testTiers } from "./testing/test-tiers.ts";

const services = users.flatMap((user) => tiersOf(user).map((tier) => ({ user, tier })));

test.each(services)("no worker outlives a service that is killed: $tier, service of $user", async ({ user, tier }) => {
  await using home = await createServiceHome(user, "");
  const task: OrphanTask = { tier, dataDirectory: home.dataDirectory };
  const [program, ...parameters] = home.command("orphan-driver.ts", JSON.stringify(task));
  const driver = spawn(program, parameters, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", TMPDIR: home.dataDirectory },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(driver.stdout, "data");
  const workers = await descendants(driver.pid ?? 0);
  expect(workers.length).toBeGreaterThanOrEqual(2);
  expect(await alive(workers)).toEqual(workers);
  driver.kill("SIGKILL");
  await expect.poll(async () => alive(workers), { timeout: 20_000 }).toEqual([]);
});

test.each(testTiers)("nothing is left of workers that crashed, were killed or closed: %s", async (tier) => {
  const before = await descendants(process.pid);
  const seen = new Set<number>();
  const look = async (): Promise<void> => {
    for (const pid of await descendants(process.pid)) {
      seen.add(pid);
    }
  };
  const started = await startTestPool({ tier, size: 2 });
  const lookWhenAllAreUp = async (): Promise<void> => {
    await allUp(started.pool);
    await look();
  };
  for (const [method, engineTimeMs] of [
    ["abort", 20_000],
    ["spin", 200],
    ["throw", 20_000],
    ["spin", 200],
  ] as const) {
    await lookWhenAllAreUp();
    const call = { method, parameters: {}, inputs: [], work: work(engineTimeMs) };
    await expect(started.pool.call(call)).rejects.toMatchObject({ code: "document_too_complex" });
  }
  await lookWhenAllAreUp();
  await started[Symbol.asyncDispose]();
  const workers = [...seen].filter((pid) => !before.includes(pid));
  expect(workers.length).toBeGreaterThanOrEqual(5);
  await expect.poll(async () => alive(workers), { timeout: 20_000 }).toEqual([]);
  // Not as zombies either.
  expect(await descendants(process.pid)).toEqual(before);
});
