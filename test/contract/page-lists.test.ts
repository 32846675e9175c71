import { describe, expect, test } from "vitest";
import { emptyPages } from "../api/documents.ts";
import { pdfInfo } from "../api/programs.ts";
import { expectFailure, expectFault, expectOk, json, warningCodes } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { FILE_PARAMETERS } from "./parameters.ts";
import { ask } from "./requests.ts";

/* The grammar of page lists and what a list may select (contract, section 1), of every operation that takes one. */

const service = commonService({ keepsResults: true });
const three = emptyPages(3);
const HUGE = "9".repeat(30);
const TAKEN = ["all", "First", "LAST", "odd", "Even", "1", "003", "2-", "-2", "1-3", " 1 - 2 , 3 ", "3,1", "1,1"];
const CLIPPED = ["1-4", "2-99", `3-${HUGE}`];
const BAD = ["1 2", "0", "0-1", "3-1", "1,", ",1", "1,,2", "1-2-3", "-", "x", "1.5", "+1", "-0", "all,1", `${HUGE}-1`];
const BEYOND = ["4", "4-", "1,4", "4-5", HUGE, `${HUGE}-`, `1,${HUGE}`];
/** Fields that keep the work of an operation short. */
const SHORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/v1/ocr/extract/simple": { dpi: "72" },
  "/api/v1/ocr/extract/advanced": { dpi: "72" },
};
const PATHS = Object.entries(FILE_PARAMETERS).flatMap(([path, parameters]) =>
  parameters.some(({ kind }) => kind === "pages") && !path.endsWith("/vision") ? [path] : [],
);

/** What is in the answer of pages 1, 1: both of them where the order is kept, else the page once. */
const ONCE: Readonly<Record<string, string>> = {
  "/api/v1/convert/pdf-to-text": "pages",
  "/api/v1/convert/pdf-to-html": "pages",
  "/api/v1/convert/pdf-to-markdown": "pages",
};

test.each(Object.entries(ONCE))("%s takes a page once that is named twice", async (path, member) => {
  const answerTo = async (pages: string) =>
    json(expectOk(await ask(service(), path, { file: three, fields: { pages } }))) as Record<string, unknown>;
  expect([(await answerTo("2,2,1-2"))[member], (await answerTo("1,2"))[member]]).toEqual([2, 2]);
});

test("split keeps pages as they are written", async () => {
  const fields = { ranges: "2,2,1", unify: "true" };
  const reply = expectOk(await ask(service(), "/api/v1/pdf/split", { file: three, fields }));
  expect((await pdfInfo(reply.body))?.get("Pages")).toBe("3");
});

describe.each(sampled(PATHS, 4))("%s", (path) => {
  const select = (pages: string) => ask(service(), path, { file: three, fields: { ...SHORT[path], pages } });

  test.each(sampled(TAKEN, 4))("%j is taken", async (pages) => {
    expect(warningCodes(expectOk(await select(pages)))).not.toContain("pages_clipped");
  });

  test.each(sampled(CLIPPED, 2))("%j is clipped to the last page, and says so", async (pages) => {
    expect(warningCodes(expectOk(await select(pages)))).toContain("pages_clipped");
  });

  test.each(sampled(BAD, 4))("%j is a fault of the parameter", async (pages) => {
    expect(expectFault(await select(pages), { loc: ["body", "pages"] }).type).toBe("value_error");
  });

  test.each(sampled(BEYOND, 3))("%j is beyond the last page", async (pages) => {
    expectFailure(await select(pages), 400, "page_out_of_range");
  });
});
