import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scripts, table } from "../../packages/printed/src/testing/long-documents.ts";
import { noChromium, type TestPrinter, testPrinter } from "../../src/engines/chromium/testing/test-printer.ts";
import { deliveredBytes, leaving, REFERENCE, TRACES } from "../../src/engines/chromium/testing/traces.ts";
import type { Wanted } from "../../src/engines/conformance/documents/printed-documents.ts";
import { starters } from "../../src/platform/templates/starters/starters.ts";

const DOCUMENTS = 300;
const TIMEOUT_MS = 600_000;

const fixture = (name: string): Promise<string> =>
  readFile(new URL(`../../packages/printed/src/testing/${name}.html`, import.meta.url), "utf8");

/** Returns documents as they are printed, the singles and then the crossings of traces that lie ever farther apart. */
async function documents(): Promise<readonly { readonly name: string; readonly wanted: Wanted }[]> {
  const real = [await fixture("invoice"), await fixture("structure"), scripts, table(40)];
  const templates = starters.map(({ content, css }) => `<style>${css}</style>${content}`);
  const singles = TRACES.map((trace) => [trace]);
  const crossed = TRACES.flatMap((_, step) =>
    TRACES.flatMap((trace, index) => {
      const other = TRACES[(index + step + 1) % TRACES.length];
      return other === undefined ? [] : [[trace, other]];
    }),
  );
  const given = [...real, ...templates].map((html, index) => ({ name: `real ${index + 1}`, wanted: { html } }));
  const made = [...singles, ...crossed].map((traces) => ({
    name: traces.map(({ name }) => name).join(" and "),
    wanted: leaving(...traces),
  }));
  return [...given, ...made].slice(0, DOCUMENTS);
}

describe.skipIf(noChromium !== undefined)("a document printed after another one", () => {
  let fresh: Buffer;
  let printer: TestPrinter;
  beforeAll(async () => {
    await using first = await testPrinter({ pages: 1 });
    fresh = await deliveredBytes(first, REFERENCE);
    printer = await testPrinter({ pages: 1 });
  }, TIMEOUT_MS);
  afterAll(() => printer[Symbol.asyncDispose]());

  test(
    `is what it is in a fresh browser, after each of ${DOCUMENTS} documents`,
    async () => {
      const all = await documents();
      expect(all).toHaveLength(DOCUMENTS);
      const different: string[] = [];
      for (const { name, wanted } of all) {
        await printer.print(wanted);
        const bytes = await deliveredBytes(printer, REFERENCE);
        if (!bytes.equals(fresh)) {
          different.push(name);
        }
      }
      expect(different).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
