import { expect, test } from "vitest";
import { noChromium, testPrinter } from "./testing/test-printer.ts";
import { deliveredBytes, leaving, REFERENCE, TRACES } from "./testing/traces.ts";

// Where namespaces are refused, each document is printed in a browser of its own.
test.skipIf(noChromium !== undefined)(
  "nothing of a document shows in the next one on the same page",
  async () => {
    await using first = await testPrinter({ pages: 1 });
    const fresh = await deliveredBytes(first, REFERENCE);
    await using printer = await testPrinter({ pages: 1 });
    const different: string[] = [];
    for (const trace of TRACES.slice(0, 10)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is the point
      await printer.print(leaving(trace));
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      const bytes = await deliveredBytes(printer, REFERENCE);
      if (!bytes.equals(fresh)) {
        different.push(trace.name);
      }
    }
    expect(different).toEqual([]);
  },
  180_000,
);
