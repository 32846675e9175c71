import { expect, test } from "vitest";
import { composeMarkdown } from "./compose-markdown.ts";

const OPTIONS = {
  theme: "github" as const,
  hasContents: false,
  readsMath: false,
  drawsDiagrams: false,
  readsFrontMatter: false,
};

const tableOf = async (...rows: readonly (readonly string[])[]): Promise<string> => {
  const [head = [], ...body] = rows;
  const lines = [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`);
  const [html = ""] = (await composeMarkdown(lines.join("\n"), OPTIONS)).sections;
  return /<table[^]*<\/table>/u.exec(html)?.[0] ?? "";
};

test("words that fit next to each other stay whole", async () => {
  expect(await tableOf(["a", "b"], ["internationalization", "12,345.67"])).not.toContain("class=");
});

test("the longest words may break, and no others", async () => {
  const address = `https://example.org/${"x".repeat(80)}`;
  const html = await tableOf(["Number", "Address"], ["12,345.67", address]);
  expect(html.match(/<td[^>]*class="breakable"[^>]*>/gu)).toHaveLength(1);
  expect(html).toMatch(/<td class="unbroken">12,345\.67</u);
});

test.each([
  [4, undefined],
  [8, "table-many"],
  [10, "table-crowded"],
])("%i columns of nine characters are of the class %s", async (columns, name) => {
  const html = await tableOf(Array.from({ length: columns }, () => "123456789"));
  expect(/<table[^>]*class="([^"]*)"/u.exec(html)?.[1]).toBe(name);
  expect(html).not.toContain("breakable");
});

test("in very many columns every long word may break", async () => {
  const row = Array.from({ length: 200 }, () => "word");
  expect((await tableOf(row, row)).match(/breakable/gu)).toHaveLength(400);
});

test("short columns are set in one line beside a long one, and not when all are short", async () => {
  const long = "a rather long remark ".repeat(12);
  const html = await tableOf(["Date", "State", "Remark"], ["2026-01-03", "in progress", long]);
  expect(html.match(/<td class="unbroken">/gu)).toHaveLength(2);
  const many = await tableOf(
    ["One", "Two", "Three", "Remark"],
    [...Array.from({ length: 3 }, () => "some twenty letters."), long],
  );
  expect(many.match(/<td class="unbroken">/gu)).toHaveLength(1);
  expect(await tableOf(["Date", "State"], ["2026-01-03", "in progress"])).not.toContain("unbroken");
});
