import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { descendants } from "../testing/processes.ts";
import { allUp, startTestPool } from "../testing/test-pool.ts";
import { testTiers } from "../testing/test-tiers.ts";

/** The kernel takes few changes of sessions in a second from all processes together. */
const TRIES = 10;

test.each(testTiers)("an engine has less of a busy processor than the service, as session too: %s", async (tier) => {
  const before = await descendants(process.pid);
  let lowered = false;
  for (let tried = 0; tried < TRIES && !lowered; tried += 1) {
    await using started = await startTestPool({ tier, size: 1 });
    await allUp(started.pool);
    const engines = (await descendants(process.pid)).filter((pid) => !before.includes(pid));
    expect(engines.length).toBeGreaterThan(0);
    for (const pid of engines) {
      expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 5));
    }
    const groups = engines.map((pid) => `/proc/${pid}/autogroup`).filter((path) => existsSync(path));
    lowered = groups.length === 0 || groups.some((path) => readFileSync(path, "latin1").trim().endsWith("nice 5"));
  }
  expect(lowered).toBe(true);
});
