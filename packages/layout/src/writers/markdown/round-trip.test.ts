import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../blocks.ts";
import { outlineOf, stylesOf } from "../testing/outline.ts";
import { linkOf, readMarkdown } from "../testing/read-markdown.ts";
import { block, documentOf, place, spans, table } from "../testing/trees.ts";
import { writeMarkdown } from "./markdown.ts";
import type { MarkdownOptions } from "./options.ts";

const written = (blocks: readonly Block[], options: MarkdownOptions = {}): string =>
  [...writeMarkdown(documentOf(blocks), options)].join("");

const expectRoundTrip = (blocks: readonly Block[], options: MarkdownOptions = {}): void => {
  const markdown = written(blocks, options);
  expect(readMarkdown(markdown), markdown).toEqual(outlineOf(blocks, stylesOf(linkOf)));
};

test("a paragraph's text and style are read back, whatever it looks like", () => {
  fc.assert(
    fc.property(spans, (own) => expectRoundTrip([{ kind: "paragraph", ...place(), spans: own }])),
    { numRuns: 600 },
  );
});

test.each([{}, { headingStyle: "setext" }] as const)("a heading's text and level are read back: %j", (options) => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 6 }), (own, level) =>
      expectRoundTrip([{ kind: "heading", ...place(), level, spans: own }], options),
    ),
    { numRuns: 600 },
  );
});

test("a table's cells are read back", () => {
  fc.assert(
    fc.property(table, (own) => expectRoundTrip([own])),
    { numRuns: 600 },
  );
});

test("trees of blocks are read back", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => expectRoundTrip(blocks)),
    { numRuns: 600 },
  );
});
