import { expect, test } from "vitest";
import { allPages, as, call, grant, moneyOf, newAccount, newClient, newKey, spend } from "./accounts.ts";
import { PDF_TO_IMAGE, REMOVE_PASSWORD, send, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { cancel, endlessJob, submit, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk } from "./reply.ts";
import { commonService, type Service } from "./service.ts";

/* Contract, section 12: usage, and its agreement with what was charged. */

const service = commonService({ keepsResults: true });
const plain = fixture("four-colours.pdf");
const day = (offset = 0): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

interface Row {
  readonly requests: number;
  readonly pages: number;
  readonly credits: number;
  readonly errors: number;
  readonly server_errors: number;
  readonly latency_ms: { readonly p50: number | null; readonly p95: number | null };
}
interface Usage {
  readonly from: string;
  readonly to: string;
  readonly group_by: string;
  readonly items: readonly (Row & {
    readonly day?: string;
    readonly hour?: string;
    readonly operation?: string;
    readonly key_id?: string;
  })[];
  readonly totals: Row;
}

const usageOf = async (own: Service, key: string, query = ""): Promise<Usage> =>
  as(await call(own, "GET", `/api/v1/account/usage${query}`, { key }));

/** Renders three documents, two of 11 pages and one of these by a job, and removes a password: 6 credits, 27 pages. */
async function work(key: string, second: string): Promise<void> {
  expectOk(await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: allPages(4), key }));
  expectOk(await spend(service(), second, { pages: 11 }));
  const id = await submitted(service(), { key, file: emptyPages(11), fields: allPages(11) });
  await untilFinal(service(), id, key);
  expectOk(
    await upload(service(), { path: REMOVE_PASSWORD, file: emptyPages(1), fields: { password: "" }, key: second }),
  );
}

test("an account that has done nothing has used nothing", async () => {
  const { key } = await newClient(service(), 5);
  const usage = await usageOf(service(), key, `?from=${day(-1)}&to=${day()}&group_by=operation`);
  expect(usage).toEqual({
    from: day(-1),
    to: day(),
    group_by: "operation",
    items: [],
    totals: {
      requests: 0,
      pages: 0,
      credits: 0,
      errors: 0,
      server_errors: 0,
      latency_ms: { p50: null, p95: null },
    },
  });
});

test("usage by day, by operation and by key agrees with what was charged", async () => {
  const today = day();
  const client = await newClient(service(), 100);
  const second = await newKey(service(), {}, client.key);
  await work(client.key, second.key);
  const totals = { requests: 4, pages: 27, credits: 6 };
  const range = `?from=${today}&to=${day(1)}`;
  const byDay = await usageOf(service(), client.key, `${range}&group_by=day`);
  expect(byDay.totals).toMatchObject(totals);
  // Midnight may come in between.
  expect(day() === today ? byDay.items : [{ day: today, ...totals }]).toMatchObject([{ day: today, ...totals }]);
  const byOperation = await usageOf(service(), client.key, `${range}&group_by=operation`);
  expect(byOperation.items.toSorted((a, b) => b.credits - a.credits)).toMatchObject([
    { operation: "pdf-to-image", requests: 3, pages: 26, credits: 5 },
    { operation: "remove-password", requests: 1, pages: 1, credits: 1 },
  ]);
  const byKey = await usageOf(service(), client.key, `${range}&group_by=key`);
  const rows = Object.fromEntries(byKey.items.map(({ key_id, ...row }) => [key_id, row]));
  expect(rows).toMatchObject({
    [client.keyId]: { requests: 2, pages: 15, credits: 3 },
    [second.key_id]: { requests: 2, pages: 12, credits: 3 },
  });
  expect([byOperation.totals, byKey.totals]).toEqual([byDay.totals, byDay.totals]);
  expect(await moneyOf(service(), client.accountId)).toEqual([94, 0, 94]);
});

test("failures, cancelled jobs and replays use no credits; grants are no usage", async () => {
  const { key, accountId } = await newClient(service(), 100);
  const name = { headers: { "idempotency-key": crypto.randomUUID() } };
  expectOk(await spend(service(), key, name));
  expectOk(await spend(service(), key, name));
  expectFailure(
    await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { page_number: 9 }, key }),
    400,
    "page_out_of_range",
  );
  await cancel(service(), await endlessJob(service(), { key }), key);
  await grant(service(), accountId, 50);
  await grant(service(), accountId, -25);
  // A failure before credits are held is counted beside its answer.
  await expect
    .poll(async () => (await usageOf(service(), key)).totals)
    .toMatchObject({ requests: 1, credits: 1, errors: 1, server_errors: 0 });
  expect(await moneyOf(service(), accountId)).toEqual([124, 0, 124]);
});

test("hours have calls, errors and latencies, of requests and jobs, and agree with the day", async () => {
  const { key, keyId } = await newClient(service(), 100);
  const second = await newKey(service(), {}, key);
  expectOk(await spend(service(), key));
  await untilFinal(service(), await submitted(service(), { key }), key);
  expectFailure(await submit(service(), { key: second.key, fields: { page_number: 9 } }), 400, "page_out_of_range");
  const broken = await upload(service(), { path: PDF_TO_IMAGE, file: Buffer.from("no PDF"), key });
  expect(broken.status).toBe(400);
  const wrong = await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { image_format: "bmp" }, key });
  expect(wrong.status).toBe(422);
  await expect
    .poll(async () => (await usageOf(service(), key, "?group_by=hour")).totals, { timeout: 10_000 })
    .toMatchObject({ requests: 2, errors: 3, server_errors: 0 });
  const byHour = await usageOf(service(), key, "?group_by=hour");
  expect(byHour.items.every(({ hour = "" }) => /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/.test(hour))).toBe(true);
  const { p50, p95 } = byHour.totals.latency_ms;
  expect(p50).toBeGreaterThan(0);
  expect(p95).toBeGreaterThanOrEqual(p50 ?? Number.NaN);
  const byDay = await usageOf(service(), key, `?from=${day(-1)}&to=${day()}`);
  expect(byDay.totals).toEqual(byHour.totals);
  const byKey = await usageOf(service(), key, `?from=${day(-1)}T12:00:00Z&group_by=key`);
  expect(byKey.items.find(({ key_id }) => key_id === keyId)).toMatchObject({ requests: 2, errors: 2 });
  expect(byKey.items.find(({ key_id }) => key_id === second.key_id)).toMatchObject({
    requests: 0,
    errors: 1,
    latency_ms: { p50: null, p95: null },
  });
});

test("a test key's work is counted, without credits", async () => {
  const { account_id } = await newAccount(service(), 5);
  const { key } = await newKey(service(), { account_id, mode: "test" });
  expectOk(await spend(service(), key));
  expect((await usageOf(service(), key)).totals.credits).toBe(0);
});

test("without a range it is a recent one that has today", async () => {
  const { key } = await newClient(service(), 5);
  expectOk(await spend(service(), key));
  const usage = await usageOf(service(), key);
  expect([usage.from, usage.to]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  ]);
  expect(usage.from <= usage.to).toBe(true);
  expect(usage.group_by).toBe("day");
  expect(usage.totals.credits).toBe(1);
});

test("days outside of the range are left out", async () => {
  const { key } = await newClient(service(), 5);
  expectOk(await spend(service(), key));
  const past = await usageOf(service(), key, "?from=2020-01-01&to=2020-01-31");
  expect(past).toMatchObject({ from: "2020-01-01", to: "2020-01-31", items: [], totals: { credits: 0 } });
});

test.each([
  ["from=yesterday", "from"],
  ["from=2026-02-30", "from"],
  ["to=2026-13-01", "to"],
  ["from=", "from"],
  ["from=2020-01-01&to=2020-01-02&group_by=hour", "from"],
  ["from=2026-02-01T25:00:00Z", "from"],
  ["group_by=colour", "group_by"],
  ["group_by=", "group_by"],
])("usage with %s is a fault of the query", async (query, field) => {
  expectFault(await call(service(), "GET", `/api/v1/account/usage?${query}`), { loc: ["query", field] });
});

test("a range that ends before it begins is a fault", async () => {
  const reply = await call(service(), "GET", "/api/v1/account/usage?from=2026-02-02&to=2026-02-01");
  expectFailure(reply, 422, "validation_error");
});

interface Entry {
  readonly entry_id: number;
  readonly kind: "grant" | "charge" | "refund" | "adjust";
  readonly amount: number;
  readonly reason: string;
  readonly key_id: string | null;
  readonly operation: string | null;
  readonly created_at: string;
}

async function ledgerOf(own: Service, key: string): Promise<readonly Entry[]> {
  const path = "/api/v1/account/ledger?limit=100";
  return as<{ items: readonly Entry[] }>(await call(own, "GET", path, { key })).items;
}

test("every change of the balance is an entry of the ledger, and nothing else is", async () => {
  const client = await newClient(service(), 100);
  const second = await newKey(service(), {}, client.key);
  await work(client.key, second.key);
  await grant(service(), client.accountId, 50, "a gift");
  await grant(service(), client.accountId, -25, "a mistake");
  expectFailure(await grant(service(), client.accountId, -1000), 402, "insufficient_credits");
  expectFailure(await spend(service(), client.key, { pages: 5001 }), 400, "too_many_pages");
  await cancel(service(), await endlessJob(service(), { key: client.key }), client.key);
  const ledger = await ledgerOf(service(), client.key);
  expect(ledger.map(({ kind, amount, operation }) => [kind, amount, operation])).toEqual([
    ["adjust", -25, null],
    ["grant", 50, null],
    ["charge", -1, "remove-password"],
    ["charge", -2, "pdf-to-image"],
    ["charge", -2, "pdf-to-image"],
    ["charge", -1, "pdf-to-image"],
    ["grant", 100, null],
  ]);
  expect(ledger.slice(0, 2).map(({ reason }) => reason)).toEqual(["a mistake", "a gift"]);
  expect(ledger.slice(2, 6).map(({ key_id }) => key_id)).toEqual([
    second.key_id,
    client.keyId,
    second.key_id,
    client.keyId,
  ]);
  const sum = ledger.reduce((total, { amount }) => total + amount, 0);
  expect(await moneyOf(service(), client.accountId)).toEqual([sum, 0, sum]);
  const seenByAdmin = as<{ items: readonly Entry[] }>(
    await call(service(), "GET", `/api/v1/accounts/${client.accountId}/ledger`),
  );
  expect(seenByAdmin.items).toEqual(ledger);
});

test("the ledger goes by limit and cursor, each entry once", async () => {
  const client = await newClient(service(), 10);
  for (let count = 0; count < 4; count += 1) {
    await grant(service(), client.accountId, 1);
  }
  const all = (await ledgerOf(service(), client.key)).map(({ entry_id }) => entry_id);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: readonly Entry[]; next_cursor: string | null } = as(
      await call(service(), "GET", `/api/v1/account/ledger?limit=2${query}`, { key: client.key }),
    );
    seen.push(...page.items.map(({ entry_id }) => entry_id));
    cursor = page.next_cursor;
  } while (cursor !== null && seen.length < 20);
  expect(seen).toEqual(all);
  expect(all).toHaveLength(5);
});

test("the metrics count the credits that were charged", async () => {
  const { key } = await newClient(service(), 100);
  const before = await creditsInMetrics();
  expectOk(await spend(service(), key, { pages: 21 }));
  expectFailure(await spend(service(), key, { pages: 5001 }), 400, "too_many_pages");
  expect((await creditsInMetrics()) - before).toBe(3);
});

/** Returns the sum of the counters of charged credits. */
async function creditsInMetrics(): Promise<number> {
  const text = expectOk(await send(service(), { path: "/metrics", key: null })).body.toString();
  const lines = text.split("\n").filter((line) => /^[a-z_]*credits[a-z_]*_total[ {]/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
