import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PrintWarning } from "../chromium/port.ts";
import {
  type DocumentPrinter,
  expectSound,
  informationOf,
  pageCount,
  pixelOf,
  textOf,
} from "./documents/printed-documents.ts";

/**
 * Ways to write a document: one that needs no script, network or address may be printed in another render mode than
 * others, and the same must hold for all.
 */
const WAYS: readonly { readonly way: string; readonly dress: (html: string) => string }[] = [
  { way: "without script", dress: (html) => `<!doctype html><html lang="en"><title>T</title><body>${html}` },
  {
    way: "with script",
    dress: (html) => `<!doctype html><html lang="en"><title>T</title><body>${html}<script>0</script>`,
  },
  {
    way: "with script that asks for its address",
    dress: (html) => `<!doctype html><html lang="en"><title>T</title><body>${html}<script>location.href</script>`,
  },
];

/** Defines the tests that every adapter of `Printer` passes with given documents. */
export function describePrinter(name: string, makeAdapter: () => Promise<DocumentPrinter>): void {
  let printer: DocumentPrinter;
  beforeAll(async () => {
    printer = await makeAdapter();
  });
  afterAll(async () => {
    await printer[Symbol.asyncDispose]();
  });

  describe.each(WAYS)(`printing by ${name}, $way`, ({ dress }) => {
    const print = (html: string, wanted: Omit<Parameters<DocumentPrinter["print"]>[0], "html"> = {}) =>
      printer.print({ ...wanted, html: dress(html) });

    test("a document is sound and tagged, has its title, and gives its text back in reading order", async () => {
      const printed = await print("<h1>First</h1><p>Second</p><table><tr><td>Third<td>Fourth</table>");
      await expectSound(printed);
      const information = await informationOf(printed);
      expect(information.get("Tagged")).toBe("yes");
      expect(information.get("Title")).toBe("T");
      expect(information.get("Page size")).toContain("A4");
      expect((await textOf(printed)).split(/\s+/)).toEqual(["First", "Second", "Third", "Fourth"]);
    });

    test("every script is printed", async () => {
      const words = ["Zażółć", "Ελληνικά", "Привет", "中文", "日本語", "한국어", "ไทย", "हिन्दी", "தமிழ்", "👍"];
      const text = await textOf(await print(words.map((word) => `<p>${word}</p>`).join("")));
      for (const word of words) {
        expect.soft(text.normalize("NFC")).toContain(word.normalize("NFC"));
      }
      // The text runs from right to left; Poppler puts marks of direction around it.
      const rightToLeft = await textOf(await print("<p>שלום</p><p>مرحبا</p>"));
      expect(rightToLeft).toContain("שלום");
      expect(rightToLeft).toContain("مرحبا");
    });

    test("paper and margins are those that are asked for, unless the document names its own", async () => {
      const paper = { widthPt: 432, heightPt: 288, marginsPt: { top: 72, right: 0, bottom: 0, left: 144 } };
      const body = "<style>body{margin:0}div{background:#f00;width:9in;height:1in}</style><div></div>";
      const asked = await print(body, { paper });
      expect((await informationOf(asked)).get("Page size")).toBe("432 x 288 pts");
      expect(await pixelOf(asked, 1, 143, 80)).toEqual([255, 255, 255]);
      expect(await pixelOf(asked, 1, 150, 71)).toEqual([255, 255, 255]);
      expect(await pixelOf(asked, 1, 150, 80)).toEqual([255, 0, 0]);
      const own = "<style>@page{size:216pt 144pt}</style>x";
      expect((await informationOf(await print(own, { paper }))).get("Page size")).toBe("216 x 144 pts");
      const overruled = await print(own, { paper: { ...paper, prefersCssPageSize: false } });
      expect((await informationOf(overruled)).get("Page size")).toBe("432 x 288 pts");
    });

    test("the scale makes everything smaller, and more fit on a page", async () => {
      const body = "<p>x</p>".repeat(60);
      expect(await pageCount(await print(body))).toBeGreaterThan(
        await pageCount(await print(body, { paper: { scale: 0.5 } })),
      );
    });

    test("backgrounds are printed, or not", async () => {
      const body = "<style>@page{margin:0}body{margin:0;background:#0000ff}</style><p>x";
      expect(await pixelOf(await print(body), 1, 300, 300)).toEqual([0, 0, 255]);
      const without = await print(body, { paper: { printsBackground: false } });
      expect(await pixelOf(without, 1, 300, 300)).toEqual([255, 255, 255]);
    });

    test("a single page holds all of the document, whatever it says of breaks", async () => {
      const body = `${"<p>line</p>".repeat(100)}<h1 style="break-before:page">end</h1>`;
      const printed = await print(body, { paper: { isSinglePage: true } });
      expect(await pageCount(printed)).toBe(1);
      expect(await textOf(printed)).toMatch(/end$/);
      const higher = await print("<div style='height:300in'></div>end", { paper: { isSinglePage: true } });
      expect(codesOf(higher.warnings)).toContain("single_page_split");
    });

    test("page ranges choose pages; missing ones are reported", async () => {
      const body = [1, 2, 3, 4].map((page) => `<p style="break-after:page">page ${page}`).join("");
      const printed = await print(body, { paper: { pageRanges: "2,4" } });
      expect((await textOf(printed)).split(/\n+/)).toEqual(["page 2", "page 4"]);
      await expect(print(body, { paper: { pageRanges: "9" } })).rejects.toMatchObject({ code: "page_out_of_range" });
    });

    test("header and footer have their values filled in, and are asked for nothing from outside", async () => {
      const headerHtml = `<style>@import "http://fonts.invalid/a.css";</style>
        <link rel="stylesheet" href="http://fonts.invalid/b.css"><img src="http://fonts.invalid/c.png">
        <span style="font:10px sans-serif">H <b class="title"></b></span>`;
      const footerHtml = `<span style="font:10px sans-serif">F <b class="pageNumber"></b> of <b class="totalPages"></b></span>`;
      const printed = await print("<p style='break-after:page'>one<p>two", { paper: { headerHtml, footerHtml } });
      const text = await textOf(printed);
      expect(text).toContain("H T");
      expect(text).toContain("F 1 of 2");
      expect(text).toContain("F 2 of 2");
      const urls = printed.warnings.map(({ code, parameters }) => `${code} ${parameters?.url}`);
      expect(urls.toSorted()).toEqual(
        ["a.css", "b.css", "c.png"].map((file) => `resource_blocked http://fonts.invalid/${file}`),
      );
      expect(await textOf(await print("<p>x", { paper: { footerHtml } }))).toMatch(/^x\s+F 1 of 1$/);
    });

    test("css counts after the document's own, and may hold what HTML would take for its end", async () => {
      const css = `p { color: #00f !important } p::after { content: "</style> added" } @page { @bottom-center { content: "page " counter(page) } }`;
      const text = await textOf(await print("<style>p::after{content:'own'}</style><p>x</p>", { css }));
      expect(text).toContain("x</style> added");
      expect(text).toContain("page 1");
      // Nothing of it is left for the next document.
      expect(await textOf(await print("<p>x</p>"))).toBe("x");
    });

    test("media and media features are what style sheets ask for", async () => {
      const body = `<style>p{display:none}
        @media print{.print{display:block}} @media screen{.screen{display:block}}
        @media (prefers-color-scheme:dark){.dark{display:block}}</style>
        <p class="print">print<p class="screen">screen<p class="dark">dark`;
      expect(await textOf(await print(body))).toBe("print");
      const other = await print(body, { media: "screen", mediaFeatures: { "prefers-color-scheme": "dark" } });
      expect((await textOf(other)).split(/\s+/)).toEqual(["screen", "dark"]);
      expect(await textOf(await print(body))).toBe("print");
    });

    test("tags and outline are there when they are asked for", async () => {
      const body = "<h1>Heading</h1><p>x";
      const withBoth = await readPdf(await print(body));
      expect(withBoth).toContain("/StructTreeRoot");
      expect(withBoth).toContain("/Outlines");
      const without = await readPdf(await print(body, { isTagged: false, hasOutline: false }));
      expect(without).not.toContain("/StructTreeRoot");
      expect(without).not.toContain("/Outlines");
    });

    test("files that were handed over are used, by the names that the document has for them", async () => {
      const assets = {
        "style/main.css":
          "@font-face{font-family:f;src:url(../f.ttf)} h1{font-family:f,serif} h1::after{content:' styled'} body{background:url(red.svg)}",
        "style/red.svg":
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#f00"/></svg>',
        "a b.svg":
          '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#0f0"/></svg>',
      };
      const body = `<link rel="stylesheet" href="style/main.css"><style>@page{margin:0}body{margin:0}</style>
        <img src="a%20b.svg" style="display:block"><h1>x</h1>`;
      const printed = await print(body, { assets });
      expect(await textOf(printed)).toBe("x styled");
      expect(await pixelOf(printed, 1, 30, 30)).toEqual([0, 255, 0]);
      expect(await pixelOf(printed, 1, 300, 300)).toEqual([255, 0, 0]);
      expect(printed.warnings).toEqual([
        { code: "resource_failed", parameters: { url: "http://document.invalid/f.ttf" } },
      ]);
    });

    test("an image of data is decoded before it is printed", async () => {
      const svg = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#0f0"/></svg>',
      );
      const body = `<style>@page{margin:0}body{margin:0}</style><img src="data:image/svg+xml;base64,${svg.toString("base64")}">`;
      expect(await pixelOf(await print(body), 1, 30, 30)).toEqual([0, 255, 0]);
    });

    test("what is missing or refused is reported, or fails the document when that is requested", async () => {
      const body = '<img src="gone.png"><img src="http://elsewhere.invalid/x.png"><p>x';
      const { warnings } = await print(body);
      expect(warnings).toEqual([
        { code: "resource_failed", parameters: { url: "http://document.invalid/gone.png" } },
        { code: "resource_blocked", parameters: { url: "http://elsewhere.invalid/x.png" } },
      ]);
      const failure = await print(body, { failsOn: { resourceError: true } }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "render_failed", message: expect.stringContaining("gone.png") });
    });

    test("a PDF larger than it may be is too complex", async () => {
      await expect(print("<p>x", { maxBytes: 1000 })).rejects.toMatchObject({ code: "document_too_complex" });
    });

    test("margins that leave no room are reported", async () => {
      const marginsPt = { top: 500, right: 0, bottom: 500, left: 0 };
      await expect(print("<p>x", { paper: { marginsPt } })).rejects.toMatchObject({ code: "render_failed" });
    });

    test("the files of the machine are out of reach", async () => {
      const body =
        '<img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe><a href="file:///etc/passwd">x</a>';
      expect(await textOf(await print(body))).not.toContain("root:");
    });

    test("a document that is no longer wanted is given up", async () => {
      const abort = new AbortController();
      const printing = print("<p>x", { signal: abort.signal });
      abort.abort(new Error("left"));
      await expect(printing).rejects.toThrow("left");
    });
  });
}

const codesOf = (warnings: readonly PrintWarning[]): readonly string[] => warnings.map(({ code }) => code);

const readPdf = ({ path }: { readonly path: string }): Promise<string> => readFile(path, "latin1");
