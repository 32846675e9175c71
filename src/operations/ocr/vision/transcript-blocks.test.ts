import { expect, test } from "vitest";
import { transcriptBlocks } from "./transcript-blocks.ts";

test("plain text has paragraphs", () => {
  expect(transcriptBlocks({ text: "One\nline\n\n# Two\n \n\n  Three\n" }, "text")).toEqual([
    { type: "paragraph", text: "One\nline" },
    { type: "paragraph", text: "# Two" },
    { type: "paragraph", text: "Three" },
  ]);
  expect(transcriptBlocks({ text: "" }, "text")).toEqual([]);
});

test("Markdown has headings, lists, tables and code, blank lines within it included", () => {
  const parts = [
    { type: "heading", text: "## Stock" },
    { type: "paragraph", text: "As of *today*:\nall of it." },
    { type: "list", text: "- apples\n- pears" },
    { type: "list", text: "1. apples\n2. pears" },
    { type: "table", text: "| a | b |\n|---|:-:|\n| 1 | 2 |" },
    { type: "code", text: "```js\nlet a;\n\nlet b;\n```" },
    { type: "paragraph", text: "|x| is what is left" },
    { type: "paragraph", text: "-- The end" },
  ];
  expect(transcriptBlocks({ text: parts.map(({ text }) => text).join("\n\n") }, "markdown")).toEqual(parts);
});

test("blocks that the model returns are taken as they are", () => {
  const blocks = [{ type: "table", text: "a\tb" }] as const;
  expect(transcriptBlocks({ text: "a\tb", blocks }, "json")).toBe(blocks);
});

test("Markdown is split in time that grows with its length alone, whatever is opened in it", () => {
  const opened = "```a\n".repeat(200_000);
  expect(transcriptBlocks({ text: opened }, "markdown")).toHaveLength(1);
  expect(transcriptBlocks({ text: `${opened}\`\`\`\n\nafter` }, "markdown").map(({ type }) => type)).toEqual([
    "code",
    "paragraph",
  ]);
});
