import { expect, test } from "vitest";
import { whitePng } from "../../src/engines/conformance/pictures/page-images.ts";
import { operations } from "../../src/operations/index.ts";
import { call } from "./accounts.ts";
import { IMAGES_TO_PDF, MERGE, OPERATIONS, upload, VALIDATE_PDFA } from "./client.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { fixture, pdfInfo, pdfText } from "./programs.ts";
import { expectFailure, expectOk, json } from "./reply.ts";
import { commonService } from "./service.ts";

/*
 * Each operation once, with a request that it accepts and with one that it refuses; the operations' own suites go
 * further.
 */

const service = commonService();
const PDF = fixture("four-colours.pdf");

test.each(OPERATIONS)("$path takes a PDF", async ({ path, fields }) => {
  expect(expectOk(await upload(service(), { path, fields, file: PDF })).body.length).toBeGreaterThan(20);
});

test.each(OPERATIONS)("$path refuses a file that is no PDF, and nothing is charged", async ({ path, fields }) => {
  const reply = await upload(service(), { path, fields, file: Buffer.from("no document") });
  expectFailure(reply, 400, "unsupported_file_type");
  expect(reply.headers["x-credits-charged"]).toBe("0");
});

test.each(OPERATIONS.filter(({ path }) => path !== VALIDATE_PDFA))("$path refuses a locked PDF", async (operation) => {
  const { path, fields } = operation;
  const reply = await upload(service(), { path, fields, file: fixture("locked-aes-256.pdf") });
  expect([reply.status, ["pdf_encrypted", "wrong_password"].includes(String(Object(json(reply)).code))]).toEqual([
    400,
    true,
  ]);
});

test("files are merged", async () => {
  const more = [{ name: "files", filename: "b.pdf", content: PDF }];
  const reply = await upload(service(), { path: MERGE, more: [...more, ...more] });
  expect(expectOk(reply).headers["content-type"]).toBe("application/pdf");
});

test("images become a document", async () => {
  const reply = await upload(service(), { path: IMAGES_TO_PDF, file: whitePng(30, 40) });
  expect((await pdfInfo(expectOk(reply).body))?.get("Page size")).toBe("22.5 x 30 pts");
  const refused = await upload(service(), { path: IMAGES_TO_PDF, file: PDF });
  expectFailure(refused, 400, "unsupported_file_type");
  expect(refused.headers["x-credits-charged"]).toBe("0");
});

const CONTENT: readonly (readonly [path: string, value: object, says: string])[] = [
  ["/api/v1/convert/text-to-pdf", { text: "Eleven boats" }, "Eleven boats"],
  ["/api/v1/convert/markdown-to-pdf", { markdown: "# Boats\n\nEleven" }, "Eleven"],
  ["/api/v1/convert/html-to-pdf", { html: "<p>Eleven boats" }, "Eleven boats"],
  ["/api/v1/convert/json-to-pdf", { json_data: [{ boat: "Eleven" }] }, "Eleven"],
  [
    "/api/v1/pdf/from-template",
    { template_slug: "receipt-minimal", variables: { company_name: "Boats", items: [], total: 3 } },
    "Boats",
  ],
];

test.skipIf(withoutChromium).each(CONTENT)("%s prints", async (path, value, says) => {
  const reply = expectOk(await call(service(), "POST", path, { value }));
  expect(await pdfText(reply.body)).toContain(says);
});

test("every operation is asked here, except those of a model provider", () => {
  const asked = [...OPERATIONS.map(({ path }) => path), MERGE, IMAGES_TO_PDF, ...CONTENT.map(([path]) => path)];
  const others = operations.filter(({ path }) => !asked.includes(path)).map(({ scope }) => scope);
  expect(others).toEqual(["vision"]);
});
