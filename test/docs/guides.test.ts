import { describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { operations } from "../../src/operations/index.ts";
import { commonService } from "../api/service.ts";
import { runPage } from "./page-samples.ts";

/* The example of each operation's guide, which /docs shows, run as it is printed. pages.test.ts runs the other pages. */

describe.skipIf(noChromium !== undefined)("the example of the guide", () => {
  const service = commonService();

  test.each(operations.map(({ name }) => name))("of %s answers as it says", { timeout: 120_000 }, async (name) => {
    expect(await runPage(`docs/guides/${name}.md`, service())).toBe(1);
  });
});
