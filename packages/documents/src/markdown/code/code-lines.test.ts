import { expect, test } from "vitest";
import { linesHtml } from "./code-lines.ts";

const long = "x".repeat(61);

test("lines that fit have no element of their own", () => {
  expect(linesHtml(["a", "  b"], ["a", "  b"])).toBe("a\n  b\n");
});

test("longer lines are elements, whose rest is indented by two more than the line", () => {
  expect(linesHtml([long, `    ${long}`, `\t${long}`], ["1", "2", "3"])).toBe(
    '<span class="code-line">1\n</span>' +
      '<span class="code-line" style="--indent:6ch">2\n</span>' +
      '<span class="code-line" style="--indent:6ch">3\n</span>',
  );
});
