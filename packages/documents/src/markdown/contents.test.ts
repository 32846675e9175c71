import { describe, expect, test } from "vitest";
import { compose } from "./testing/compose.ts";

describe("headings", () => {
  test.each([
    ["Usage", "usage"],
    ["What's new in 2.0?", "whats-new-in-20"],
    ["Straße & Weg", "straße--weg"],
    ["日本語", "日本語"],
    ["`code` and *more*", "code-and-more"],
    ["snake_case-word", "snake_case-word"],
    ["!?", "section"],
    ["toc-page-1", "section-toc-page-1"],
    ["footnote1", "section-footnote1"],
    // As on GitHub, whose ids have nothing of a picture but the space after it.
    ["![logo](a.png) Name", "-name"],
    ["🚀 Start", "-start"],
    ["![logo](a.png)", "logo"],
  ])("%s has the id %s", async (heading, id) => {
    const { main } = await compose(`## ${heading}\n`);
    expect(main).toContain(`<h2 id="${id}"`);
  });

  test("have unique ids", async () => {
    const { main } = await compose("# A\n\n# A\n\n# A-1\n\n# A\n");
    expect(Array.from(main.matchAll(/ id="([^"]*)"/gu), ([, id]) => id)).toEqual(["a", "a-1", "a-1-1", "a-2"]);
  });
});

describe("a title that is given", () => {
  const text = "# Part\n\nText\n";
  const given = { title: "Given", author: "B" };

  test("stands above a document with contents, and in place of its own title", async () => {
    expect((await compose(text, { ...given, hasContents: true })).main).toMatch(
      /^<header class="title-block">\n<h1 class="title" dir="auto">Given<\/h1>\n<p class="author" dir="auto">B</u,
    );
    const { main, title } = await compose(`---\ntitle: Own\nauthor: A\n---\n${text}`, given);
    expect([main.includes("Own"), main.includes(">Given<"), title]).toEqual([false, true, "Given"]);
  });

  test("stands nowhere else, and not twice", async () => {
    expect((await compose(text, given)).main).not.toContain("Given");
    expect((await compose(text, { ...given, theme: "report" })).main).toContain(">Given<");
    expect((await compose("# Given\n", { ...given, theme: "report" })).main).not.toContain("title-block");
  });
});

describe("headings that are written as HTML", () => {
  const text = `<h1 align="center">\n  <img src="a.png" alt="Logo"> The <b>name</b> &amp; more\n</h1>\n\nText\n
<h2 id="own">Own</h2>\n\n<h2>\n\nOf *Markdown*\n\n</h2>\n\n## Plain\n\n<!-- <h2>Not there</h2> -->\n\n<h3><img src="b.png" alt="Only a logo"></h3>\n`;

  test("are in the contents, which follow the title", async () => {
    const { main, title, contents } = await compose(text, { hasContents: true });
    expect(title).toBe("The name & more");
    expect(contents.map(({ target }) => target)).toEqual(["own", "of-markdown", "plain", "only-a-logo"]);
    for (const { target } of contents) {
      expect(main).toMatch(new RegExp(`<h[23][^>]* id="${target}"`, "u"));
    }
    expect(Array.from(main.matchAll(/<span class="toc-text">(.*?)<\/span>/gu), ([, entry]) => entry)).toEqual([
      "Own",
      "Of Markdown",
      "Plain",
      "Only a logo",
    ]);
    expect(main.indexOf("</h1>")).toBeLessThan(main.indexOf("toc-title"));
  });

  test("do not take the contents into what is still open around them", async () => {
    const { main } = await compose(`<div align="center">\n<h1>Title</h1>\n\nText\n\n</div>\n\n## A\n`, {
      hasContents: true,
    });
    expect(main.indexOf("toc-title")).toBeLessThan(main.indexOf("<h1"));
  });
});

describe("a table of contents", () => {
  const text = "# Title\n\n## One\n\n### Part\n\n#### Detail\n\n##### Too deep\n\n## Two `b`\n";

  test("has a line for each heading of three levels, which links to it and has room for its page", async () => {
    const { main, contents } = await compose(text, { hasContents: true });
    expect(contents).toEqual([
      { target: "one", place: "toc-page-1" },
      { target: "part", place: "toc-page-2" },
      { target: "detail", place: "toc-page-3" },
      { target: "two-b", place: "toc-page-4" },
    ]);
    for (const { target, place } of contents) {
      expect(main).toMatch(
        new RegExp(`<a href="#${target}"[^>]*>.*<span class="toc-page" id="${place}"></span></a>`, "u"),
      );
      expect(main.split(`id="${target}"`)).toHaveLength(2);
    }
    expect(main).toContain("<code>b</code>");
  });

  test("is in order as HTML: each list and each item is closed", async () => {
    const { main } = await compose("# A\n\n### B\n\n## C\n\n# D\n\n#### E\n\n## F\n", { hasContents: true });
    const nav = /<nav class="toc">([^]*)<\/nav>/u.exec(main)?.[1] ?? "";
    const open: string[] = [];
    const closed: string[] = [];
    for (const [, slash, name = ""] of nav.matchAll(/<(\/?)([a-z]+)/gu)) {
      if (slash === "") {
        open.push(name);
      } else {
        closed.push(`${name} ${open.pop()}`);
      }
    }
    expect(closed.filter((pair) => !/^(\w+) \1$/u.test(pair))).toEqual([]);
    expect(open).toEqual([]);
  });

  test("stands below the title, or where the document says", async () => {
    const given = await compose(text, { hasContents: true });
    expect(given.main.indexOf("<nav")).toBeGreaterThan(given.main.indexOf("</h1>"));
    expect(given.main.indexOf("<nav")).toBeLessThan(given.main.indexOf("<h2"));
    for (const mark of ["[[toc]]", "[TOC]", "[[_TOC_]]"]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const { main, contents } = await compose(`${text}\n${mark}\n\nLast.\n`);
      expect(contents).toHaveLength(4);
      expect(main.indexOf("<nav")).toBeGreaterThan(main.indexOf("<h2"));
      expect(main).not.toContain(mark);
    }
  });

  test("is requested by front matter too, and called in the document's language", async () => {
    const { main, contents } = await compose("---\ntoc: true\nlang: de\n---\n## A\n\n## B\n");
    expect(contents).toHaveLength(2);
    expect(main).toContain("Inhalt");
  });

  test("of a document without headings is nothing", async () => {
    const { main, contents } = await compose("Text\n", { hasContents: true });
    expect(contents).toEqual([]);
    expect(main).toBe('<p dir="auto">Text</p>\n');
  });

  test("calls a heading of a picture alone by the text of the picture", async () => {
    const { main } = await compose("## ![A logo](b.png)\n\n## B\n", { hasContents: true });
    expect(main).toContain('<span class="toc-text">A logo</span>');
  });

  test("has no links, pictures or HTML of the headings in it", async () => {
    const { main } = await compose("## [A](https://a.example) ![b](b.png) <img src=c.png> [^1]\n\n[^1]: d\n", {
      hasContents: true,
    });
    const nav = /<nav[^]*<\/nav>/u.exec(main)?.[0] ?? "";
    expect(nav).toContain("A");
    expect(nav).not.toMatch(/<img|a\.example|footnote/u);
  });
});
