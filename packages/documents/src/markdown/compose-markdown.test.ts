import { describe, expect, test } from "vitest";
import { compose } from "./testing/compose.ts";

describe("Markdown", () => {
  test("has GitHub's extensions", async () => {
    const { main } = await compose(
      "| a | b |\n| - | -: |\n| 1 | 2 |\n\n~~gone~~\n\n- [ ] open\n- [x] done\n\nhttps://example.com www.example.com\n\n> [!WARNING]\n> Hot.\n",
    );
    expect(main).toMatch(
      /<div class="table-scroll"><table[^>]*>\s*<thead>\s*<tr>\s*<th>a<\/th>\s*<th align="right">b<\/th>/u,
    );
    expect(main).toContain("<s>gone</s>");
    expect(main).toContain('<ul class="contains-task-list" dir="auto">');
    expect(main).toContain(
      '<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> open',
    );
    expect(main).toContain('<input type="checkbox" class="task-list-item-checkbox" disabled checked> done');
    expect(main).toContain('<a href="https://example.com">https://example.com</a>');
    expect(main).toContain('<a href="http://www.example.com">www.example.com</a>');
    expect(main).toMatch(
      /<div class="markdown-alert markdown-alert-warning"[^>]*>\s*<p class="markdown-alert-title">Warning<\/p>/u,
    );
  });

  test("names of files and bare hosts are no links", async () => {
    const { main } = await compose("README.md, example.com and //example.com\n");
    expect(main).not.toContain("<a");
  });

  test("footnotes and their references lead to each other", async () => {
    const { main } = await compose("One[^a] and again[^a], two[^b].\n\n[^a]: First.\n[^b]: Second.\n");
    const ids = new Set(Array.from(main.matchAll(/ id="([^"]+)"/gu), ([, id]) => id));
    const links = Array.from(main.matchAll(/href="#([^"]+)"/gu), ([, id]) => id);
    expect(links).toHaveLength(6);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(main).toContain('<section class="footnotes">');
  });

  test("a picture alone that has a title is a figure with a caption", async () => {
    const { main } = await compose('![Alt](a.png "The <caption>")\n\nText ![b](b.png "B")\n');
    expect(main).toContain(
      '<figure dir="auto"><img src="a.png" alt="Alt" /><figcaption>The &lt;caption&gt;</figcaption></figure>',
    );
    expect(main).toContain('<img src="b.png" alt="b" title="B" />');
  });

  test.each(["<!-- pagebreak -->", "<!-- page-break -->", String.raw`\newpage`])("%s begins a page", async (mark) => {
    const { main, html } = await compose(`One\n\n${mark}\n\nTwo\n`);
    expect(main).toMatch(/One<\/p>\s*<div class="page-break"><\/div>\s*<p[^>]*>Two/u);
    expect(html).toMatch(/\.page-break\{break-after:page\}/u);
  });

  test("blocks read from the right where their text does", async () => {
    const { main } = await compose("# שלום\n\nمرحبا\n");
    expect(main).toMatch(/<h1[^>]* dir="auto">שלום/u);
    expect(main).toContain('<p dir="auto">مرحبا</p>');
  });

  test("formulas are of text and fonts, and need no script", async () => {
    const { main, html, needsScript } = await compose("$\\mathbb{R}$ and\n\n$$\\sqrt{2}$$\n");
    expect(needsScript).toBe(false);
    expect(main).toContain('<span class="math-inline">');
    expect(main).toContain('<p class="math-block">');
    const families = new Set(html.match(/font-family:KaTeX_\w+(?=;font-style)/gu));
    expect(families).toContain("font-family:KaTeX_AMS");
    expect(families).not.toContain("font-family:KaTeX_Fraktur");
    expect(html).not.toMatch(/url\((?!data:)/u);
  });

  test("a formula that cannot be read is shown as it is written", async () => {
    const { main } = await compose("$\\unheard{<b>}$ and $$\\href{javascript:alert(1)}{x}$$ and $\\frac{$\n");
    expect(main).toContain(String.raw`>\unheard{&lt;b&gt;}</code>`);
    expect(main).toContain(String.raw`>\frac{</code>`);
    expect(main).not.toContain("href=");
  });

  test("formulas are text when they are not to be read, and no document brings KaTeX that has none", async () => {
    const { main, html } = await compose("It costs $5 and $6.\n", { readsMath: false });
    expect(main).toContain("$5 and $6");
    expect(html).not.toContain("KaTeX");
    expect((await compose("It costs $5 and $6.\n")).main).toContain("$5 and $6");
  });

  test("nothing at all is a document, too", async () => {
    const { html, title, contents } = await compose("");
    expect(html).toMatch(/^<!doctype html>\n<html dir="ltr">/u);
    expect({ title, contents }).toEqual({ title: undefined, contents: [] });
  });

  test("a heading without text is no title", async () => {
    expect((await compose("Text\n\n#\n\nMore")).title).toBeUndefined();
    expect((await compose("#\n\n## Second")).title).toBe("Second");
  });

  test("unclosed marks are text", async () => {
    const { main } = await compose("**a [b](c `d\n\n> [!NOTE\n\n```ts\nlet a;");
    expect(main).toContain("**a [b](c `d");
    expect(main).toContain("let");
  });

  test("the same Markdown gives the same HTML", async () => {
    const text = "# A[^1]\n\n```ts\nlet a = 1;\n```\n\n$x$\n\n[^1]: B\n";
    expect((await compose(text, { hasContents: true })).html).toBe((await compose(text, { hasContents: true })).html);
  });
});

describe("diagrams", () => {
  const text = "```mermaid\ngraph TD\n  A[<script>alert(1)</script>] --> B\n```\n";

  test("are code unless the options ask for them", async () => {
    const { main, needsScript } = await compose(text);
    expect(needsScript).toBe(false);
    expect(main).toContain('<pre class="shiki code-whole" data-language="mermaid"');
  });

  test("are drawn by the scripts that the document's policy names, and by no other", async () => {
    const { main, html, needsScript } = await compose(text, { drawsDiagrams: true });
    expect(needsScript).toBe(true);
    expect(main).toContain('<figure class="diagram"><pre class="mermaid">graph TD\n  A[&lt;script&gt;');
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/u.exec(html)?.[1] ?? "";
    const hashes = policy.match(/'sha256-[^']+'/gu) ?? [];
    const scripts = Array.from(html.matchAll(/<script>([^]*?)<\/script>/gu), ([, script = ""]) => script);
    const digests = await Promise.all(
      scripts.map(async (script) => Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(script)))),
    );
    expect(scripts).toHaveLength(2);
    expect(digests.map((digest) => `'sha256-${digest.toString("base64")}'`)).toEqual(hashes);
    expect(policy).toMatch(/^script-src '/u);
    expect(policy).not.toContain("unsafe");
  });

  test("beyond what can be drawn in time are code", async () => {
    const long = `\`\`\`mermaid\n${"%% a\n".repeat(50_000)}\`\`\`\n`;
    const { main } = await compose(text + long, { drawsDiagrams: true });
    expect(main.match(/<figure class="diagram">/gu)).toHaveLength(1);
    expect(main).toContain('data-language="mermaid"');
  });

  test("a document without any needs no script even with the option", async () => {
    const { html, needsScript } = await compose("Text\n", { drawsDiagrams: true });
    expect(needsScript).toBe(false);
    expect(html).not.toContain("<script");
  });
});
