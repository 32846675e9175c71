import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { textOf } from "../conformance/documents/printed-documents.ts";
import { alive, descendants } from "../pool/testing/processes.ts";
import { processesOf } from "./browser/renderer-memory.ts";
import { browserPids, isZombie, killAll } from "./testing/browser-processes.ts";
import { noChromium, testPrinter } from "./testing/test-printer.ts";
import { testProxy } from "./testing/test-proxy.ts";
import { testTiers } from "./testing/test-tiers.ts";

/** Returns a document that is done `afterMs` milliseconds after it began. */
const slow = (text: string, afterMs: number) => ({
  html: `<p>${text}<script>setTimeout(() => { window.done = true }, ${afterMs})</script>`,
  waiting: { expression: "window.done" },
});

/** Waits until there are `count` browsers beside `former`, each with a renderer at least: they have started. */
async function browsersWithPages(count: number, former: readonly number[] = []): Promise<number[]> {
  const found = async (): Promise<number[]> => {
    const pids = (await browserPids(process.pid)).filter((pid) => !former.includes(pid));
    const renderers = await Promise.all(pids.map((pid) => processesOf(pid, "renderer")));
    return pids.filter((_, index) => renderers[index]?.length !== 0);
  };
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count);
  return found();
}

describe.skipIf(noChromium !== undefined).each(testTiers)("a browser in the tier %s", (tier) => {
  test("has its renderers under a system-call filter", async () => {
    await using printer = await testPrinter({ tier });
    expect(printer.printer.state()).toMatchObject({ state: "ready", detail: expect.stringContaining(tier) });
    const renderers = await processesOf(process.pid, "renderer");
    expect(renderers.length).toBeGreaterThan(0);
    for (const pid of renderers) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- few; one that has just begun is not there yet
      await expect.poll(() => statusOf(pid)).toMatch(/^Seccomp:\s+2$/m);
    }
  });

  test("that loses a renderer fails its document only", async () => {
    await using printer = await testPrinter({ tier });
    const jobs = ["one", "two"].map((text) => printer.print(slow(text, 6000)));
    const failed: unknown[] = [];
    for (const job of jobs) {
      job.catch((error: unknown) => failed.push(error));
    }
    await delay(800);
    for (const pid of await processesOf(process.pid, "renderer")) {
      if (failed.length === 0) {
        killAll([pid]);
      }
      // Renderers are killed one after the other until one was that of a job; on a busy machine that may be reported a
      // while later.
      for (let look = 0; look < 20 && failed.length === 0; look += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the same
        await delay(50);
      }
    }
    expect(failed).toMatchObject([{ code: "document_too_complex" }]);
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await textOf(await printer.print({ html: "<p>next" }))).toBe("next");
    expect(printer.printer.state().restarts).toBe(0);
  });

  test("that is killed has its documents printed by the next one, and leaves nothing behind", async () => {
    const printer = await testPrinter({ tier });
    const jobs = ["one", "two", "three"].map((text) => printer.print(slow(text, 1500)));
    const browsers = await browsersWithPages(1);
    await delay(700);
    const first = await descendants(process.pid);
    killAll(browsers);
    const texts = await Promise.all(jobs.map(async (job) => textOf(await job)));
    expect(texts).toEqual(["one", "two", "three"]);
    expect(printer.printer.state().state).toBe("ready");
    // Where each document has a browser, several were lost.
    expect(printer.printer.state().restarts).toBeGreaterThanOrEqual(1);
    expect(printer.printer.state().restarts).toBeLessThanOrEqual(tier === "confined" ? jobs.length : 1);
    await expect.poll(() => alive(first)).toEqual([]);
    const second = await descendants(process.pid);
    await printer[Symbol.asyncDispose]();
    await expect.poll(() => alive(second)).toEqual([]);
    await expect.poll(async () => (await Promise.all([...first, ...second].map(isZombie))).filter(Boolean)).toEqual([]);
  });

  test("that is lost over a document twice has failed over that document", async () => {
    await using printer = await testPrinter({ tier });
    const job = printer.print(slow("x", 20_000)).catch((error: unknown) => error);
    const first = await browsersWithPages(1);
    await delay(700);
    killAll(first);
    // One for the document alone, and one for the others. A browser that is killed while it starts is no document's fault.
    const second = await browsersWithPages(2, first);
    await delay(700);
    killAll(second);
    expect(await job).toMatchObject({ code: "document_too_complex", message: expect.stringContaining("twice") });
    // The browser for the other documents may have been ended while it started: there is a pause before the next one.
    await expect.poll(() => printer.print({ html: "<p>next" }).then(textOf, () => "")).toBe("next");
  });
});

describe.skipIf(noChromium !== undefined).each(testTiers)("a service in the tier %s", (tier) => {
  test("that is killed leaves no browser behind", async () => {
    const driver = join(import.meta.dirname, "testing/orphan-driver.ts");
    const service = spawn(process.execPath, [driver, "65322", tier], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(service.stdout, "data");
    expect(String(line)).toBe("ready\n");
    const started = await descendants(service.pid ?? 0);
    expect((await browserPids(service.pid ?? 0)).length).toBe(1);
    service.kill("SIGKILL");
    await once(service, "exit");
    await expect.poll(() => alive(started)).toEqual([]);
  });
});

describe.skipIf(noChromium !== undefined)("a printer", () => {
  test("replaces its browser after so many documents, the new one first", async () => {
    await using printer = await testPrinter({ documentsPerBrowser: 3 });
    for (let number = 1; number <= 8; number++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is the point
      expect(await textOf(await printer.print({ html: `<p>${number}` }))).toBe(String(number));
    }
    await expect.poll(() => printer.events.map(({ event }) => event)).toContain("browser_retired");
    expect(printer.printer.state().restarts).toBe(0);
    await expect.poll(async () => (await browserPids(process.pid)).length).toBe(1);
  });

  test("that is closed fails what is not done, and takes on nothing more", async () => {
    const printer = await testPrinter();
    const jobs = [1, 2, 3].map(() => printer.print(slow("x", 20_000)).catch((error: unknown) => error));
    await delay(300);
    await printer.printer.close();
    expect(await Promise.all(jobs)).toMatchObject([1, 2, 3].map(() => ({ code: "shutting_down" })));
    await expect(printer.print({ html: "<p>x" })).rejects.toMatchObject({ code: "shutting_down" });
    await printer[Symbol.asyncDispose]();
  });

  test("takes on no more than its queue holds", async () => {
    await using printer = await testPrinter({ pages: 1, queueLimit: 1 });
    const jobs = ["one", "two"].map((text) => printer.print(slow(text, 1000)));
    await expect.poll(() => printer.printer.state()).toMatchObject({ busy: 1, waiting: 1 });
    await expect(printer.print({ html: "<p>3" })).rejects.toMatchObject({ code: "queue_full" });
    await expect(Promise.all(jobs)).resolves.toHaveLength(2);
  });
});

const hasBubblewrap = noChromium === undefined && testTiers.includes("bubblewrap");

test.skipIf(!hasBubblewrap)(
  "a browser in bubblewrap has no network except the loopback interface of its namespace",
  async () => {
    await using proxy = await testProxy((_, response) => response.end("<p>x"));
    await using printer = await testPrinter({ tier: "bubblewrap", proxy });
    expect(await textOf(await printer.print({ source: printer.webPage("http://site.test/") }))).toBe("x");
    const [pid = 0] = await browserPids(process.pid);
    expect(await readlink(`/proc/${pid}/ns/net`)).not.toBe(await readlink("/proc/self/ns/net"));
    const interfaces = (await readFile(`/proc/${pid}/net/dev`, "utf8")).match(/^\s*\S+(?=:)/gm);
    expect(interfaces?.map((name) => name.trim())).toEqual(["lo"]);
  },
);

test("a printer without a Chromium says so", async () => {
  await using printer = await testPrinter({ program: "/nonexistent/chromium" });
  expect(printer.printer.state()).toMatchObject({
    state: "unavailable",
    detail: expect.stringContaining("QUIRE_CHROMIUM"),
  });
  await expect(printer.print({ html: "<p>x" })).rejects.toMatchObject({ code: "engine_unavailable" });
});

test("a printer whose Chromium does not start says why", async () => {
  await using printer = await testPrinter({ program: "/bin/false" });
  await expect(printer.print({ html: "<p>x" })).rejects.toMatchObject({ code: "engine_unavailable" });
  expect(printer.printer.state()).toMatchObject({ state: "unavailable" });
});

const statusOf = async (pid: number): Promise<string> => readFile(`/proc/${pid}/status`, "utf8");
