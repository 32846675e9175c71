import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLocalBlobs } from "./local/local-blobs.ts";
import { openRequestParts } from "./request-parts.ts";

test("no timer is left once the parts are closed", async () => {
  const directory = await mkdtemp(join(tmpdir(), "quire-parts-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const parts = openRequestParts(await openLocalBlobs(directory), { retentionMs: 1000, now: Date.now });
  expect(vi.getTimerCount()).toBe(1);
  await parts.close();
  expect(vi.getTimerCount()).toBe(0);
});
