import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { operations } from "../../src/operations/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { limitsOf } from "../../src/platform/config/limits.ts";
import { statusOf } from "../../src/platform/http/lifecycle/problem.ts";
import { Guides } from "../../src/platform/http/openapi/guides.ts";
import { openApiDocument } from "../../src/platform/http/openapi/openapi.ts";
import { commonService } from "../api/service.ts";
import { runPage } from "./page-samples.ts";

/*
 * The guides of operations, which /docs shows: what they have to say, and the example of each, run as it is printed.
 * pages.test.ts runs the other pages.
 */

const folder = join(import.meta.dirname, "../../docs/guides");
const guideOf = (name: string): string => readFileSync(join(folder, `${name}.md`), "utf8");

describe.skipIf(noChromium !== undefined)("the example of the guide", () => {
  const service = commonService();

  test.each(operations.map(({ name }) => name))("of %s answers as it says", { timeout: 120_000 }, async (name) => {
    expect(await runPage(`docs/guides/${name}.md`, service())).toBe(1);
  });
});

test("every operation has a guide, and every guide an operation", () => {
  expect(new Guides(operations).missing).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(operations.map(({ name }) => `${name}.md`).toSorted());
});

describe.each(operations.map(({ name }) => name))("the guide of %s", (name) => {
  const guide = guideOf(name);
  const text = guide.replaceAll(/^```[^]*?^```$/gm, "");

  test("has the parts of a guide, and is short", () => {
    expect(text.match(/^#+ .*$/gm)).toEqual([
      `# ${name}`,
      "## Parameters that matter",
      "## Example",
      "## What goes wrong",
      "## Limits",
    ]);
    expect(guide.match(/^```sh$/gm)).toHaveLength(1);
    const words = text.split(/\s+/).length;
    expect(words).toBeGreaterThan(120);
    expect(words).toBeLessThan(250);
  });

  test("names codes of errors with their status, and other operations by their names", () => {
    for (const [, status, code] of text.matchAll(/\b(\d{3}) `(\w+)`/g)) {
      expect([code, Number(status)]).toEqual([code, Object.entries(statusOf).find(([known]) => known === code)?.[1]]);
    }
    const named = Array.from(
      text.matchAll(/`((?:pdf|html|text|markdown|json|ocr|from|remove|validate)-[a-z-]+)`/g),
      ([, one]) => one,
    );
    expect(operations.map((operation) => operation.name)).toEqual(expect.arrayContaining(named));
  });
});

test("the page's description has each of them, with the service's address and no key or folder of ours", async () => {
  const document = openApiDocument({ operations, version: "1.0.0", limits: limitsOf(readConfig({})) });
  const shown = await new Guides(operations).addedTo(document, "https://pdf.example");
  for (const { path, name } of operations) {
    const description = descriptionOf(shown, path);
    const before = descriptionOf(document, path);
    expect([name, description]).toEqual([name, expect.stringContaining(`${before}\n\n`)]);
    const guide = description.slice(before.length);
    expect([name, guide]).toEqual([name, expect.stringContaining(`https://pdf.example${path}`)]);
    expect([name, guide]).toEqual([name, expect.stringContaining("'X-API-Key: YOUR_API_KEY'")]);
    expect([name, guide]).toEqual([name, expect.not.stringMatching(/127\.0\.0\.1|\$API_KEY|@docs\/|<!--/)]);
    expect([name, guide]).toEqual([name, expect.stringContaining("\n\n#### Limits\n")]);
    expect(before).not.toContain("What goes wrong");
  }
});

test("a line of an example that looks like a title stays what it is", async () => {
  const [document, { path }] = [{ paths: { "/md": { post: {} } } }, { path: "/md" }];
  const shown = await new Guides([{ name: "markdown-to-pdf", path }]).addedTo(document, "https://pdf.example");
  expect(descriptionOf(shown, path)).toContain("\n\n## Brest\n");
});

const descriptionOf = (document: object, path: string): string => String(Object(document).paths[path].post.description);
