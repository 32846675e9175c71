import { describe, expect, test } from "vitest";
import { as, call, chargedBy, moneyOf, newClient, remainingBy } from "../api/accounts.ts";
import type { Fields } from "../api/client.ts";
import { encodeForm } from "../api/multipart.ts";
import { expectOk, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { ask, type Change, IMAGES_TO_PDF, takenBy } from "./requests.ts";

/*
 * The price table (contract, section 5): what is estimated is what is held and charged, and what is left is what the
 * header says. What printed documents of many pages cost is tested in test/api/printed-credits.test.ts.
 */

const service = commonService({ keepsResults: true });
const CREDITS = 100;

interface Row {
  readonly says: string;
  readonly path: string;
  readonly pages: number;
  readonly fields: Fields;
  readonly price: number;
}

const row = (path: string, pages: number, price: number, fields: Fields = {}): Row => ({
  says: `${path} of ${pages} pages, ${JSON.stringify(fields)}: ${price}`,
  path: `/api/v1/${path}`,
  pages,
  fields,
  price,
});
const rendered = (pages: number, price: number, fields: Fields): Row =>
  row("convert/pdf-to-image", pages, price, { start_page: 1, end_page: pages, ...fields });

const BY_SIZE = [
  "extract/pdf-images",
  "pdf/merge",
  "pdf/split",
  "pdf/pages",
  "pdf/watermark",
  "pdf/remove-password",
  "pdf/info",
  "pdf/metadata",
  "pdf/validate-pdfa",
];
const LEAST = { dpi: "72" };

const ROWS: readonly Row[] = [
  ...["pdf-to-text", "pdf-to-html", "pdf-to-markdown"].flatMap((name) => [
    row(`convert/${name}`, 1, 1),
    row(`convert/${name}`, 50, 1),
    row(`convert/${name}`, 51, 2),
    row(`convert/${name}`, 100, 2),
    row(`convert/${name}`, 101, 3),
    row(`convert/${name}`, 1, 2, { ocr: "force", ocr_engine: "advanced" }),
    row(`convert/${name}`, 1, 1, { ocr: "force", ocr_engine: "simple" }),
  ]),
  row("convert/pdf-to-pdfa", 1, 1),
  row("convert/pdf-to-pdfa", 10, 1),
  row("convert/pdf-to-pdfa", 11, 2),
  row("convert/images-to-pdf", 1, 1),
  row("convert/pdf-to-image", 40, 1, { ...LEAST, page_number: 40 }),
  rendered(1, 1, { dpi: 72 }),
  rendered(10, 1, { dpi: 150 }),
  rendered(11, 2, { dpi: 150 }),
  rendered(21, 3, { dpi: 72 }),
  rendered(5, 1, { dpi: 300 }),
  rendered(6, 2, { dpi: 300 }),
  rendered(6, 1, { dpi: 300, custom_width: 10 }),
  rendered(10, 1, { dpi: 300, custom_height: 10 }),
  rendered(11, 2, { dpi: 300, custom_width: 10, custom_height: 10 }),
  ...BY_SIZE.flatMap((path) => [row(path, 1, 1), row(path, 60, 1)]),
  row("ocr/extract/simple", 1, 0, LEAST),
  row("ocr/extract/simple", 3, 0, LEAST),
  row("ocr/extract/advanced", 1, 1, LEAST),
  row("ocr/extract/advanced", 3, 3, LEAST),
  row("ocr/extract/advanced", 3, 2, { ...LEAST, pages: "1-2" }),
  ...["text", "markdown", "json"].map((kind) => row(`convert/${kind}-to-pdf`, 1, 1)),
  row("pdf/from-template", 1, 1),
  row("convert/html-to-pdf", 1, 2),
];

interface Estimate {
  readonly credits: number;
  readonly mode: string;
  readonly available: number;
  readonly affordable: boolean;
  readonly is_minimum?: boolean;
}

/** The text fields that printed documents have as content, which an estimate asks for as well. */
const CONTENT: Readonly<Record<string, Fields>> = {
  "html-to-pdf": { html: "<p>x</p>" },
  "text-to-pdf": { text: "x" },
  "markdown-to-pdf": { markdown: "x" },
  "json-to-pdf": { json_data: "[1]" },
  "from-template": { template_slug: "receipt-minimal", variables: "{}" },
  watermark: { text: "Draft" },
  "remove-password": { password: "" },
  pages: { steps: '[{"rotate":{"degrees":90}}]' },
};

const isPrinting = (path: string): boolean => /-to-pdf$|from-template$/.test(path) && path !== IMAGES_TO_PDF;

function estimateOf({ path, fields, pages }: Row, key: string): Promise<Reply> {
  const operation = path
    .replace(/^\/api\/v1\/(?:convert|pdf|extract)\//, "")
    .replace("/api/v1/ocr/extract/", "ocr-extract-");
  const texts: Fields = { operation, ...CONTENT[operation], ...fields };
  const isPrinted = isPrinting(path);
  const names = isPrinted ? [] : operation === "merge" ? ["files", "files"] : ["file"];
  const { contentType, body } = encodeForm([
    ...Object.entries(texts).map(([name, value]) => ({ name, value: String(value) })),
    ...names.map((name) => ({ name, content: takenBy(path, pages), filename: "a.pdf" })),
  ]);
  return ask(service(), "/api/v1/estimate", { key, raw: { contentType, body } });
}

test.each(sampled(ROWS, 16))("$says", async (priced) => {
  const { path, pages, fields, price } = priced;
  const { key, accountId } = await newClient(service(), CREDITS);
  const estimated = as<Estimate>(await estimateOf(priced, key));
  expect([estimated.credits, estimated.mode, estimated.available]).toEqual([price, "sync", CREDITS]);
  expect(estimated.is_minimum ?? false).toBe(isPrinting(path));
  const change: Change = { key, fields, file: takenBy(path, pages) };
  const reply = expectOk(await ask(service(), path, change));
  expect([chargedBy(reply), remainingBy(reply)]).toEqual([price, CREDITS - price]);
  expect(await moneyOf(service(), accountId)).toEqual([CREDITS - price, 0, CREDITS - price]);
});

describe("reads cost nothing", () => {
  const READS = [
    "account",
    "account/usage",
    "account/ledger",
    "jobs",
    "keys",
    "limits",
    "ocr/languages",
    "pricing",
    "templates",
    "templates/invoice-standard",
    "templates/invoice-standard/versions",
    "webhooks",
    "webhooks/deliveries",
  ];

  test.each(READS)("%s", async (name) => {
    const { key } = await newClient(service(), 7);
    const reply = expectOk(await call(service(), "GET", `/api/v1/${name}`, { key }));
    expect([reply.headers["x-credits-charged"] ?? "0", remainingBy(reply)]).toEqual(["0", 7]);
  });
});
