import { describe, expect, test } from "vitest";
import { compose } from "./testing/compose.ts";

/*
 * Content that a naive reader takes quadratic time or worse for: each takes minutes then, and the test's own time is
 * over.
 */

const patterns: Readonly<Record<string, string>> = {
  "one line of 10 MB": "word ".repeat(2_000_000),
  "opening brackets": "[".repeat(50_000),
  "opening links": "[a](".repeat(100_000),
  "opening pictures": "![".repeat(30_000),
  "references to a footnote": `${"[^a] ".repeat(10_000)}\n\n[^a]: b`,
  "emphasis that crosses": "*a_ ".repeat(100_000),
  "emphasis in emphasis": "*a **a ".repeat(50_000),
  "runs of backticks": Array.from({ length: 1000 }, (_, index) => "`".repeat(index)).join(" "),
  "opening tags with values": '<a "'.repeat(50_000),
  "comments that do not end": "<!-- ".repeat(50_000),
  "instructions that do not end": "a <?".repeat(50_000),
  "addresses in addresses": "www.".repeat(50_000),
  "an address of 1 MB": `http://a.example/${"a".repeat(1_000_000)}`,
  dollars: "$a ".repeat(100_000),
  "a list of tasks": "- [ ] a\n".repeat(20_000),
  "headings of one name": "# a\n".repeat(20_000),
  "a table of 5,000 rows": `|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n${"|1|2|3|4|5|x|\n".repeat(5_000)}`,
  "a table of 20,000 columns": `|${"a|".repeat(20_000)}\n|${"-|".repeat(20_000)}\n`,
  "styles of elements": '<b style="color:red">a</b>'.repeat(20_000),
  "formulas without an end": `$\\def\\a{\\a\\a}\\a$ $${"{".repeat(5_000)}$`,
  "definitions of one name": "[a]: b\n".repeat(50_000),
};

describe("content without end is composed in time", () => {
  test.each(Object.entries(patterns))(
    "%s",
    async (_, text) => {
      const { main } = await compose(text);
      expect(main.length).toBeLessThan(100_000_000);
    },
    20_000,
  );
});

describe("content without end is refused", () => {
  test.each<[string, string]>([
    ["quotations in quotations", "> ".repeat(100_000)],
    ["lists in lists", Array.from({ length: 500 }, (_, index) => `${" ".repeat(index * 2)}- a`).join("\n")],
    ["elements in elements", "<b>".repeat(50_000)],
    ["blocks in blocks", "<div>\n\n".repeat(10_000)],
    ["more than can be read", "x".repeat(17_000_000)],
    ["more blocks than can be printed", "x\n\n".repeat(510_000)],
  ])("%s", async (_, text) => {
    await expect(compose(text)).rejects.toMatchObject({ name: "ContentError", kind: "too_complex" });
  });
});
