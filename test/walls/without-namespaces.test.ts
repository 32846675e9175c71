import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { canConfine } from "../../src/engines/chromium/confined/command.ts";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { printJson } from "../api/html-to-pdf.ts";
import { pdfText } from "../api/programs.ts";
import { errorBody, expectOk, json } from "../api/reply.ts";
import { startService } from "../api/running-service.ts";
import { runPage } from "../docs/page-samples.ts";
import { outputOf, root } from "./commands.ts";

/*
 * The service where the kernel refuses namespaces: bubblewrap and Chromium's own sandbox do not start there. Once under a
 * system-call filter that refuses them, as Docker's default profile does, and once in a chroot, where the kernel does it.
 */

const FILTERED = [process.execPath, join(import.meta.dirname, "refuse-namespaces.ts")];

/**
 * Runs what follows in a chroot that shows the whole system: all that it lacks is to be the root of its mount namespace.
 * The mount is seen by that command alone, and ends with it. With CAP_SYS_ADMIN root would make namespaces without asking
 * for a user namespace; containers do not have it.
 */
const chroot = mkdtempSync(join(tmpdir(), "quire-chroot-"));
const IN_CHROOT = [
  "/usr/bin/unshare",
  "--mount",
  "--propagation",
  "private",
  "/bin/sh",
  "-c",
  'mount --rbind / "$0" && exec /usr/sbin/chroot "$0" setpriv --bounding-set=-sys_admin "$@"',
  chroot,
];
const canChroot = spawnSync("env", [...IN_CHROOT, "/usr/bin/true"]).status === 0;
afterAll(() => rmdirSync(chroot));

const places: readonly (readonly [string, readonly string[]])[] = [
  ["under a system-call filter", FILTERED],
  ...(canChroot ? [["in a chroot", IN_CHROOT] as const] : []),
];
if (!canChroot) {
  process.stderr.write("Tests in a chroot are left out: this user cannot make one.\n");
}

/** The suites that attack, and that must hold without namespaces as with them. */
const ATTACKS = [
  "test/egress/service.test.ts",
  "test/egress/ssrf.test.ts",
  "test/egress/isolation.test.ts",
  "src/engines/chromium/isolation.test.ts",
  "src/engines/chromium/hostile.test.ts",
  "src/engines/chromium/confined/escape.test.ts",
  "src/engines/pool/sandbox-escape.test.ts",
];

describe.skipIf(noChromium !== undefined || !canConfine()).each(places)("%s", (_, through) => {
  test("namespaces are refused: these tests would otherwise show nothing", () => {
    expect(spawnSync("env", [...through, "/usr/bin/unshare", "--user", "true"]).status).toBe(1);
  });

  test("HTML is printed, and the service says what stands around it", async () => {
    const service = await startService({}, { through: [...through, ...home] });
    try {
      expect(await pdfText(expectOk(await printJson(service, { html: "<p>Eleven boats" })).body)).toContain("Eleven");
      await expect.poll(() => service.output()).toMatch(/^Printing: Chromium \S+; confined: /m);
    } finally {
      await service.stop();
    }
  });

  test("a service that is to be strict prints nothing, and says why", async () => {
    const service = await startService({ QUIRE_CHROMIUM_SANDBOX: "strict" }, { through: [...through, ...home] });
    try {
      const reply = await printJson(service, { html: "<p>x" });
      expect([reply.status, errorBody(reply).code]).toEqual([503, "engine_unavailable"]);
      expect(JSON.stringify(json(reply))).toMatch(/sandbox|namespace/i);
      await expect.poll(() => service.output()).toMatch(/^Printing: The browser does not start\. /m);
    } finally {
      await service.stop();
    }
  });

  test("the doctor says which wall there is, and what to do for a stronger one", async () => {
    const said = await outputOf([...through, ...home, process.execPath, "src/cli/quire.ts", "doctor"]);
    expect(said).toMatch(/! Chromium +Chromium \S+; confined: no namespaces/);
    expect(said).toContain("Let the service make user namespaces: docs/printing-sandbox.md says how.");
    const strict = await outputOf([...through, ...home, process.execPath, "src/cli/quire.ts", "doctor"], {
      QUIRE_CHROMIUM_SANDBOX: "strict",
    });
    expect(strict).toMatch(/✗ Chromium +The browser does not start\./);
    expect(strict).toContain("QUIRE_CHROMIUM_SANDBOX=auto");
  });

  test("the examples of README.md and of all operations answer as the pages say", async () => {
    const service = await startService({}, { through: [...through, ...home] });
    try {
      expect(await runPage("README.md", service)).toBe(2);
      expect(await runPage("docs/examples.md", service)).toBeGreaterThan(9);
    } finally {
      await service.stop();
    }
  }, 300_000);

  test("attacks fail there as well", async () => {
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", "--testTimeout=900000", ...ATTACKS];
    // Each document has a browser of its own there, which takes two seconds: a hundred in a row show what 500 would.
    const said = await outputOf([...through, ...home, process.execPath, ...vitest], { QUIRE_TEST_DOCUMENTS: "100" });
    expect(said).toMatch(/Test Files .*\b7 passed/);
  }, 5_400_000);
});

/** A chroot begins in its own root. */
const home = ["/usr/bin/env", "-C", realpathSync(root)];
