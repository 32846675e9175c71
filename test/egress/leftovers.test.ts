import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { browserPids, killAll } from "../../src/engines/chromium/testing/browser-processes.ts";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { testTiers } from "../../src/engines/chromium/testing/test-tiers.ts";
import { textOf } from "../../src/engines/conformance/documents/printed-documents.ts";
import { openWorld } from "./world.ts";

describe.skipIf(noChromium !== undefined).each(testTiers)("a browser in the tier %s", (tier) => {
  test("that was killed, and the one after it that was closed, leave no profile behind", async () => {
    const directory = await mkdtemp(join(tmpdir(), "quire-leftovers-"));
    // The directory has the mode of /tmp: the browser may run as another user.
    await chmod(directory, 0o1777);
    vi.stubEnv("TMPDIR", directory);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await rm(directory, { recursive: true });
    });
    const world = await openWorld({ tier });
    const stored = "<p>x<script>localStorage.kept = 'x'.repeat(1e5)</script>";
    await world.print({ html: stored, baseUrl: `${world.open.origin}/` });
    killAll(await browserPids(process.pid));
    expect(await textOf(await world.print({ html: stored, baseUrl: `${world.open.origin}/` }))).toBe("x");
    await world[Symbol.asyncDispose]();
    expect((await readdir(directory)).filter((name) => !name.startsWith("quire-print-"))).toEqual([]);
  });
});
