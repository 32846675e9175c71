import { expect, test } from "vitest";
import { type Fields, METADATA, PDF_TO_IMAGE, upload, WATERMARK } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { expectOk, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 5: an Idempotency-Key compares requests by the values of their parameters. */

const service = commonService({ keepsResults: true });
const file = emptyPages(3);
const text = "Draft";

const ask = (key: string, path: string, fields: Fields): Promise<Reply> =>
  upload(service(), { path, file, fields, headers: { "idempotency-key": key } });

interface Row {
  readonly what: string;
  readonly path?: string;
  readonly one: Fields;
  readonly other: Fields;
  readonly query?: readonly [string, string];
}

test.for<Row>([
  { what: "integers", path: PDF_TO_IMAGE, one: { dpi: "72" }, other: { dpi: "072.0" } },
  {
    what: "flags",
    path: PDF_TO_IMAGE,
    one: { dpi: 72, transparent_background: "TRUE" },
    other: { dpi: 72, transparent_background: "1" },
  },
  {
    what: "choices and their aliases",
    path: PDF_TO_IMAGE,
    one: { dpi: 72, image_format: "JPG" },
    other: { dpi: 72, image_format: "jpeg" },
  },
  { what: "numbers", one: { text, opacity: "0.50" }, other: { text, opacity: "5e-1" } },
  { what: "colours", one: { text, font_color: "#F00" }, other: { text, font_color: "#ff0000" } },
  { what: "page lists", one: { text, pages: "1 - 2 ,3" }, other: { text, pages: "01-2,3" } },
  { what: "an empty text and none", one: { text, pages: "" }, other: { text } },
  { what: "retention", one: { text, retention_seconds: "060" }, other: { text, retention_seconds: "60.0" } },
  { what: "the query", one: { text }, other: { text }, query: ["?retention_seconds=60", "?retention_seconds=060"] },
])("$what are the same when their values are", async ({ path = WATERMARK, one, other, query = ["", ""] }) => {
  const key = crypto.randomUUID();
  expectOk(await ask(key, path + query[0], one));
  expect(expectOk(await ask(key, path + query[1], other)).headers["idempotency-replayed"]).toBe("true");
});

test.for<Row>([
  { what: "another number", one: { text, opacity: 0.5 }, other: { text, opacity: 0.51 } },
  { what: "another page list", one: { text, pages: "1-2" }, other: { text, pages: "1,3" } },
  { what: "a default that is written out", one: { text }, other: { text, pages: "all" } },
  { what: "an empty text that removes", path: METADATA, one: { title: "x" }, other: { title: "x", author: "" } },
  { what: "an unknown field's other value", one: { text, tint: "1" }, other: { text, tint: "1.0" } },
])("$what is another request", async ({ path = WATERMARK, one, other }) => {
  const key = crypto.randomUUID();
  expectOk(await ask(key, path, one));
  expect((await ask(key, path, other)).status).toBe(422);
});

test("a query flag is the same in every spelling", async () => {
  const key = crypto.randomUUID();
  const replies = [];
  for (const query of ["?async=true", "?async=TRUE", "?async=1", "?async"]) {
    replies.push(await ask(key, WATERMARK + query, { text }));
  }
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(replies.map(({ headers }) => headers["idempotency-replayed"])).toEqual([undefined, "true", "true", "true"]);
});
