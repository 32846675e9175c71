import { describe, expect, test } from "vitest";
import {
  information,
  pageCount,
  pixelAt,
  printed,
  printJson,
  sizeOf,
  structure,
  textOf,
  withoutChromium,
  wordOf,
  words,
} from "./html-to-pdf.ts";
import { outlineTitles } from "./pages.ts";
import { qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, otherWarnings, savedName } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 7, "The page block", and what section 8 says about paper: each field by its effect in the PDF. */

describe.skipIf(withoutChromium)("html-to-pdf, the page", () => {
  const service = commonService();
  const print = (parameters: object): Promise<Buffer> => printed(service(), parameters);

  const BARE = "<!doctype html><style>*{margin:0;padding:0}</style>";
  const THREE = `${BARE}<title>Three</title><h1>One</h1><h1 style="break-before:page">Two</h1><h1 style="break-before:page">Three</h1>`;

  describe("paper", () => {
    test.each([
      [{}, [596, 842]],
      [{ page_size: "a5" }, [420, 595]],
      [{ page_size: "A5", orientation: "landscape" }, [595, 420]],
      [{ page_size: "Letter" }, [612, 792]],
      [{ page_size: "Tabloid", orientation: "Landscape" }, [1224, 792]],
      [{ page_size: "100x200mm" }, [283, 567]],
      [{ width: 300 }, [300, 842]],
      [{ width: "4in", height: "20cm", orientation: "landscape" }, [288, 567]],
    ])("%j", async (parameters, expected) => {
      const size = await sizeOf(await print({ html: "x", ...parameters }));
      for (const [index, side] of expected.entries()) {
        // The browser's paper is measured in whole units.
        expect(Math.abs((size[index] ?? 0) - side), size.join(" x ")).toBeLessThanOrEqual(1);
      }
    });

    test("prefer_css_page_size: whose size counts", async () => {
      const html = "<style>@page{size:A5}</style>x";
      expect(await sizeOf(await print({ html }))).toEqual([420, 595]);
      expect(await sizeOf(await print({ html, prefer_css_page_size: false, page_size: "A4" }))).toEqual([596, 842]);
    });

    test("scale", async () => {
      expect(
        (await wordHeight(await print({ html: "word", scale: 2 }))) / (await wordHeight(await print({ html: "word" }))),
      ).toBeCloseTo(2, 1);
    });

    test("single_page: as high as the document", async () => {
      const html = `${BARE}<div style="height:3000px">top</div><p style="break-before:page">bottom`;
      const pdf = await print({ html, single_page: true });
      expect(await pageCount(pdf)).toBe(1);
      expect((await sizeOf(pdf))[1]).toBeGreaterThan(2250 + 72);
    });
  });

  describe("margins", () => {
    const corners = `${BARE}<b>first</b><b style="position:fixed;right:0;bottom:0">last</b>`;

    test.each([
      [{}, [36, 36, 36, 36]],
      [{ margin_left: 10, margin_top: "20mm", margin_right: "1in", margin_bottom: "96px" }, [10, 56.7, 72, 72]],
      [{ margin_left: 0, margin_top: "0", margin_right: 0, margin_bottom: 0 }, [0, 0, 0, 0]],
    ])("%j", async (parameters, [left = 0, top = 0, right = 0, bottom = 0]) => {
      const pdf = await print({ html: corners, ...parameters });
      const [first, last] = [await wordOf(pdf, "first"), await wordOf(pdf, "last")];
      expect(first.xMin).toBeCloseTo(left, -0.5);
      expect(Math.abs(first.yMin - top)).toBeLessThan(6);
      expect(last.xMax).toBeCloseTo(595.9 - right, -0.5);
      expect(Math.abs(last.yMax - (841.9 - bottom))).toBeLessThan(6);
    });

    test("a document's own margin counts, unless one is given", async () => {
      const html = `<style>@page{margin:4cm}</style>${BARE}first`;
      expect((await wordOf(await print({ html }), "first")).xMin).toBeCloseTo(113.4, 0);
      const given = await wordOf(await print({ html, margin_left: 20 }), "first");
      expect(given.xMin).toBeCloseTo(20, 0);
      expect(given.yMin).toBeGreaterThan(110);
    });

    test("paper that they would fill", async () => {
      const narrow = { html: "x", width: 100, height: 100 };
      expect((await wordOf(await print(narrow), "x")).xMin).toBeGreaterThan(24);
      const reply = await printJson(service(), { ...narrow, margin_left: 60, margin_right: 60 });
      expectFault(reply, { type: "value_error", loc: ["body", "margin_left"] });
    });
  });

  describe("above and below", () => {
    test.each(["show_page_numbers", "page_numbers"])("%s", async (field) => {
      const numbers = (await words(await print({ html: THREE, [field]: true }))).filter(({ yMin }) => yMin > 770);
      const lines = [1, 2, 3].map((page) =>
        numbers
          .filter((word) => word.page === page)
          .map(({ text }) => text)
          .join(""),
      );
      expect(lines).toEqual(["1/3", "2/3", "3/3"]);
    });

    test("texts are set as they are, on every page, and are no part of the structure", async () => {
      const header_text = 'Say "hi\\" } @page{} </style><b> & \u{1f600} 漢字';
      const footer_text = "first line\nשלום עולם";
      const pdf = await print({ html: THREE, header_text, footer_text, show_page_numbers: true });
      const all = await words(pdf);
      for (const page of [1, 2, 3]) {
        const above = all.filter((word) => word.page === page && word.yMax < 72).map(({ text }) => text);
        expect(above.join(" ")).toContain('Say "hi\\" } @page{} </style><b> &');
        expect(above.join("")).toContain("漢字");
        const below = all.filter((word) => word.page === page && word.yMin > 770).map(({ text }) => text);
        expect(below).toEqual(expect.arrayContaining(["first", "line"]));
      }
      // The text is in reading order, between marks of its direction.
      expect((await textOf(pdf)).match(/שלום/g)).toHaveLength(3);
      expect(await structure(pdf)).not.toMatch(/Say|first line/);
    });

    test("a long text wraps within the page, and the margin grows for it", async () => {
      const footer_text = `${"Many words of a footer. ".repeat(40)}${"x".repeat(200)} end`;
      const reply = expectOk(await printJson(service(), { html: THREE, footer_text, margin_bottom: "1cm" }));
      expect(otherWarnings(reply)).toEqual(["margin_raised;side=bottom"]);
      const all = (await words(reply.body)).filter(({ page }) => page === 1);
      expect(all.map(({ text }) => text)).toContain("end");
      expect(Math.max(...all.map(({ xMax }) => xMax))).toBeLessThan(596);
      expect(Math.max(...all.map(({ yMax }) => yMax))).toBeLessThan(842);
    });

    test("without margins there is room for page numbers all the same", async () => {
      const zero = { margin_top: 0, margin_bottom: 0, margin_left: 0, margin_right: 0 };
      const reply = expectOk(await printJson(service(), { html: THREE, show_page_numbers: true, ...zero }));
      expect(otherWarnings(reply)).toEqual(["margin_raised;side=bottom"]);
      expect(await textOf(reply.body)).toMatch(/1 ?\/ ?3/);
    });

    test("the document's own margin boxes give way", async () => {
      const html = "<style>@page{@bottom-center{content:'own'}} @page:first{margin:0}</style>x";
      const text = await textOf(await print({ html, footer_text: "given" }));
      expect([text.includes("given"), text.includes("own")]).toEqual([true, false]);
    });

    test("header_html and footer_html", async () => {
      const pdf = await print({
        html: THREE,
        header_html:
          "<i>Head</i> <span class=\"title\"></span> <img style=\"position:absolute;right:0;top:0\" src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='40' height='40' fill='red'/%3E%3C/svg%3E\">",
        footer_html: '<p>Page <span class="pageNumber"></span> of <span class="totalPages"></span></p>',
      });
      const all = await words(pdf);
      const second = all.filter(({ page }) => page === 2);
      expect(second.filter(({ yMax }) => yMax < 40).map(({ text }) => text)).toEqual(["Head", "Three"]);
      expect(second.filter(({ yMin }) => yMin > 770).map(({ text }) => text)).toEqual(["Page", "2", "of", "3"]);
      const head = await wordOf(pdf, "Head");
      expect(head.xMin).toBeCloseTo(36, 0);
      expect(head.yMax - head.yMin).toBeGreaterThan(8);
      expect(await pixelAt(pdf, 585, 10)).toEqual([255, 0, 0]);
    });

    test("what a header may not hold is left out and reported", async () => {
      const header_html =
        "<b>Kept</b><script>document.body.textContent = 'ran'</script><a href='http://127.0.0.1/'>link</a><img src='http://127.0.0.1/x.png' onerror='document.body.textContent = 1'>";
      const reply = expectOk(await printJson(service(), { html: THREE, header_html }));
      expect(otherWarnings(reply)).toEqual(['markup_left_out;field=header_html;names="script a src onerror"']);
      expect(await textOf(reply.body)).toMatch(/Kept ?link/);
    });

    test.each([
      [{ header_html: "x", header_text: "y" }, "header_html"],
      [{ footer_html: "x", footer_text: "y" }, "footer_html"],
      [{ footer_html: "x", show_page_numbers: true }, "footer_html"],
    ])("both of one place: %j", async (parameters, field) => {
      expectFault(await printJson(service(), { html: "x", ...parameters }), { loc: ["body", field] });
    });
  });

  test("the title of headers is that of the result: the given one, the document's, or its first heading", async () => {
    const header_html = "<b class=title></b>";
    const headerOf = async (html: string, more: object = {}) => {
      const pdf = await print({ html, header_html, ...more });
      const about = await information(pdf);
      return [(await textOf(pdf)).split(/\s+/u).toSorted().join(" "), about("Title")];
    };
    expect(await headerOf("<title>Own</title><h1>H</h1>", { title: "Given" })).toEqual(["Given H", "Given"]);
    expect(await headerOf("<title>Own</title><h1>H</h1>")).toEqual(["H Own", "Own"]);
    expect(await headerOf("<h1>First</h1><p>x")).toEqual(["First First x", "First"]);
  });

  test("a picture that is missing is its alternative text, or nothing", async () => {
    const missing = await print({ html: '<p>a <img src="gone.png" alt="A map"> b <img src="gone.png"> c' });
    expect(await textOf(missing)).toBe("a A map b c");
    const { stdout } = await withFile(missing, (path) => run("pdfimages", ["-list", path]));
    expect(stdout.toString("utf8").trim().split("\n")).toHaveLength(2);
    const broken = await print({ html: '<p>a <img src="data:image/png;base64,AAAA" alt="A map"> b' });
    expect(await textOf(broken)).toBe("a A map b");
  });

  describe("information", () => {
    test("title, author and metadata", async () => {
      const parameters = {
        metadata: { title: "Other", subject: "Größe", keywords: "a, b", colour: "red" },
        title: "日本",
        author: "Ada",
      };
      const reply = expectOk(await printJson(service(), { html: THREE, ...parameters }));
      const about = await information(reply.body);
      expect(["Title", "Author", "Subject", "Keywords"].map(about)).toEqual(["日本", "Ada", "Größe", "a, b"]);
      expect(otherWarnings(reply)).toEqual(["unknown_field;name=metadata.colour"]);
      expect((await information(await print({ html: THREE })))("Title")).toBe("Three");
    });

    test("language, for a document that does not say it", async () => {
      expect(await languageOf(await print({ html: "<p>x", language: "de-AT" }))).toContain("de-AT");
      expect(await languageOf(await print({ html: "<html lang=fr><p>x", language: "de-AT" }))).toContain("fr");
      const named = '<html lang="english language"><p>x';
      expect(await languageOf(await print({ html: named, language: "zh-cmn-Hans-CN" }))).toContain("zh-cmn-Hans-CN");
    });

    test("tagged", async () => {
      const tagged = await print({ html: THREE });
      expect((await information(tagged))("Tagged")).toBe("yes");
      expect(await structure(tagged)).toMatch(/H1[^]*"One"[^]*"Two"[^]*"Three"/);
      expect((await information(await print({ html: THREE, tagged: false })))("Tagged")).toBe("no");
    });

    test("outline", async () => {
      expect(await outlineTitles(await print({ html: THREE }))).toEqual(["One", "Two", "Three"]);
      expect(await outlineTitles(await print({ html: THREE, outline: false }))).toEqual([]);
    });

    test.each([
      [{}, "document.pdf"],
      [{ output_filename: "Rechnung Größe" }, "Rechnung Größe.pdf"],
      [{ output_filename: "../a.PDF" }, "a.PDF"],
    ])("output_filename: %j", async (parameters, name) => {
      expect(savedName(expectOk(await printJson(service(), { html: "x", ...parameters })))).toBe(name);
    });
  });

  describe("page_ranges", () => {
    test.each([
      ["2-", "Two Three", []],
      ["3,1,1", "One Three", []],
      ["-2", "One Two", []],
      ["first", "One", []],
      ["LAST", "Three", []],
      ["odd", "One Three", []],
      ["even", "Two", []],
      ["all", "One Two Three", []],
      ["2-9", "Two Three", ["pages_clipped"]],
    ])("%s", async (page_ranges, text, reported) => {
      const reply = expectOk(await printJson(service(), { html: THREE, page_ranges, show_page_numbers: false }));
      expect(await textOf(reply.body)).toBe(text);
      expect(otherWarnings(reply)).toEqual(reported);
      expect(await qpdfProblems(reply.body)).toBe("");
    });

    test("even on a document of one page selects none: it comes as it is", async () => {
      const reply = expectOk(await printJson(service(), { html: "x", page_ranges: "even" }));
      expect([await pageCount(reply.body), otherWarnings(reply)]).toEqual([1, ["empty_selection"]]);
    });

    test.each(["4", "1,9", "2-,7-", "5-9"])("%s begins beyond the end", async (page_ranges) => {
      expectFailure(await printJson(service(), { html: THREE, page_ranges }), 400, "page_out_of_range");
    });

    test.each(["0", "3-1", "x", "1,,2"])("%s is no page list", async (page_ranges) => {
      expectFault(await printJson(service(), { html: THREE, page_ranges }), {
        type: "value_error",
        loc: ["body", "page_ranges"],
      });
    });

    test("what is selected of tagged pages keeps its structure, outline and numbers", async () => {
      const pdf = await print({ html: THREE, page_ranges: "odd", show_page_numbers: true });
      expect(await structure(pdf)).toMatch(/"One"[^]*"Three"/);
      expect(await outlineTitles(pdf)).toEqual(["One", "Three"]);
      expect(await textOf(pdf)).toMatch(/3 ?\/ ?3/);
    });
  });

  describe("how it looks", () => {
    test("css is the last style sheet, and one that is not finished takes nothing along", async () => {
      const html = "<style>body{background:red!important}</style><h1>x</h1>";
      const css = "body{background:lime!important} @page{margin:0} h1{color:red";
      const pdf = await print({ html, css, show_page_numbers: true });
      expect(await pixelAt(pdf, 300, 400)).toEqual([0, 255, 0]);
      expect(await textOf(pdf)).toMatch(/1 ?\/ ?1/);
    });

    test("print_background", async () => {
      const html = "<style>@page{margin:0}body{background:red}</style>x";
      expect(await pixelAt(await print({ html }), 300, 400)).toEqual([255, 0, 0]);
      expect(await pixelAt(await print({ html, print_background: false }), 300, 400)).toEqual([255, 255, 255]);
    });

    test("media and media_features", async () => {
      const html =
        "<style>.s,.d{display:none}@media screen{.s{display:block}.p{display:none}}@media (prefers-color-scheme:dark){.d{display:block}}</style>" +
        "<p class=p>paper<p class=s>screen<p class=d>dark";
      expect(await textOf(await print({ html }))).toBe("paper");
      expect(await textOf(await print({ html, media: "screen" }))).toBe("screen");
      expect(await textOf(await print({ html, media_features: { "prefers-color-scheme": "dark" } }))).toBe(
        "paper dark",
      );
    });
  });

  test("the same request gives the same bytes, sound and small", async () => {
    const parameters = { html: THREE, footer_text: "Foot", show_page_numbers: true, title: "T" };
    const [one, other] = [await print(parameters), await print(parameters)];
    expect(one.equals(other)).toBe(true);
    expect(await qpdfProblems(one)).toBe("");
    // With script it is printed by another page, under the same rules.
    const scripted = { ...parameters, html: `${THREE}<script>document.body.append("!")</script>` };
    expect((await print(scripted)).equals(await print(scripted))).toBe(true);
  });
});

async function wordHeight(pdf: Buffer): Promise<number> {
  const { yMin, yMax } = await wordOf(pdf, "word");
  return yMax - yMin;
}

async function languageOf(pdf: Buffer): Promise<string> {
  const { stdout } = await withFile(pdf, (path) => run("mutool", ["show", path, "trailer/Root/Lang"]));
  return stdout.toString().trim();
}
