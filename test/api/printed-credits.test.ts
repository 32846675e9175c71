import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chosen } from "../running/sampling.ts";
import { accountOf, as, call, chargedBy, grant, moneyOf, newClient, remainingBy } from "./accounts.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { type JobObject, resultOf, untilFinal } from "./jobs.ts";
import { expectFailure, expectOk, type Reply } from "./reply.ts";
import { commonService, type Service } from "./service.ts";

/*
 * Contract, section 5: the price of a printed document is known only when its pages are there. The base price is held,
 * the hold is raised to the price of what was made, and 402 answers where the balance does not reach.
 */

const TEXT_TO_PDF = "/api/v1/convert/text-to-pdf";

/** A text of so many pages: a form feed begins a page. */
const textOf = (pages: number) => ({ text: Array(pages).fill("x").join("\f") });

const PRINTING = [
  { operation: "text-to-pdf", path: TEXT_TO_PDF, value: textOf(1), base: 1 },
  { operation: "markdown-to-pdf", path: "/api/v1/convert/markdown-to-pdf", value: { markdown: "x" }, base: 1 },
  { operation: "json-to-pdf", path: "/api/v1/convert/json-to-pdf", value: { json_data: { a: 1 } }, base: 1 },
  {
    operation: "from-template",
    path: "/api/v1/pdf/from-template",
    value: { template_slug: "receipt-minimal", variables: { company_name: "x", items: [], total: 1 } },
    base: 1,
  },
  { operation: "html-to-pdf", path: "/api/v1/convert/html-to-pdf", value: { html: "<p>x" }, base: 2 },
];

const PRICES = [
  { pages: 1, price: 1 },
  { pages: 25, price: 1 },
  { pages: 26, price: 2 },
  { pages: 50, price: 2 },
  { pages: 51, price: 3 },
  { pages: 276, price: 12 },
  { pages: 400, price: 16 },
];

interface Asked {
  readonly key: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const print = (service: Service, pages: number, { key, query = "", headers = {} }: Asked): Promise<Reply> =>
  call(service, "POST", `${TEXT_TO_PDF}${query}`, { value: textOf(pages), key, headers });

const storedResults = ({ dataDirectory }: Service): string[] => readdirSync(join(dataDirectory, "results"));

describe.skipIf(withoutChromium)("credits of printed documents", () => {
  const service = commonService({ keepsResults: true });

  test.for(chosen(PRICES, [0, 2, 3]))(
    "$pages pages cost exactly $price, and one credit less is refused",
    async ({ pages, price }) => {
      const { key, accountId } = await newClient(service(), price - 1);
      const headers = { "idempotency-key": `pages-${pages}` };
      const before = storedResults(service());
      const refused = await print(service(), pages, { key, headers });
      const body = expectFailure(refused, 402, "insufficient_credits");
      expect([body.required, body.available]).toEqual([price, price - 1]);
      expect([refused.headers["x-credits-charged"], remainingBy(refused)]).toEqual(["0", price - 1]);
      expect(storedResults(service())).toEqual(before);
      expect(await moneyOf(service(), accountId)).toEqual([price - 1, 0, price - 1]);

      await grant(service(), accountId, 1);
      // The refusal is not what the same request is answered once it can be paid.
      const done = expectOk(await print(service(), pages, { key, headers }));
      expect(done.headers).not.toHaveProperty("idempotency-replayed");
      expect([chargedBy(done), remainingBy(done)]).toEqual([price, 0]);
      expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
    },
  );

  test.for(PRINTING)(
    "$operation: its base price is enough for a page, and is asked for before the work",
    async ({ path, value, base }) => {
      const { key, accountId } = await newClient(service(), base - 1);
      const body = expectFailure(await call(service(), "POST", path, { value, key }), 402, "insufficient_credits");
      expect([body.required, body.available]).toEqual([base, base - 1]);
      await grant(service(), accountId, 1);
      const done = expectOk(await call(service(), "POST", path, { value, key }));
      expect([chargedBy(done), remainingBy(done)]).toEqual([base, 0]);
    },
  );

  test.for(PRINTING)("$operation is estimated at its base price, which is a minimum", async (row) => {
    const { operation, value, base } = row;
    const { key } = await newClient(service(), base);
    const ask = { value: { operation, ...value }, key };
    const estimate = as<object>(await call(service(), "POST", "/api/v1/estimate", ask));
    expect(estimate).toMatchObject({ credits: base, is_minimum: true, available: base, affordable: true });
  });

  test("a document of HTML costs a credit more, also above 25 pages", async () => {
    const { key, accountId } = await newClient(service(), 2);
    const value = { html: `${"<p style='break-after:page'>x".repeat(25)}<p>x` };
    const send = () => call(service(), "POST", "/api/v1/convert/html-to-pdf", { value, key });
    const body = expectFailure(await send(), 402, "insufficient_credits");
    expect([body.required, body.available]).toEqual([3, 2]);
    await grant(service(), accountId, 1);
    expect(chargedBy(expectOk(await send()))).toBe(3);
  });

  test("requests at the same time never spend more than the account has", async () => {
    const { key, accountId } = await newClient(service(), 7);
    const replies = await Promise.all(Array.from({ length: 6 }, () => print(service(), 26, { key })));
    const [done, refused] = [200, 402].map((status) => replies.filter((reply) => reply.status === status).length);
    expect([(done ?? 0) + (refused ?? 0), (done ?? 0) <= 3]).toEqual([6, true]);
    const left = 7 - 2 * (done ?? 0);
    expect(await moneyOf(service(), accountId)).toEqual([left, 0, left]);
  }, 180_000);

  test("a test key is charged nothing for any number of pages", async () => {
    const { key, accountId } = await newClient(service(), 0, { mode: "test" });
    const done = expectOk(await print(service(), 26, { key }));
    expect(chargedBy(done)).toBe(0);
    const job = await finished(await print(service(), 26, { key, query: "?async=true" }), key);
    expect([job.status, job.credits]).toEqual(["complete", { held: 0, charged: 0 }]);
    const ask = { value: { operation: "text-to-pdf", ...textOf(26) }, key };
    const estimate = as<object>(await call(service(), "POST", "/api/v1/estimate", ask));
    expect(estimate).toMatchObject({ credits: 0 });
    expect(estimate).not.toHaveProperty("is_minimum");
    expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
  });

  test("a client that goes away while its document is printed pays nothing", async () => {
    const { key, accountId } = await newClient(service(), 5);
    const away = new AbortController();
    const request = fetch(`${service().baseUrl}/api/v1/convert/html-to-pdf`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ html: "<p>x", delay_ms: 10_000 }),
      signal: away.signal,
    }).catch(() => undefined);
    const held = async (): Promise<number> => (await accountOf(service(), accountId)).held;
    await expect.poll(held).toBe(2);
    away.abort();
    await request;
    await expect.poll(held).toBe(0);
    expect(await moneyOf(service(), accountId)).toEqual([5, 0, 5]);
  });

  describe("as a job", () => {
    test("the base price is held at once, and what was made is charged", async () => {
      const { key, accountId } = await newClient(service(), 2);
      const accepted = await print(service(), 26, { key, query: "?async=true" });
      expect([accepted.status, remainingBy(accepted)]).toEqual([202, 1]);
      const job = await finished(accepted, key);
      expect([job.status, job.credits]).toEqual(["complete", { held: 0, charged: 2 }]);
      const result = expectOk(await resultOf(service(), job.job_id, key));
      expect([chargedBy(result), remainingBy(result)]).toEqual([2, 0]);
      expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
    });

    test("what the balance does not reach fails with 402, and nothing is kept or charged", async () => {
      const { key, accountId } = await newClient(service(), 1);
      const before = storedResults(service());
      const job = await finished(await print(service(), 26, { key, query: "?async=true" }), key);
      expect([job.status, job.credits]).toEqual(["failed", { held: 0, charged: 0 }]);
      expect(job.error).toMatchObject({ status: 402, code: "insufficient_credits" });
      const reply = await resultOf(service(), job.job_id, key);
      const body = expectFailure(reply, 402, "insufficient_credits");
      expect([body.required, body.available, body.detail]).toEqual([2, 1, job.error?.detail]);
      expect(chargedBy(reply)).toBe(0);
      expect(storedResults(service())).toEqual(before);
      expect(await moneyOf(service(), accountId)).toEqual([1, 0, 1]);
    });

    test("an account without the base price has no job", async () => {
      const { key } = await newClient(service(), 0);
      const body = expectFailure(
        await print(service(), 26, { key, query: "?async=true" }),
        402,
        "insufficient_credits",
      );
      expect([body.required, body.available]).toEqual([1, 0]);
    });
  });

  async function finished(accepted: Reply, key: string): Promise<JobObject> {
    const { job_id } = as<{ readonly job_id: string }>(accepted, 202);
    return untilFinal(service(), job_id, key);
  }
});
