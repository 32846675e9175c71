import { describe, expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";
import { compose } from "./testing/compose.ts";

describe("front matter", () => {
  test("states a document's title, authors and language", async () => {
    const text =
      "---\ntitle: A & B\nsubtitle: Both\nauthors: [A. One, {name: B. Two}]\ndate: 2026-02-01\nlang: de_AT\n---\nText\n";
    const { title, author, language, html, main, warnings } = await compose(text);
    expect({ title, author, language, warnings }).toEqual({
      title: "A & B",
      author: "A. One, B. Two",
      language: "de-AT",
      warnings: [],
    });
    expect(html).toContain('<html lang="de-AT" ');
    expect(html).toContain("<title>A &amp; B</title>");
    expect(main).toMatch(/<header class="title-block">\s*<h1 class="title" dir="auto">A &amp; B<\/h1>/u);
    expect(main).toContain('<p class="date" dir="auto">2026-02-01</p>');
  });

  test("a title that is a heading as well is shown once", async () => {
    const { main } = await compose("---\ntitle: Rivers\n---\n# Rivers\n\nText\n");
    expect(main.match(/<h1/gu)).toHaveLength(1);
    expect(main).not.toContain("title-block");
  });

  test.each([
    "---\ntitle: [unclosed\n---\nText\n",
    "---\n- a list\n---\nText\n",
    "---\na: &x [1]\nb: *x\n---\nText\n",
    "---\ntitle: a\ntitle: b\n---\nText\n",
    "---\n\ttitle: tab\n---\nText\n",
  ])("that cannot be read is left out with a warning: %j", async (text) => {
    const { main, warnings } = await compose(text);
    expect(warnings).toEqual([{ code: "front_matter_ignored" }]);
    expect(main).toBe('<p dir="auto">Text</p>\n');
  });

  test.each(["---\n\nText\n\n---\n", "Text\n\n---\ntitle: A\n---\n", "--- a\ntitle: A\n---\n"])(
    "is at the very start, and nowhere else: %j",
    (text) => {
      expect(readFrontMatter(text)).toEqual({ frontMatter: { authors: [] }, body: text, warnings: [] });
    },
  );

  test("is text when it is not to be read", async () => {
    const { title, main } = await compose("---\ntitle: A\n---\n", { readsFrontMatter: false });
    expect(title).toBe("title: A");
    expect(main).toContain("<hr");
  });

  test("a theme is taken from it when the caller chose none", async () => {
    const text = "---\ntheme: dark\n---\nText\n";
    const [said, dark, minimal] = [
      await compose(text, { theme: "github" }),
      await compose("Text\n", { theme: "dark" }),
      await compose(text, { theme: "minimal" }),
    ];
    expect(said.html).toBe(dark.html);
    expect(minimal.html).not.toBe(dark.html);
    expect((await compose("---\ntheme: unheard\n---\nText\n", { theme: "github" })).html).toBe(
      (await compose("Text\n", { theme: "github" })).html,
    );
  });
});
