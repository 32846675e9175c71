import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { processorWaitsMs } from "./program-process.ts";
import { isLinux } from "./sandbox/libc.ts";

const ENDLESS_LOOP = "for (;;) {}";

test.runIf(isLinux)("of two processes that share one processor each waits while the other runs", async () => {
  const [first = "0"] = readFileSync("/proc/self/status", "latin1").match(/(?<=Cpus_allowed_list:\s*)\d+/u) ?? [];
  const both = [1, 2].map(() => spawn("taskset", ["--cpu-list", first, process.execPath, "--eval", ENDLESS_LOOP]));
  try {
    await Promise.all(both.map((child) => once(child, "spawn")));
    await expect
      .poll(() => Math.min(...both.map(({ pid = 0 }) => Math.max(0, ...processorWaitsMs(pid).values()))), {
        timeout: 20_000,
      })
      .toBeGreaterThan(200);
  } finally {
    for (const child of both) {
      child.kill("SIGKILL");
    }
  }
});

test("a process that has ended waits for nothing", async () => {
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  await delay(0);
  expect([...processorWaitsMs(child.pid ?? 0)]).toEqual([]);
});
