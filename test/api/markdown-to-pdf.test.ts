import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "./accounts.ts";
import { upload } from "./client.ts";
import { fileOf, pageCount, pixelAt, startSite, textOf, withoutChromium } from "./html-to-pdf.ts";
import { outlineTitles, pageTexts } from "./pages.ts";
import { pdfInfo, run, withFile } from "./programs.ts";
import { expectFault, expectOk, faults, json, otherWarnings, type Reply, savedName } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 8, markdown-to-pdf. */

const PATH = "/api/v1/convert/markdown-to-pdf";
const PNG_RED = execFileSync("convert", ["-size", "200x200", "xc:red", "png:-"]);

const site = await startSite((request, response) => {
  if (request.url === "/red.png") {
    response.setHeader("content-type", "image/png").end(PNG_RED);
  } else {
    response.writeHead(404).end();
  }
});
afterAll(() => site.close());

describe.skipIf(withoutChromium)("markdown-to-pdf", () => {
  const service = sharedService({ QUIRE_WORKERS: "1", QUIRE_OUTBOUND_ALLOW: site.host });
  const send = (parameters: object): Promise<Reply> => call(service(), "POST", PATH, { value: parameters });
  const print = async (parameters: object): Promise<Buffer> => expectOk(await send(parameters)).body;
  const textFrom = async (markdown: string, more: object = {}): Promise<string> =>
    textOf(await print({ markdown, ...more }));

  test("a document is sound, tagged, titled and the same each time, under its name", async () => {
    const markdown = "# Title\n\nText with *emphasis*.\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n";
    const reply = await send({ markdown });
    const pdf = expectOk(reply).body;
    expect(savedName(reply)).toBe("document.pdf");
    await withFile(pdf, (path) => run("qpdf", ["--check", path]));
    const information = await pdfInfo(pdf);
    expect(information?.get("Tagged")).toBe("yes");
    expect(information?.get("Title")).toBe("Title");
    expect(await textOf(pdf)).toMatch(/Title[^]*Text with emphasis\.[^]*one[^]*two[^]*a\s+b\s+1\s+2/);
    expect((await print({ markdown })).equals(pdf)).toBe(true);
  });

  test("as a file, with images beside it", async () => {
    const reply = await upload(service(), {
      path: PATH,
      fields: { margin_top: "0", margin_left: "0" },
      more: [
        fileOf("![red](red.png)\n", { filename: "a.md" }),
        { name: "image", filename: "red.png", content: PNG_RED },
      ],
    });
    const pdf = expectOk(reply).body;
    expect(otherWarnings(reply)).toEqual([]);
    const { stdout } = await withFile(pdf, (path) => run("pdfimages", ["-list", path]));
    expect(stdout.toString("utf8")).toMatch(/200\s+200/);
  });

  test("images of the web are fetched where that is allowed; what is missing or refused is reported", async () => {
    const reply = await send({
      markdown: `![a](${site.origin}/red.png) ![b](${site.origin}/gone.png) ![c](http://10.0.0.1/x.png) ![d](no.png)`,
    });
    const { stdout } = await withFile(expectOk(reply).body, (path) => run("pdfimages", ["-list", path]));
    expect(stdout.toString("utf8")).toMatch(/200\s+200/);
    const reported = otherWarnings(reply).join("\n");
    expect(reported).toContain("gone.png");
    expect(reported).toContain("10.0.0.1");
    expect(reported).toContain("no.png");
  });

  test("front matter says title, author and language, unless they are given or it is turned off", async () => {
    const markdown = "---\ntitle: Own title\nauthor: A. Writer\nlang: de\n---\n\nText\n";
    const pdf = await print({ markdown });
    const information = await pdfInfo(pdf);
    expect([information?.get("Title"), information?.get("Author")]).toEqual(["Own title", "A. Writer"]);
    expect(await textOf(pdf)).toMatch(/Own title[^]*A\. Writer[^]*Text/);
    const { stdout } = await withFile(pdf, (path) => run("qpdf", ["--json=2", "--json-key=qpdf", path]));
    expect(stdout.toString("utf8")).toMatch(/"\/Lang": "u:de"/);
    expect((await pdfInfo(await print({ markdown, title: "Given" })))?.get("Title")).toBe("Given");
    expect(await textFrom(markdown, { front_matter: false })).toContain("title: Own title");
  });

  test("front matter that cannot be read is left out and reported", async () => {
    const reply = await send({ markdown: "---\ntitle: [unclosed\n---\n\nText\n" });
    expect(await textOf(expectOk(reply).body)).toBe("Text");
    expect(otherWarnings(reply).join()).toContain("front_matter_ignored");
  });

  test("toc: each entry has the number of its heading's page, and leads to it", async () => {
    const sections = Array.from(
      { length: 12 },
      (_, index) => `## Section ${index + 1} größer\n\n${"Some words of a paragraph. ".repeat(150)}\n`,
    );
    const markdown = `# Book\n\n${sections.join("\n")}`;
    const pdf = await print({ markdown, toc: true });
    const pages = await pageTexts(pdf);
    const entries = [...(pages[0] ?? "").matchAll(/Section (\d+) größer[ .…]*?(\d+)$/gm)];
    expect(entries).toHaveLength(12);
    for (const [, section, page] of entries) {
      const text = pages[Number(page) - 1] ?? "";
      const heading = new RegExp(`^\\s*Section ${section} größer\\s*$`, "m");
      expect(text.replace(/Section \d+ größer[ .…]*\d+$/gm, "")).toMatch(heading);
    }
    expect(await textFrom(markdown)).not.toMatch(/Section 1 größer[ .…]*\d+$/m);
    expect(await outlineTitles(pdf)).toContain("Book");
  });

  test("math is set as formulas, or left as it is", async () => {
    const markdown = "Euler: $e^{i\\pi}+1=0$ and $$\\int_0^1 x\\,dx$$";
    expect(await textFrom(markdown)).not.toContain("$");
    expect(await textFrom(markdown, { math: false })).toContain("$e^{i");
  });

  test("an invalid formula is shown as it was written", async () => {
    expect(await textFrom(String.raw`Broken $\frac{1$ here`)).toContain("frac");
  });

  test("mermaid: blocks are drawn when that is asked for, else they are code", async () => {
    const markdown = "```mermaid\ngraph TD; First-->Second;\n```\n";
    expect(await textFrom(markdown)).toContain("graph TD");
    const drawn = await textFrom(markdown, { mermaid: true });
    expect(drawn).toContain("First");
    expect(drawn).not.toContain("graph TD");
    expect(await textFrom("```mermaid\ngraph nonsense(((\n```\n", { mermaid: true })).toContain("nonsense");
  });

  test("theme, code_theme and css change how it looks", async () => {
    const markdown = "# x\n\n```js\nconst a = 1;\n```\n";
    const [light, dark] = await Promise.all([print({ markdown }), print({ markdown, theme: "dark" })]);
    expect((await pixelAt(light, 5, 5))[0]).toBeGreaterThan(240);
    expect((await pixelAt(dark, 5, 5))[0]).toBeLessThan(80);
    expect((await print({ markdown, code_theme: "nord" })).equals(light)).toBe(false);
    const red = await print({ markdown: "x", css: "html,body{background:#f00}", margin_top: 0, margin_left: 0 });
    expect(await pixelAt(red, 2, 100)).toEqual([255, 0, 0]);
    expect((await print({ markdown, theme: "none" })).equals(light)).toBe(false);
  });

  test("a page break where it is asked for", async () => {
    expect(await pageCount(await print({ markdown: "one\n\n<!-- pagebreak -->\n\ntwo\n" }))).toBe(2);
  });

  describe("bad input", () => {
    test.each([
      [{}, "markdown"],
      [{ markdown: "" }, "markdown"],
      [{ markdown: 1 }, "markdown"],
      [{ markdown: "x", theme: "fancy" }, "theme"],
      [{ markdown: "x", toc: "perhaps" }, "toc"],
    ])("%j", async (parameters, field) => {
      expectFault(await send(parameters), { loc: ["body", field] });
    });

    test("a theme of code that there is not is found before the price is held, and the nearest named", async () => {
      const reply = await send({ markdown: "x", code_theme: "githublight" });
      const loc = ["body", "code_theme"];
      const msg = expect.stringContaining("Did you mean github-light?") as string;
      expect([reply.status, faults(reply)]).toEqual([422, [expect.objectContaining({ type: "enum", loc, msg })]]);
    });

    test.each([
      "<script>document.write('ran')</script>",
      "<img src=x onerror=\"document.write('ran')\">",
      "[x](javascript:document.write('ran'))",
      "<svg onload=\"document.write('ran')\"></svg>",
      "<iframe srcdoc=\"<script>parent.document.write('ran')</script>\"></iframe>",
      "<a href=\"&#106;avascript:document.write('ran')\">x</a>",
      "```mermaid\ngraph TD; A[\"<img src=x onerror=document.write('ran')>\"]-->B; click A call alert()\n```",
    ])("script never runs: %s", async (script) => {
      for (const mermaid of [false, true]) {
        const diagram = "\n\n```mermaid\ngraph TD; First-->Second;\n```\n";
        // oxlint-disable-next-line eslint/no-await-in-loop -- with and without diagrams
        const text = await textFrom(`before\n\n${script}${mermaid ? diagram : ""}\n\nafter\n`, { mermaid });
        expect(text).toMatch(/^before/);
        expect(text).toContain("after");
        expect(text.replaceAll(/document\.write\('ran'\)/g, "")).not.toMatch(/\bran\b/);
      }
    });

    test("what is not closed, in Markdown and HTML", async () => {
      const text = await textFrom("# a\n\n**b\n\n```js\nc\n\n<div><table><tr><td>d\n");
      expect(text).toMatch(/a[^]*\*\*b[^]*c/);
      expect(await textFrom("<div><b>x\n\n</main></body></html>\n\ny")).toMatch(/x[^]*y/);
    });

    test.each([
      ["a line of 300 kB", "x".repeat(300_000)],
      ["many brackets", "[".repeat(20_000)],
      ["many stars", "*a_ ".repeat(50_000)],
      ["deep quotes", `${">".repeat(20_000)} x`],
      ["deep lists", Array.from({ length: 1500 }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n")],
    ])("%s: printed, or too complex", async (_, markdown) => {
      const reply = await send({ markdown });
      const code = reply.status === 200 ? "printed" : (json(reply) as { code: string }).code;
      expect(code).toMatch(/^(?:printed|document_too_complex)$/);
    });

    test("a table of 5,000 rows has its head on each page", async () => {
      const rows = Array.from({ length: 5000 }, (_, index) => `| ${index} | row |`).join("\n");
      const pages = await pageTexts(await print({ markdown: `| Number | Kind |\n|---|---|\n${rows}\n` }));
      expect(pages.length).toBeGreaterThan(50);
      expect(pages.every((page) => /Number\s+Kind/.test(page))).toBe(true);
      expect(pages.at(-1)).toMatch(/4999\s+row/);
    });

    test("a file that is no image", async () => {
      const reply = await upload(service(), {
        path: PATH,
        fields: { markdown: "x ![alt text](a.png) y" },
        more: [{ name: "a.png", filename: "a.png", content: Buffer.from("no image") }],
      });
      expect(await textOf(expectOk(reply).body)).toMatch(/^x[^]*y$/);
    });
  });
});
