import { describe, expect, test } from "vitest";
import { call, chargedBy, newClient } from "./accounts.ts";
import { upload } from "./client.ts";
import {
  fileOf,
  information,
  pageCount,
  sizeOf,
  structure,
  textOf,
  type Word,
  withoutChromium,
  wordOf,
  words,
} from "./html-to-pdf.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { pageTexts } from "./pages.ts";
import { qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, json, otherWarnings, type Reply, savedName } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 7, text-to-pdf: each field by its effect in the PDF. */

const TEXT_TO_PDF = "/api/v1/convert/text-to-pdf";
const IS_FULL = process.env["QUIRE_TEST_FULL"] === "1";

describe.skipIf(withoutChromium)("text-to-pdf", () => {
  const service = commonService({ keepsResults: true });
  const send = (value: object, key?: string): Promise<Reply> =>
    call(service(), "POST", TEXT_TO_PDF, { value, ...(key !== undefined && { key }) });
  const print = async (value: object): Promise<Buffer> => expectOk(await send(value)).body;

  /** Returns the width of a word in points at a size of font. */
  const widthAt = async (font_size: number | undefined): Promise<number> => {
    const { xMin, xMax } = await wordOf(await print({ text: "word", font_size }), "word");
    return xMax - xMin;
  };

  describe("the text", () => {
    test("is set as it is, and can be read back", async () => {
      const text = "Größe “naïve” <b>not bold</b> &amp;\n漢字かな交じり文 한국어\nΕλληνικά кириллица हिन्दी ไทย\nend";
      const reply = expectOk(await send({ text }));
      // Where words of two scripts meet, pdftotext may see no space.
      expect((await textOf(reply.body)).replaceAll(" ", "")).toBe(text.replaceAll(/\s/g, ""));
      expect([savedName(reply), otherWarnings(reply)]).toEqual(["document.pdf", []]);
      expect(await qpdfProblems(reply.body)).toBe("");
    });

    test("each line has the direction of its own first letter", async () => {
      const text = "left to right\n\nשלום עולם\nleft again\n\n123 هذا نص عربي";
      const pdf = await print({ text });
      const all = await words(pdf);
      const left = Math.min(...all.map(({ xMin }) => xMin));
      const right = Math.max(...all.map(({ xMax }) => xMax));
      expect([left, right].map((x) => Math.abs(x - (x < 300 ? 72 : 523.5)) < 1)).toEqual([true, true]);
      expect(all.filter(({ xMin }) => xMin < 73).map((word) => word.text)).toEqual(["left", "left"]);
      // pdftotext puts a line into reading order, between marks of its direction.
      const [page = ""] = await pageTexts(pdf);
      const plain = page.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
      for (const line of ["שלום עולם", "هذا نص عربي"]) {
        expect(plain.normalize("NFKC")).toContain(line);
      }
    });

    test("emoji come back whole", async () => {
      expect((await textOf(await print({ text: "a 😀 b 👩‍👩‍👧 c 🇩🇪" }))).replaceAll(" ", "")).toBe("a😀b👩‍👩‍👧c🇩🇪");
    });

    test("blank lines and leading spaces stay", async () => {
      const all = await words(await print({ text: "one\ntwo\n\n\n   three", line_height: 2, font_size: 10 }));
      const [one, two, three] = all as [Word, Word, Word];
      expect(two.yMin - one.yMin).toBeCloseTo(20, 0);
      expect(three.yMin - two.yMin).toBeCloseTo(60, 0);
      expect(three.xMin).toBeGreaterThan(one.xMin + 6);
    });

    test("long lines and long words go on in the next line", async () => {
      const text = `${"many words ".repeat(60)}\n${"x".repeat(500)}\nhttps://example.org/${"path/".repeat(60)}`;
      const all = await words(await print({ text }));
      expect(Math.max(...all.map(({ xMax }) => xMax))).toBeLessThan(524);
      expect(all.map((word) => word.text).join("")).toBe(text.replaceAll(/\s/g, ""));
    });

    test("form feeds begin pages", async () => {
      const pages = await pageTexts(await print({ text: "one\ftwo\n\f\n\fthree\f\n" }));
      expect(pages.map((page) => page.trim())).toEqual(["one", "two", "", "three"]);
    });

    test("any line ends, and what is not text", async () => {
      const all = await words(await print({ text: "one\r\ntwo\rthree\n\u0000fo\u0007ur\u001b[31m \ud800" }));
      expect(all.map((word) => word.text)).toEqual(["one", "two", "three", "four", "\ufffd"]);
      expect(new Set(all.map(({ yMin }) => yMin.toFixed(0)))).toHaveProperty("size", 4);
    });

    test("paragraphs are tagged, page numbers and running texts are not", async () => {
      const pdf = await print({ text: "first\nline\n\nsecond", show_page_numbers: true, header_text: "Running" });
      const tree = await structure(pdf);
      expect(tree.match(/^\s*P\b/gm)).toHaveLength(2);
      expect(tree).not.toMatch(/Running|1 \/ 1/);
      expect((await information(pdf))("Tagged")).toBe("yes");
      expect((await information(await print({ text: "x", tagged: false })))("Tagged")).toBe("no");
    });

    test("only white space is an empty page", async () => {
      const pdf = await print({ text: " \n\t\n" });
      expect([await pageCount(pdf), await qpdfProblems(pdf)]).toEqual([1, ""]);
    });
  });

  describe("the type", () => {
    test("font_family", async () => {
      const [sans, serif, mono] = await Promise.all(
        ["sans", "Serif", "mono"].map((font_family) => print({ text: "iiii mmmm", font_family })),
      );
      expect(await fontsOf(sans as Buffer)).toMatch(/Sans/);
      expect(await fontsOf(serif as Buffer)).toMatch(/Serif|Roman|Times/);
      const widths = (await words(mono as Buffer)).map(({ xMin, xMax }) => xMax - xMin);
      expect(widths[0]).toBeCloseTo(widths[1] ?? 0, 1);
      const proportional = (await words(sans as Buffer)).map(({ xMin, xMax }) => xMax - xMin);
      expect(proportional[1]).toBeGreaterThan((proportional[0] ?? 0) * 2);
    });

    test.each([
      ["font_size", 6, 72],
      ["font_size", 11, undefined],
    ])("%s %d and %s", async (_, size, other) => {
      expect((await widthAt(other)) / (await widthAt(size))).toBeCloseTo((other ?? 11) / size, 1);
    });

    test.each([0.8, 3, 1.4])("line_height %d", async (line_height) => {
      const [one, two] = (await words(await print({ text: "one\ntwo", font_size: 20, line_height }))) as [Word, Word];
      expect(two.yMin - one.yMin).toBeCloseTo(20 * line_height, 0);
    });

    test.each([
      ["#ff0000", [255, 0, 0]],
      ["#0A0", [0, 170, 0]],
      [undefined, [0, 0, 0]],
    ])("font_color %s", async (font_color, expected) => {
      expect(await darkestOf(await print({ text: "\u2588", font_size: 72, font_color }))).toEqual(expected);
    });

    test.each([
      ["left", 72, undefined],
      ["right", undefined, 523],
      ["center", undefined, undefined],
    ])("alignment %s", async (alignment, left, right) => {
      const { xMin, xMax } = await wordOf(await print({ text: "word", alignment }), "word");
      expect(xMin).toBeCloseTo(left ?? (right === undefined ? 297.6 - (xMax - xMin) / 2 : right - (xMax - xMin)), -0.5);
    });

    test("alignment justify: all lines except one that ends", async () => {
      const all = await words(await print({ text: "several words ".repeat(10), alignment: "justify" }));
      const lines = Object.values(Object.groupBy(all, ({ yMin }) => yMin.toFixed(0)));
      const ends = lines.map((line = []) => Math.round(Math.max(...line.map(({ xMax }) => xMax))));
      expect(ends.slice(0, -1).every((end) => Math.abs(end - 523) <= 1)).toBe(true);
      expect(ends.at(-1)).toBeLessThan(500);
    });

    test.each([1, 4, 16])("tab_size %d", async (tab_size) => {
      const pdf = await print({ text: "\tone\n12\ttwo", tab_size, font_family: "mono", font_size: 10 });
      const [one, two] = [await wordOf(pdf, "one"), await wordOf(pdf, "two")];
      const advance = (one.xMax - one.xMin) / 3;
      expect((one.xMin - 72) / advance).toBeCloseTo(tab_size, 0);
      // The next tab stop comes after two letters, and half a letter is kept free before it (CSS Text 3, section 6.2).
      expect((two.xMin - 72) / advance).toBeCloseTo(tab_size === 1 ? 3 : tab_size, 0);
    });
  });

  describe("the page", () => {
    test("paper, margins, running texts and information", async () => {
      const value = {
        text: "word",
        page_size: "A5",
        orientation: "landscape",
        margin_left: 20,
        header_text: "Above",
        footer_text: "Below",
        page_numbers: true,
        title: "A title",
        author: "An author",
        output_filename: "letter",
      };
      const reply = expectOk(await send(value));
      expect((await sizeOf(reply.body)).map((side) => Math.round(side / 5))).toEqual([119, 84]);
      expect((await wordOf(reply.body, "word")).xMin).toBeCloseTo(20, 0);
      expect((await wordOf(reply.body, "Above")).yMax).toBeLessThan(72);
      expect((await wordOf(reply.body, "Below")).yMin).toBeGreaterThan(420 - 72);
      const about = await information(reply.body);
      expect([about("Title"), about("Author"), savedName(reply)]).toEqual(["A title", "An author", "letter.pdf"]);
    });

    test("a title that is not given is the first line", async () => {
      expect((await information(await print({ text: "\n  The report\nof it" })))("Title")).toBe("The report");
    });
  });

  describe("the request", () => {
    test.each([
      ["utf-8", "größer – 漢字"],
      ["utf-16le", "\ufeffgrößer – 漢字"],
      ["windows-1252", "größer – 5 €"],
    ])("a file in %s", async (charset, text) => {
      const { stdout } = await run("iconv", ["-f", "utf-8", "-t", charset], { input: Buffer.from(text) });
      const reply = await upload(service(), { path: TEXT_TO_PDF, more: [fileOf(stdout, { filename: "notes.txt" })] });
      expect(await textOf(expectOk(reply).body)).toBe(text.replace("\ufeff", ""));
    });

    test("a form says the same as JSON, and the same request gives the same bytes", async () => {
      const fields = { text: "one\n\ntwo", font_size: "12.5", alignment: "CENTER", show_page_numbers: "on" };
      const form = expectOk(await upload(service(), { path: TEXT_TO_PDF, fields }));
      const value = { text: "one\n\ntwo", font_size: 12.5, alignment: "center", show_page_numbers: true };
      const [one, two] = [await print(value), await print(value)];
      expect([one.equals(form.body), one.equals(two)]).toEqual([true, true]);
    });

    test("without text", async () => {
      expectFault(await send({}), { type: "missing", loc: ["body", "text"] });
      expectFault(await send({ text: null }), { type: "missing", loc: ["body", "text"] });
      expectFault(await send({ text: "" }), { type: "string_too_short", loc: ["body", "text"] });
      expectFault(await send({ text: 5 }), { type: "string_type", loc: ["body", "text"] });
      const form = await upload(service(), { path: TEXT_TO_PDF, more: [fileOf("", { filename: "a.txt" })] });
      expectFailure(form, 400, "empty_file");
      const image = await upload(service(), {
        path: TEXT_TO_PDF,
        more: [fileOf(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))],
      });
      expectFailure(image, 400, "unsupported_file_type");
    });

    test("every wrong parameter is reported", async () => {
      const bad = {
        font_family: "comic",
        font_size: 5.9,
        font_color: "red",
        line_height: 3.1,
        alignment: "middle",
        tab_size: 0,
        page_size: "A9",
      };
      const reply = await send({ text: "x", ...bad });
      expect(faults(reply).map(({ loc }) => loc.at(-1))).toEqual(Object.keys(bad));
      const other = await send({ text: "x", font_size: 72.1, line_height: 0.79, tab_size: 17, margin_left: 145 });
      expect(faults(other).map(({ loc }) => loc.at(-1))).toEqual([
        "font_size",
        "line_height",
        "tab_size",
        "margin_left",
      ]);
    });

    test.each([
      [25, 1],
      [26, 2],
    ])("%d pages cost %d credits", async (pages, price) => {
      const { key } = await newClient(service(), 100);
      const reply = expectOk(await send({ text: "x\f".repeat(pages) }, key));
      expect([await pageCount(reply.body), chargedBy(reply)]).toEqual([pages, price]);
    });
  });

  describe("long texts", () => {
    const PAGES = 520;

    test("come in sections, whose pages are numbered as those of one", async () => {
      const value = { text: "page\f".repeat(PAGES), show_page_numbers: true, footer_text: "Footer", title: "Long" };
      const pdf = await print(value);
      const texts = await pageTexts(pdf);
      expect(texts).toHaveLength(PAGES);
      expect(texts.map((text) => text.match(/(\d+) ?\/ ?520/)?.[1])).toEqual(
        Array.from({ length: PAGES }, (_, index) => `${index + 1}`),
      );
      expect(texts.every((text) => text.includes("Footer") && text.includes("page"))).toBe(true);
      const about = await information(pdf);
      expect([about("Title"), about("Tagged"), await qpdfProblems(pdf)]).toEqual(["Long", "yes", ""]);
      expect((await structure(pdf)).match(/^\s*P\b/gm)).toHaveLength(PAGES);
      expect(pdf.equals(await print(value))).toBe(true);
    });

    test.each([{}, { footer_text: "Footer" }])("numbers stand where they do in short ones: %j", async (value) => {
      const numbers = async (pages: number) => {
        const asked = { text: "page\f".repeat(pages), show_page_numbers: true, margin_right: 30, ...value };
        const all = (await words(await print(asked))).filter(({ page, yMin }) => page === 1 && yMin > 770);
        const own = all.filter(({ text }) => text !== "Footer");
        const end = Math.max(...own.map(({ xMax }) => xMax));
        return { end, middle: (Math.min(...own.map(({ xMin }) => xMin)) + end) / 2, yMin: own[0]?.yMin ?? 0 };
      };
      const [short, long] = [await numbers(9), await numbers(PAGES)];
      expect(Math.abs(long.yMin - short.yMin)).toBeLessThan(0.5);
      expect(Math.abs("footer_text" in value ? long.end - short.end : long.middle - short.middle)).toBeLessThan(0.5);
    });

    test.runIf(IS_FULL)("with more pages than a document may have are refused", async () => {
      const reply = await send({ text: "x\f".repeat(20_000), tagged: false });
      expectFailure(reply, 400, "too_many_pages");
    });

    test.runIf(IS_FULL)("5 MB of it, as a job", async () => {
      const text = `${"Some words that go on and on. ".repeat(20)}\n\n`.repeat(8800);
      const accepted = await send({ text, show_page_numbers: true });
      expect(accepted.status).toBe(202);
      const { job_id: id } = json(accepted) as { readonly job_id: string };
      expect(await untilFinal(service(), id)).toMatchObject({ status: "complete" });
      const { body } = await resultOf(service(), id);
      const texts = await pageTexts(body);
      expect(texts.length).toBeGreaterThan(1000);
      expect(texts.every((page, index) => page.includes(`${index + 1} / ${texts.length}`))).toBe(true);
      expect(
        texts
          .join(" ")
          .replaceAll(/\s+/g, " ")
          .match(/on and on/g)?.length,
      ).toBeGreaterThan(170_000);
      expect(await qpdfProblems(body)).toBe("");
    });
  });
});

/** Returns the colour of the first page that is furthest from white. */
async function darkestOf(pdf: Buffer): Promise<readonly number[]> {
  const { stdout } = await withFile(pdf, (path) => run("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", path]));
  // The header is three lines: the format, the size, and the largest value.
  const [header = ""] = /^P6\s\d+ \d+\s255\s/.exec(stdout.toString("latin1")) ?? [];
  const pixels = stdout.subarray(header.length);
  let darkest: readonly number[] = [255, 255, 255];
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = [...pixels.subarray(at, at + 3)];
    darkest = brightnessOf(pixel) < brightnessOf(darkest) ? pixel : darkest;
  }
  return darkest;
}

const brightnessOf = (pixel: readonly number[]): number => pixel.reduce((total, value) => total + value, 0);

/** Returns what pdffonts prints. */
const fontsOf = async (pdf: Buffer): Promise<string> =>
  (await withFile(pdf, (path) => run("pdffonts", [path]))).stdout.toString("utf8");
