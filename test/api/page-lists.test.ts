import { expect, test } from "vitest";
import { readArchive } from "./archive.ts";
import {
  addWatermark,
  OCR_ADVANCED,
  OCR_SIMPLE,
  PDF_IMAGES,
  PDF_TO_HTML,
  PDF_TO_MARKDOWN,
  PDF_TO_TEXT,
  SPLIT,
  splitPdf,
  upload,
} from "./client.ts";
import { emptyPages } from "./documents.ts";
import { expectFailure, expectFault, expectOk, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 1: one grammar of page lists everywhere. */

const service = commonService();
const twelve = emptyPages(12);

/** Returns the pages that a list selects of twelve. */
async function pagesOf(pages: string) {
  const reply = expectOk(await splitPdf(service(), twelve, { mode: "pages", pages }));
  const numbers = readArchive(reply.body).map(({ name }) => Number(/_page_(\d+)/.exec(name)?.[1]));
  return { numbers, warnings: warningCodes(reply) };
}

test.for<[string, readonly number[], readonly string[]]>([
  ["0000000012", [12], []],
  ["0000000001-0000000003", [1, 2, 3], []],
  ["ALL", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], []],
  ["First", [1], []],
  ["last", [12], []],
  ["odd", [1, 3, 5, 7, 9, 11], []],
  ["Even", [2, 4, 6, 8, 10, 12], []],
  ["11-", [11, 12], []],
  ["-2", [1, 2], []],
  [" 1 - 2 , 4 ", [1, 2, 4], []],
  ["11-99", [11, 12], ["pages_clipped"]],
  ["11-99999999999999999999", [11, 12], ["pages_clipped"]],
])("%j of twelve pages", async ([list, numbers, warnings]) => {
  expect(await pagesOf(list)).toEqual({ numbers, warnings });
});

test.for(["1 2", "0", "5-2", "1,,2", "1-2-3", "a", "1.5", "+1", "99999999999999999999-1"])(
  "%j is a fault of the parameter",
  async (pages) => {
    const reply = await splitPdf(service(), twelve, { pages });
    expect(expectFault(reply, { loc: ["body", "pages"] }).type).toBe("value_error");
  },
);

test.for(["13", "13-", "1,99999999999", "99999999999999999999", "99999999999999999999-"])(
  "%j is out of the range of twelve pages",
  async (pages) => {
    expectFailure(await splitPdf(service(), twelve, { pages }), 400, "page_out_of_range");
  },
);

test.for([SPLIT, PDF_IMAGES, PDF_TO_TEXT, PDF_TO_HTML, PDF_TO_MARKDOWN, OCR_SIMPLE, OCR_ADVANCED])(
  "even of one page is nothing that %s could answer with",
  async (path) => {
    const reply = await upload(service(), { path, file: emptyPages(1), fields: { pages: "even" } });
    expectFailure(reply, 400, "page_out_of_range");
  },
);

test("even of one page leaves a watermarked document as it is", async () => {
  const reply = expectOk(await addWatermark(service(), emptyPages(1), { text: "Draft", pages: "even" }));
  expect(warningCodes(reply)).toEqual(["empty_selection"]);
});
