import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { descendants } from "../pool/testing/processes.ts";
import { possibleTiers } from "./browser/command.ts";
import { Connection } from "./browser/connection.ts";
import { noChromium, testPrinter } from "./testing/test-printer.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the profiles of browsers of this process that are left. */
async function profiles(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`quire-browser-${process.pid}-`));
}

/** Has the browser refuse the call of that number, counted from 1. */
function refuse(number: number): void {
  let calls = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the connection below
  const { call } = Connection.prototype;
  vi.spyOn(Connection.prototype, "call").mockImplementation(function (this: Connection, ...parameters) {
    calls += 1;
    return calls === number ? Promise.reject(new Error(`call ${number} is refused`)) : call.apply(this, parameters);
  });
}

describe.skipIf(noChromium !== undefined)("a browser whose start fails", () => {
  test("at any call leaves no process and no files, and the next one starts", async () => {
    const failed: number[] = [];
    for (let number = 1; ; number += 1) {
      refuse(number);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one failure after the other
      await using printer = await testPrinter({ pages: 1, tier: possibleTiers()[0] });
      const { state } = printer.printer.state();
      if (state === "ready") {
        break;
      }
      failed.push(number);
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      expect({ number, state, left: await descendants(process.pid), files: await profiles() }).toEqual({
        number,
        state: "unavailable",
        left: [],
        files: [],
      });
      vi.restoreAllMocks();
    }
    // The version, a context, a page in it, where downloads go, a session of the page, its frames, news of its crash.
    expect(failed.length).toBeGreaterThanOrEqual(7);
  }, 120_000);

  test("before there is a process leaves no files", async () => {
    await using printer = await testPrinter({
      proxy: { url: "no URL", openBudget: () => expect.unreachable("no page is opened") },
    });
    expect(printer.printer.state()).toMatchObject({ state: expect.any(String) });
    await printer.printer.close();
    expect(await descendants(process.pid)).toEqual([]);
    expect(await profiles()).toEqual([]);
  });

  test("while it is closed leaves nothing", async () => {
    const printer = await testPrinter({ program: "/bin/false" });
    await printer[Symbol.asyncDispose]();
    expect(await descendants(process.pid)).toEqual([]);
    expect(await profiles()).toEqual([]);
  });
});
