import { expect, test } from "vitest";
import { allPages, as, call, moneyOf, newClient, spend } from "./accounts.ts";
import { type Fields, type File, PDF_TO_IMAGE, REMOVE_PASSWORD, upload } from "./client.ts";
import { emptyPages, endlessPage, letterPages } from "./documents.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, type Reply } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/*
 * Contract, section 12: a dry run that returns the pages, the credits and whether the request would become a job, and
 * charges nothing.
 */

const full = process.env.QUIRE_TEST_FULL === "1";
const service = commonService();
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");

interface Estimate {
  readonly operation: string;
  readonly pages: number;
  readonly credits: number;
  readonly mode: "sync" | "async";
  readonly available: number;
  readonly affordable: boolean;
  readonly files: readonly { readonly filename: string; readonly pages: number; readonly size_bytes: number }[];
}

const estimate = (key: string, file: File, fields: Fields): Promise<Reply> =>
  upload(service(), { path: "/api/v1/estimate", file, fields, key });

test("an estimate has every member, and charges and holds nothing", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const file = { content: emptyPages(11), filename: "eleven.pdf" };
  const reply = await estimate(key, file, { operation: "pdf-to-image", ...allPages(11) });
  expect(as<Estimate>(reply)).toEqual({
    operation: "pdf-to-image",
    pages: 11,
    credits: 2,
    mode: "sync",
    available: 10,
    affordable: true,
    files: [{ filename: "eleven.pdf", pages: 11, size_bytes: file.content.length }],
  });
  expect(reply.headers["x-credits-remaining"]).toBe("10");
  expect(reply.headers["x-credits-charged"] ?? "0").toBe("0");
  expect(reply.headers).not.toHaveProperty("x-warnings");
  expect(await moneyOf(service(), accountId)).toEqual([10, 0, 10]);
});

test.each([
  { operation: "pdf-to-image", fields: allPages(10), pages: 10, credits: 1 },
  { operation: "pdf-to-image", fields: allPages(11), pages: 11, credits: 2 },
  { operation: "pdf-to-image", fields: allPages(11, 300), pages: 11, credits: 3 },
  { operation: "pdf-to-image", fields: { page_number: 5 }, pages: 11, credits: 1 },
  { operation: "remove-password", fields: { password: "" }, pages: 11, credits: 1 },
])(
  "what $operation of $pages pages is estimated at, it is charged: $credits",
  async ({ operation, fields, pages, credits }) => {
    const { key, accountId } = await newClient(service(), 10);
    const file = emptyPages(pages);
    expect(as<Estimate>(await estimate(key, file, { operation, ...fields })).credits).toBe(credits);
    const path = operation === "remove-password" ? REMOVE_PASSWORD : PDF_TO_IMAGE;
    expectOk(await upload(service(), { path, file, fields, key }));
    expect(await moneyOf(service(), accountId)).toEqual([10 - credits, 0, 10 - credits]);
  },
);

test("what exceeds the balance is reported, not refused", async () => {
  const { key } = await newClient(service(), 1);
  const fields = { operation: "pdf-to-image", ...allPages(11) };
  expect(as<Estimate>(await estimate(key, emptyPages(11), fields))).toMatchObject({
    credits: 2,
    available: 1,
    affordable: false,
  });
  const exact = as<Estimate>(await estimate(key, emptyPages(10), { operation: "pdf-to-image", ...allPages(10) }));
  expect(exact).toMatchObject({ credits: 1, available: 1, affordable: true });
});

test("nothing is run: a document without end is estimated like any", async () => {
  const { key } = await newClient(service(), 1);
  expect(as<Estimate>(await estimate(key, endlessPage(), { operation: "pdf-to-image" }))).toMatchObject({
    pages: 1,
    credits: 1,
  });
});

test("the operation has to be named, and to exist", async () => {
  const { key } = service();
  expectFault(await estimate(key, plain, {}), { type: "missing", loc: ["body", "operation"] });
  expectFault(await estimate(key, plain, { operation: "" }), { type: "missing", loc: ["body", "operation"] });
  for (const operation of ["pdf-to-gold", "/api/v1/pdf/remove-password", "toString", "__proto__"]) {
    expectFault(await estimate(key, plain, { operation }), { type: "enum", loc: ["body", "operation"] });
  }
});

test("the operation's own faults are reported as it would report them", async () => {
  const { key } = service();
  const operation = "pdf-to-image";
  expectFault(await estimate(key, plain, { operation, dpi: 1 }), { loc: ["body", "dpi"] });
  expectFault(await estimate(key, plain, { operation: "remove-password" }), {
    type: "missing",
    loc: ["body", "password"],
  });
  expectFailure(await estimate(key, Buffer.from("no PDF"), { operation }), 400, "unsupported_file_type");
  expectFailure(await estimate(key, Buffer.alloc(0), { operation }), 400, "empty_file");
  expectFailure(await estimate(key, locked, { operation }), 400, "pdf_encrypted");
  expectFailure(await estimate(key, locked, { operation, password: "wrong" }), 400, "wrong_password");
  expectFailure(await estimate(key, plain, { operation, page_number: 9 }), 400, "page_out_of_range");
  expectOk(await estimate(key, locked, { operation, password: "open sesame" }));
  const noFile = await upload(service(), { path: "/api/v1/estimate", fields: { operation }, key });
  expectFailure(noFile, 422, "validation_error");
  expect(faults(noFile).map(({ type, loc }) => [type, loc])).toEqual([["missing", ["body", "file"]]]);
});

test("an estimate counts in the window of operations", async () => {
  await withService({ QUIRE_RATE_LIMIT: "40", QUIRE_RATE_LIMIT_READS: "90" }, async (own) => {
    const client = await newClient(own, 10);
    expectOk(await spend(own, client.key));
    const reply = await upload(own, {
      path: "/api/v1/estimate",
      file: plain,
      fields: { operation: "pdf-to-image" },
      key: client.key,
    });
    expect(expectOk(reply).headers["x-ratelimit-limit"]).toBe("40");
    expect(reply.headers["x-ratelimit-remaining"]).toBe("38");
  });
});

test("any key may estimate, without money and without the operation's scope", async () => {
  const { key } = await newClient(service(), 0, { scopes: ["account"] });
  const reply = await estimate(key, plain, { operation: "pdf-to-image" });
  expect(as<Estimate>(reply)).toMatchObject({ credits: 1, available: 0, affordable: false });
});

/** The largest sizes, in bytes, that cost a number of credits. */
const STARTED_SIZES = [
  [104_857_600, 1],
  [209_715_200, 2],
] as const;

test("the price by size: 1 up to 100 MB, 2 above", { timeout: 120_000 }, async () => {
  await withService({ QUIRE_MAX_UPLOAD_BYTES: "300000000" }, async (own) => {
    const frame = letterPages(1, { paddingBytes: 104_000_000 }).length - 104_000_000;
    const ask = async (file: Buffer): Promise<Estimate> => {
      const fields = { operation: "remove-password", password: "" };
      return as(await upload(own, { path: "/api/v1/estimate", file, fields }));
    };
    for (const [bytes, credits] of full ? STARTED_SIZES : STARTED_SIZES.slice(0, 1)) {
      const file = letterPages(1, { paddingBytes: bytes - frame });
      expect(file.length).toBe(bytes);
      expect((await ask(file)).credits).toBe(credits);
      expect((await ask(Buffer.concat([file, Buffer.from("\n")]))).credits).toBe(credits + 1);
    }
  });
});

test("GET is no estimate", async () => {
  const reply = await call(service(), "GET", "/api/v1/estimate");
  expectFailure(reply, 405, "method_not_allowed");
  expect(reply.headers.allow).toMatch(/\bPOST\b/);
});
