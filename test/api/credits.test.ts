import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allPages, as, call, chargedBy, grant, moneyOf, newClient, newKey, remainingBy, spend } from "./accounts.ts";
import { type Fields, PDF_TO_IMAGE, REMOVE_PASSWORD, upload } from "./client.ts";
import { emptyPages, slowPage } from "./documents.ts";
import { cancel, endlessJob, jobOf, submit, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply } from "./reply.ts";
import { commonService, type Service, withService } from "./service.ts";

/* Contract, section 5, credits: prices, holds, charges, grants. */

const service = commonService({ keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");

/**
 * Contract, section 5: 1 credit per 10 pages rendered that are started; 1 per 5 in 300 dpi; remove-password: 1 per
 * request.
 */
const PRICES: readonly {
  readonly what: string;
  readonly pages: number;
  readonly fields: Fields;
  readonly price: number;
}[] = [
  { what: "one page", pages: 1, fields: { dpi: 72 }, price: 1 },
  { what: "one page of many: what is rendered counts", pages: 40, fields: { dpi: 72, page_number: 40 }, price: 1 },
  { what: "10 pages", pages: 10, fields: allPages(10), price: 1 },
  { what: "11 pages", pages: 11, fields: allPages(11), price: 2 },
  { what: "20 pages", pages: 20, fields: allPages(20, 150), price: 2 },
  { what: "21 pages", pages: 21, fields: allPages(21, 150), price: 3 },
  { what: "11 pages of many", pages: 40, fields: { start_page: 20, end_page: 30, dpi: 72 }, price: 2 },
  {
    what: "a range that ends after the document",
    pages: 10,
    fields: { start_page: 1, end_page: 99, dpi: 72 },
    price: 1,
  },
  { what: "one page in 300 dpi", pages: 1, fields: { dpi: 300 }, price: 1 },
  { what: "5 pages in 300 dpi", pages: 5, fields: allPages(5, 300), price: 1 },
  { what: "6 pages in 300 dpi", pages: 6, fields: allPages(6, 300), price: 2 },
  { what: "11 pages in 300 dpi", pages: 11, fields: allPages(11, 300), price: 3 },
  {
    what: "11 pages of a size of their own, whatever the resolution",
    pages: 11,
    fields: { ...allPages(11, 300), custom_width: 10 },
    price: 2,
  },
];

test.each(PRICES)("pdf-to-image, $what: $price", async ({ pages, fields, price }) => {
  const client = await newClient(service(), 100);
  const reply = expectOk(
    await upload(service(), { path: PDF_TO_IMAGE, file: emptyPages(pages), fields, key: client.key }),
  );
  expect([chargedBy(reply), remainingBy(reply)]).toEqual([price, 100 - price]);
  expect(await moneyOf(service(), client.accountId)).toEqual([100 - price, 0, 100 - price]);
});

test.each([
  { what: "a protected document", file: locked, password: "open sesame" },
  { what: "one that needs no password", file: plain, password: "" },
  { what: "40 pages", file: emptyPages(40), password: "" },
])("remove-password, $what: 1", async ({ file, password }) => {
  const client = await newClient(service(), 100);
  const reply = expectOk(
    await upload(service(), { path: REMOVE_PASSWORD, file, fields: { password }, key: client.key }),
  );
  expect([chargedBy(reply), remainingBy(reply)]).toEqual([1, 99]);
});

test("what fails is free, whatever it fails at", async () => {
  await withService({ QUIRE_ENGINE_TIMEOUT_MS: "1000", QUIRE_MAX_UPLOAD_BYTES: "100000" }, async (own) => {
    const client = await newClient(own, 100);
    const { key } = client;
    const ask = (file: Buffer, fields: Fields, path: string = PDF_TO_IMAGE): Promise<Reply> =>
      upload(own, { path, file, fields, key });
    const replies = [
      await ask(Buffer.alloc(100_001), {}),
      await ask(plain, { dpi: 1 }),
      await ask(Buffer.alloc(0), {}),
      await ask(Buffer.from("no PDF"), {}),
      await ask(Buffer.from("%PDF-1.7 broken"), {}),
      await ask(locked, {}),
      await ask(locked, { password: "wrong" }),
      await ask(locked, { password: "wrong" }, REMOVE_PASSWORD),
      await ask(plain, { page_number: 5 }),
      await ask(fixture("huge-page.pdf"), {}),
      await ask(slowPage(), {}),
    ];
    expect(replies.map(({ status }) => status)).toEqual([413, 422, ...Array(9).fill(400)]);
    expect(replies.map(({ headers }) => headers["x-credits-charged"])).toEqual(Array(11).fill("0"));
    expect(replies.map(remainingBy)).toEqual(Array(11).fill(100));
    expect(await moneyOf(own, client.accountId)).toEqual([100, 0, 100]);
  });
});

test("what is refused for its credits: 402 with what it takes and what is there", async () => {
  const client = await newClient(service(), 1);
  const reply = await spend(service(), client.key, { pages: 11 });
  const body = expectFailure(reply, 402, "insufficient_credits");
  expect([body.required, body.available]).toEqual([2, 1]);
  expect([reply.headers["x-credits-charged"], remainingBy(reply)]).toEqual(["0", 1]);
  expect(await moneyOf(service(), client.accountId)).toEqual([1, 0, 1]);
});

test("a balance that is exactly enough is spent to 0; one short is refused", async () => {
  const client = await newClient(service(), 3);
  expect(remainingBy(expectOk(await spend(service(), client.key, { pages: 21 })))).toBe(0);
  expectFailure(await spend(service(), client.key), 402, "insufficient_credits");
  await grant(service(), client.accountId, 2);
  const short = expectFailure(await spend(service(), client.key, { pages: 21 }), 402, "insufficient_credits");
  expect([short.required, short.available]).toEqual([3, 2]);
  await grant(service(), client.accountId, 1);
  expect(remainingBy(expectOk(await spend(service(), client.key, { pages: 21 })))).toBe(0);
});

test("order of checks: 402 comes after the fields and after all that is wrong with the file", async () => {
  const client = await newClient(service(), 0);
  const ask = (file: Buffer, fields: Fields = {}, path: string = PDF_TO_IMAGE): Promise<Reply> =>
    upload(service(), { path, file, fields, key: client.key });
  expectFault(await ask(plain, { dpi: 1 }), { loc: ["body", "dpi"] });
  expectFailure(await ask(Buffer.alloc(0)), 400, "empty_file");
  expectFailure(await ask(Buffer.from("no PDF")), 400, "unsupported_file_type");
  expectFailure(await ask(locked), 400, "pdf_encrypted");
  expectFailure(await ask(locked, { password: "wrong" }), 400, "wrong_password");
  expectFailure(await ask(locked, { password: "wrong" }, REMOVE_PASSWORD), 400, "wrong_password");
  expectFailure(await ask(plain, { page_number: 5 }), 400, "page_out_of_range");
  expectFailure(await ask(emptyPages(5001)), 400, "too_many_pages");
  expectFailure(await ask(plain), 402, "insufficient_credits");
});

test("402 comes before the work", async () => {
  const client = await newClient(service(), 0);
  // Its work would last until the engines' deadline.
  expectFailure(
    await upload(service(), { path: PDF_TO_IMAGE, file: slowPage(), key: client.key }),
    402,
    "insufficient_credits",
  );
});

test("a job is held at its submission: 402 there, not later, and no job is made", async () => {
  const client = await newClient(service(), 1);
  const reply = await submit(service(), { file: emptyPages(11), fields: allPages(11), key: client.key });
  const body = expectFailure(reply, 402, "insufficient_credits");
  expect([body.required, body.available]).toEqual([2, 1]);
  const jobs = as<{ items: object[] }>(await call(service(), "GET", "/api/v1/jobs", { key: client.key }));
  expect(jobs.items).toEqual([]);
  expect(await moneyOf(service(), client.accountId)).toEqual([1, 0, 1]);
});

test("credits of an open hold cannot be spent again", async () => {
  const client = await newClient(service(), 1);
  const id = await endlessJob(service(), { key: client.key });
  const short = expectFailure(await spend(service(), client.key), 402, "insufficient_credits");
  expect([short.required, short.available]).toEqual([1, 0]);
  expectFailure(await submit(service(), { key: client.key }), 402, "insufficient_credits");
  await cancel(service(), id, client.key);
  expectOk(await spend(service(), client.key));
});

test("a job: held when submitted, charged when complete, once", async () => {
  const client = await newClient(service(), 10);
  const answer = await submit(service(), { file: emptyPages(11), fields: allPages(11), key: client.key });
  expect(answer.status).toBe(202);
  expect([answer.headers["x-credits-charged"] ?? "0", remainingBy(answer)]).toEqual(["0", 8]);
  const { job_id } = as<{ job_id: string }>(answer, 202);
  const job = await untilFinal(service(), job_id, client.key);
  expect(job.credits).toEqual({ held: 0, charged: 2 });
  expect(await moneyOf(service(), client.accountId)).toEqual([8, 0, 8]);
  await jobOf(service(), job_id, client.key);
  expect(await moneyOf(service(), client.accountId)).toEqual([8, 0, 8]);
});

test("a job that fails or is cancelled gives its hold back", async () => {
  await withService({ QUIRE_JOB_ENGINE_TIMEOUT_MS: "1000" }, async (own) => {
    const client = await newClient(own, 10);
    const failing = await submitted(own, { file: slowPage(), key: client.key });
    const failed = await untilFinal(own, failing, client.key);
    expect([failed.status, failed.credits]).toEqual(["failed", { held: 0, charged: 0 }]);
    expect(await moneyOf(own, client.accountId)).toEqual([10, 0, 10]);
  });
});

test("two keys of an account spend the same credits", async () => {
  const client = await newClient(service(), 2);
  const other = await newKey(service(), {}, client.key);
  expect(remainingBy(expectOk(await spend(service(), client.key)))).toBe(1);
  expect(remainingBy(expectOk(await spend(service(), other.key)))).toBe(0);
  expectFailure(await spend(service(), client.key), 402, "insufficient_credits");
});

test("X-Credits-Remaining is the account's on every answer that knows it", async () => {
  const client = await newClient(service(), 6);
  const { key } = client;
  const replies = await Promise.all([
    call(service(), "GET", "/api/v1/limits", { key }),
    call(service(), "HEAD", "/api/v1/account", { key }),
    call(service(), "GET", "/api/v1/nowhere", { key }),
    call(service(), "GET", PDF_TO_IMAGE, { key }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 1 }, key }),
    call(service(), "GET", "/api/v1/keys/key_0000000000000000", { key }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 405, 422, 404]);
  expect(replies.map(remainingBy)).toEqual(Array(6).fill(6));
  expect(remainingBy(await call(service(), "GET", "/api/v1/limits", { key: null }))).toBe(0);
});

test("credits for 20 of 60 simultaneous requests: exactly 20 are done, and nothing is left or owed", async () => {
  const client = await newClient(service(), 20);
  const replies = await Promise.all(Array.from({ length: 60 }, () => spend(service(), client.key)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(replies.filter(({ status }) => status === 402)).toHaveLength(40);
  expect(await moneyOf(service(), client.accountId)).toEqual([0, 0, 0]);
});

test("a client that goes away during the work is not charged, and its hold ends", async () => {
  const client = await newClient(service(), 5);
  const gone = abandoned(service(), client.key);
  await untilHeld(service(), client.accountId, 1);
  await gone();
  await untilHeld(service(), client.accountId, 0);
  expect(await moneyOf(service(), client.accountId)).toEqual([5, 0, 5]);
});

/** Sends a request whose work does not end; returns a function that makes its client go away. */
function abandoned(own: Service, key: string): () => Promise<void> {
  const away = new AbortController();
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(slowPage())]), "endless.pdf");
  const request = fetch(`${own.baseUrl}${PDF_TO_IMAGE}`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: form,
    signal: away.signal,
  }).then(
    () => undefined,
    // The request is expected to be aborted.
    () => undefined,
  );
  return async () => {
    away.abort();
    await request;
  };
}

async function untilHeld(own: Service, accountId: string, wanted: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const [, held] = await moneyOf(own, accountId);
    if (held === wanted) {
      return;
    }
    await sleep(50);
  }
  throw new Error(`The account never held ${wanted}.`);
}
