import { describe, expect, test } from "vitest";
import { type Fields, upload } from "../api/client.ts";
import { fixture } from "../api/programs.ts";
import { json, warnings } from "../api/reply.ts";
import { sharedService } from "../api/service.ts";
import * as documents from "./bad-documents.ts";
import { type Form, SETTINGS } from "./convert.ts";

/*
 * Documents that are hostile, broken or odd: the result is what a reader of the page would write down, or a clear
 * error.
 */

const FORMS = ["text", "markdown", "html"] as const;
const LONG_MS = 120_000;

const service = sharedService(SETTINGS);

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly text: string;
  readonly warnings: readonly string[];
  readonly ocrPages?: readonly number[];
  readonly wordCount?: number;
}

async function converted(document: Buffer, form: Form, fields: Fields = {}): Promise<Answer> {
  const file = { content: document, filename: "odd.pdf" };
  const reply = await upload(service(), { path: `/api/v1/convert/pdf-to-${form}`, file, fields });
  const answer = json(reply) as Record<Form, string> & {
    readonly code?: string;
    readonly ocr_pages?: number[];
    readonly word_count?: number;
  };
  const { code, ocr_pages: ocrPages, word_count: wordCount } = answer;
  return {
    status: reply.status,
    text: answer[form],
    warnings: warnings(reply),
    ...(code !== undefined && { code }),
    ...(ocrPages !== undefined && { ocrPages }),
    ...(wordCount !== undefined && { wordCount }),
  };
}

/** Returns the words in their order, without the markup around them. */
const wordsOf = ({ text }: Answer): readonly string[] =>
  text.replaceAll(/<[^>]*>/gu, " ").match(/[\p{L}\p{N}]+/gu) ?? [];

describe.each(FORMS)("to %s", (form) => {
  test("a document that needs a password is refused until it has one", async () => {
    const locked = fixture("locked-aes-256.pdf");
    expect(await converted(locked, form)).toMatchObject({ status: 400, code: "pdf_encrypted" });
    expect(await converted(locked, form, { password: "wrong" })).toMatchObject({ status: 400, code: "wrong_password" });
    expect(await converted(locked, form, { password: "open sesame" })).toMatchObject({ status: 200 });
  });

  test("a page of nothing has no words, and is no scan", async () => {
    const answer = await converted(documents.page(""), form);
    expect(answer).toMatchObject({ status: 200, ocrPages: [], wordCount: 0 });
    expect(wordsOf(answer)).toEqual([]);
  });

  test(
    "5,000 pages come in their order",
    async () => {
      const answer = await converted(documents.numberedPages(5000), form);
      const numbers = wordsOf(answer).filter((word) => /^\d+$/u.test(word));
      expect(numbers).toEqual(Array.from({ length: 5000 }, (_, index) => String(index + 1)));
    },
    LONG_MS,
  );

  test(
    "a page of a million glyphs is read whole",
    async () => {
      const { status, text, wordCount = 0 } = await converted(documents.crowdedPage(1_000_000), form);
      expect(status).toBe(200);
      expect(wordCount).toBeGreaterThan(200_000);
      expect(text).toMatch(/the tide was out and the boats lay on the sand/);
    },
    LONG_MS,
  );

  test("glyphs that stand for no character are signs for that, and the words beside them are there", async () => {
    const answer = await converted(documents.withoutUnicode(), form, { enable_ocr: "false" });
    expect(answer.text).toContain("\ufffd\ufffd\ufffd\ufffd");
    expect(wordsOf(answer)).toEqual(["Known", "words"]);
    expect(answer).toMatchObject({ ocrPages: [], warnings: ["unreadable_text;page=1"] });
  });

  test("a page of such glyphs is read from its image where OCR is on, and nothing of that is unreadable", async () => {
    const answer = await converted(documents.withoutUnicode(), form);
    expect(answer).toMatchObject({ ocrPages: [1], warnings: [] });
    expect([wordsOf(answer), answer.text.includes("\ufffd")]).toEqual([["Known", "words"], false]);
  });

  test("text that is not seen stands for the scan that it lies under, which is not read again", async () => {
    const answer = await converted(documents.unseenOverScan(), form);
    expect(answer).toMatchObject({ status: 200, ocrPages: [] });
    expect(wordsOf(answer)).toEqual(["Read", "by", "another", "program"]);
  });

  test("letters that are drawn one by one in any order make their words", async () => {
    const lines = ["The lantern on the pier went out", "and nobody came to light it again"];
    const answer = await converted(documents.lettersInAnyOrder(lines), form);
    expect(wordsOf(answer)).toEqual(lines.join(" ").split(" "));
  });

  test("text of a script that is read from the right is in the order of reading", async () => {
    const answer = await converted(documents.rightToLeft(["שלום עולם", "ספר טוב"]), form);
    expect(wordsOf(answer)).toEqual(["שלום", "עולם", "ספר", "טוב"]);
  });

  test("lines that run down are read from the right", async () => {
    const answer = await converted(documents.vertical(["縦書きの文章", "二行目です"]), form);
    expect(wordsOf(answer).join("")).toBe("縦書きの文章二行目です");
  });

  test("a table that runs up the page has its rows", async () => {
    const rows = [
      ["Item", "2026", "2025"],
      ["Boats", "12", "9"],
      ["Nets", "140", "133"],
      ["Lamps", "7", "8"],
    ];
    const answer = await converted(documents.turnedTable(rows), form);
    expect(wordsOf(answer)).toEqual(rows.flat());
  });

  test("type of a negative size is what it looks like", async () => {
    const answer = await converted(documents.negativeSize(), form);
    expect(wordsOf(answer).join(" ")).toBe("Upright after all And so is this");
  });

  test("a table of 200 columns has all of its cells, row by row", async () => {
    const answer = await converted(documents.wideTable(200, 4), form);
    const cells = Array.from({ length: 800 }, (_, index) => `r${Math.floor(index / 200)}c${index % 200}`);
    expect(wordsOf(answer)).toEqual(cells);
  });

  const ROOT = "<< /Type /StructTreeRoot /K 7 0 R >>";
  const FIRST = ["First", "paragraph", "of", "the", "page"];
  const SECOND = ["Second", ...FIRST.slice(1)];

  test.each([
    {
      what: "loops",
      tree: [ROOT, "<< /S /Sect /P 6 0 R /K [8 0 R 7 0 R] >>", "<< /S /P /P 7 0 R /Pg 3 0 R /K [0 1 7 0 R 8 0 R] >>"],
    },
    {
      what: "leaves text out",
      tree: [ROOT, "<< /S /Sect /P 6 0 R /K [8 0 R] >>", "<< /S /P /P 7 0 R /Pg 3 0 R /K [1] >>"],
    },
    { what: "names content that is not there", tree: [ROOT, "<< /S /P /P 6 0 R /Pg 3 0 R /K [7 8 -1 99999999999] >>"] },
    { what: "is of nothing", tree: ["<< /Type /StructTreeRoot /K [null 7 0 R (text) 9 0 R] >>", "[6 0 R]"] },
  ])("a structure tree that $what takes nothing away and doubles nothing", async ({ tree }) => {
    expect(wordsOf(await converted(documents.tagged(tree), form))).toEqual([...FIRST, ...SECOND]);
  });

  test("a structure tree that calls a paragraph a cell of no table keeps both texts whole", async () => {
    const kinds = ["<< /S /H1 /P 7 0 R /Pg 3 0 R /K [1] >>", "<< /S /TD /P 7 0 R /Pg 3 0 R /K [0 5 -1] >>"];
    const tree = [ROOT, "<< /S /Document /P 6 0 R /K [8 0 R 9 0 R] >>", ...kinds];
    const words = wordsOf(await converted(documents.tagged(tree), form)).join(" ");
    expect([[...FIRST, ...SECOND].join(" "), [...SECOND, ...FIRST].join(" ")]).toContain(words);
  });
});
