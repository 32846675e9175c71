import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fileOperation } from "../../../../operations/operation.ts";
import { createMetering } from "../../../credits/metering.ts";
import { newId } from "../../../store/ids.ts";
import { faultsOf, resourceService, START } from "../testing/resource-service.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const hourOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00:00Z`;

async function withAccount(changes: Parameters<typeof resourceService>[0] = {}) {
  const service = await resourceService(changes);
  const account = await service.newAccount("Acme", 100);
  const user = await service.newCaller(account);
  const hold = (amount: number, operation: string): Promise<string> => holdOf(service, user, { amount, operation });
  return { service, account, user, hold };
}

type Service = Awaited<ReturnType<typeof resourceService>>;
type TestCaller = Awaited<ReturnType<Service["newCaller"]>>;

async function holdOf(
  { store, clock }: Service,
  { accountId, keyId }: TestCaller,
  what: { readonly amount: number; readonly operation: string },
): Promise<string> {
  const id = newId.hold();
  await store.credits.hold({ id, accountId, keyId, ...what, instance: "i", now: clock.now });
  return id;
}

describe("one's own account", () => {
  test("reports credits, bounds and the key", async () => {
    const { account, user, hold } = await withAccount();
    await hold(30, "merge");
    expect(await user.ask("GET /account")).toMatchObject({
      status: 200,
      body: {
        account_id: account.id,
        name: "Acme",
        plan: "self-hosted",
        metering: "on",
        balance: 100,
        held: 30,
        available: 70,
        monthly_grant: 0,
        rate_limit: 120,
        read_rate_limit: 600,
        concurrency: 8,
        key: { key_id: user.keyId, scopes: ["*"], revoked_at: null },
      },
    });
  });

  test("has a constant where credits are not metered", async () => {
    const { user } = await withAccount({ metering: createMetering(false) });
    expect((await user.ask("GET /account")).body).toMatchObject({
      metering: "off",
      balance: 999_999_999,
      held: 0,
      available: 999_999_999,
    });
  });

  test("answers HEAD like GET, without the body", async () => {
    const { user } = await withAccount();
    // From the second request on the key has been used.
    await user.ask("GET /account");
    const { body } = await user.ask("GET /account");
    const head = await user.ask("HEAD /account");
    expect([head.status, head.body, head.headers.get("content-type")]).toEqual([200, undefined, "application/json"]);
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(JSON.stringify(body)));
  });

  test("takes the scope account", async () => {
    const { service, account } = await withAccount();
    const narrow = await service.newCaller(account, { scopes: ["pdf", "jobs"] });
    for (const path of ["/account", "/account/usage", "/account/ledger"] as const) {
      expect(await narrow.ask(`GET ${path}`)).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
    }
  });
});

/** Makes an account with the work of three days, the first of them 30 days before the last, by two keys. */
async function withUsage() {
  const made = await withAccount();
  const { service, account, user } = made;
  const second = await service.newCaller(account);
  const work = async (caller: TestCaller, operation: string, charge: number, pages: number): Promise<void> => {
    const holdId = await holdOf(service, caller, { amount: charge, operation });
    await service.store.credits.settle({ holdId, charge, pages, now: service.clock.now });
  };
  await work(user, "merge", 5, 50);
  service.clock.now = START + 29 * DAY_MS;
  await work(user, "merge", 1, 10);
  service.clock.now = START + 30 * DAY_MS;
  await work(second, "split", 2, 20);
  await work(user, "merge", 3, 30);
  return { ...made, second };
}

/** Makes a call three hours before START that took 2 s, two that failed then, and one at START. */
async function withHours() {
  const made = await withAccount();
  const { service, user, hold } = made;
  const { store, clock } = service;
  const place = { accountId: user.accountId, keyId: user.keyId, operation: "split" };
  clock.now = START - 3 * HOUR_MS;
  const slow = { holdId: await hold(5, "merge"), charge: 5, pages: 2 };
  await store.credits.settle({ ...slow, startedAt: clock.now - 2000, now: clock.now });
  await store.credits.release({ holdId: await hold(5, "merge"), outcome: "server_error", now: clock.now });
  await store.credits.countFailure({ ...place, outcome: "client_error", now: clock.now });
  clock.now = START;
  await store.credits.settle({ holdId: await hold(1, "merge"), charge: 1, pages: 1, now: START });
  return made;
}

describe("usage", () => {
  test("is that of the last 30 days by day, today included", async () => {
    const { user } = await withUsage();
    const errorFree = { errors: 0, server_errors: 0, latency_ms: { p50: 1, p95: 1 } };
    expect((await user.ask("GET /account/usage")).body).toEqual({
      from: "2030-05-16",
      to: "2030-06-14",
      group_by: "day",
      items: [
        { day: "2030-06-13", requests: 1, pages: 10, credits: 1, ...errorFree },
        { day: "2030-06-14", requests: 2, pages: 50, credits: 5, ...errorFree },
      ],
      totals: { requests: 3, pages: 60, credits: 6, ...errorFree },
    });
  });

  test("is added up by operation or key, for the days that are asked for", async () => {
    const { user, second } = await withUsage();
    const byOperation = await user.ask("GET /account/usage?from=2030-05-15&group_by=operation");
    expect(byOperation.body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: "merge", requests: 3, pages: 90, credits: 9 }),
        expect.objectContaining({ operation: "split", requests: 1, pages: 20, credits: 2 }),
      ]),
    );
    const byKey = await user.ask("GET /account/usage?from=2030-06-14&to=2030-06-14&group_by=KEY");
    expect(byKey.body.group_by).toBe("key");
    expect(byKey.body.items).toHaveLength(2);
    expect(byKey.body.items).toContainEqual(
      expect.objectContaining({ key_id: second.keyId, requests: 1, pages: 20, credits: 2 }),
    );
  });

  test("is told by the hour, with errors and latencies; the 24 hours that end now without a span", async () => {
    const { user } = await withHours();
    const slow = { errors: 2, server_errors: 1, latency_ms: { p50: 1722, p95: 1722 } };
    const quick = { errors: 0, server_errors: 0, latency_ms: { p50: 1, p95: 1 } };
    expect((await user.ask("GET /account/usage?group_by=hour")).body).toEqual({
      from: dayOf(START - 23 * HOUR_MS),
      to: dayOf(START),
      from_hour: hourOf(START - 23 * HOUR_MS),
      to_hour: hourOf(START),
      group_by: "hour",
      items: [
        { hour: hourOf(START - 3 * HOUR_MS), requests: 1, pages: 2, credits: 5, ...slow },
        { hour: hourOf(START), requests: 1, pages: 1, credits: 1, ...quick },
      ],
      totals: { requests: 2, pages: 3, credits: 6, errors: 2, server_errors: 1, latency_ms: { p50: 1, p95: 1722 } },
    });
  });

  test("of hours is added up by operation, key and day as well; where nothing was delivered there is no latency", async () => {
    const { user } = await withHours();
    const span = `from=${hourOf(START - 3 * HOUR_MS)}&to=${hourOf(START - HOUR_MS)}`;
    const failed = { requests: 0, pages: 0, credits: 0, errors: 1, server_errors: 0 };
    const { body } = await user.ask(`GET /account/usage?${span}&group_by=operation`);
    expect(body).toMatchObject({
      from_hour: hourOf(START - 3 * HOUR_MS),
      to_hour: hourOf(START - HOUR_MS),
      items: [
        { operation: "merge", requests: 1, errors: 1, server_errors: 1 },
        { operation: "split", ...failed, latency_ms: { p50: null, p95: null } },
      ],
    });
    for (const groupBy of ["day", "key", "hour"]) {
      const { body: same } = await user.ask(`GET /account/usage?${span}&group_by=${groupBy}`);
      expect([groupBy, same.totals]).toEqual([groupBy, body.totals]);
    }
  });

  test("of whole days has their hours, also where one end is an hour", async () => {
    const { user } = await withHours();
    const day = dayOf(START);
    expect((await user.ask(`GET /account/usage?from=${day}&to=${day}&group_by=hour`)).body).toMatchObject({
      from_hour: `${day}T00:00:00Z`,
      to_hour: `${day}T23:00:00Z`,
    });
    expect((await user.ask(`GET /account/usage?from=${day}&to=${day}T01:30:00Z`)).body).toMatchObject({
      from_hour: `${day}T00:00:00Z`,
      to_hour: `${day}T01:00:00Z`,
      group_by: "day",
    });
    expect((await user.ask(`GET /account/usage?to=${day}&group_by=hour`)).body.from_hour).toBe(`${day}T00:00:00Z`);
  });

  test("of no calls is empty, and has no latency", async () => {
    const { user } = await withAccount();
    const nothing = { requests: 0, pages: 0, credits: 0, errors: 0, server_errors: 0 };
    expect((await user.ask("GET /account/usage?group_by=hour")).body).toMatchObject({
      items: [],
      totals: { ...nothing, latency_ms: { p50: null, p95: null } },
    });
  });

  test("of hours is asked for 31 days at most, of the last 90", async () => {
    const { user } = await withAccount();
    const ask = async (query: string) => await user.ask(`GET /account/usage?${query}`);
    const [first, last] = [dayOf(START - 40 * DAY_MS), dayOf(START - 10 * DAY_MS)];
    expect((await ask(`from=${first}&to=${last}&group_by=hour`)).status).toBe(200);
    const long = await ask(`from=${first}&to=${dayOf(START - 9 * DAY_MS)}&group_by=hour`);
    expect([long.status, long.body.detail]).toMatchObject([
      422,
      [{ loc: ["query", "from"], input: `${first}T00:00:00Z`, msg: expect.stringContaining("at most 31 days apart") }],
    ]);
    const [kept, gone] = [START - 90 * DAY_MS, START - 90 * DAY_MS - HOUR_MS].map(hourOf);
    expect((await ask(`from=${kept}&to=${kept}`)).status).toBe(200);
    expect((await ask(`from=${gone}&to=${kept}`)).body.detail).toMatchObject([
      { loc: ["query", "from"], input: gone, msg: expect.stringContaining(`from should be ${kept} or later`) },
    ]);
  });

  test("is one's own", async () => {
    const { service } = await withUsage();
    const stranger = await service.newCaller(await service.newAccount("Other"));
    expect((await stranger.ask("GET /account/usage?from=2030-05-15")).body).toMatchObject({
      items: [],
      totals: { requests: 0, pages: 0, credits: 0 },
    });
  });

  test.each([
    ["from=2030-06-02&to=2030-06-01", [["value_error", "query", "from"]]],
    ["from=2031-01-01", [["value_error", "query", "from"]]],
    ["from=2030-06-02T05:00:00Z&to=2030-06-02T04:59:59Z", [["value_error", "query", "from"]]],
    ["from=2030-06-02T05&group_by=hour", [["value_error", "query", "from"]]],
    ["from=2029-05-15&to=2030-05-16", [["value_error", "query", "from"]]],
    [
      "from=2030-02-30&to=&group_by=month",
      [
        ["value_error", "query", "to"],
        ["value_error", "query", "from"],
        ["enum", "query", "group_by"],
      ],
    ],
  ])("%s is refused", async (query, faults) => {
    const { user } = await withAccount();
    const answer = await user.ask(`GET /account/usage?${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([422, faults]);
  });

  test("366 days are not too many", async () => {
    const { user } = await withAccount();
    expect((await user.ask("GET /account/usage?from=2029-05-15&to=2030-05-15&other=1")).status).toBe(200);
  });
});

test("an account's own ledger is listed, newest first", async () => {
  const { service, user, hold } = await withAccount();
  const holdId = await hold(4, "merge");
  await service.store.credits.settle({ holdId, charge: 3, pages: 1, now: START });
  const ledger = await user.ask("GET /account/ledger?limit=1");
  expect(ledger.body.items).toMatchObject([{ kind: "charge", amount: -3, operation: "merge", key_id: user.keyId }]);
  const rest = await user.ask(`GET /account/ledger?cursor=${ledger.body.next_cursor}`);
  expect(rest.body).toMatchObject({ items: [{ kind: "grant", amount: 100 }], next_cursor: null });
  expect(faultsOf(await user.ask("GET /account/ledger?cursor=x"))).toEqual([["int_parsing", "query", "cursor"]]);
});

test("prices are shown to any key, one for each operation", async () => {
  const stamp = fileOperation({
    name: "stamp",
    operationId: "stamp_pages",
    path: "/api/v1/pdf/stamp",
    scope: "pdf",
    workClass: "pdf",
    summary: "Stamp pages",
    description: "Stamps them.",
    accepts: ["application/pdf"],
    files: { min: 1, max: 1 },
    produces: ["application/pdf"],
    parameters: z.object({}),
    password: () => undefined,
    price: "1 credit per request.",
    quote: () => 1,
    run: () => Promise.reject(new Error("Not run here.")),
  });
  const { service, account } = await withAccount({ operations: [stamp] });
  const narrow = await service.newCaller(account, { scopes: ["pdf"] });
  expect(await narrow.ask("GET /pricing")).toMatchObject({
    status: 200,
    body: {
      unit: "credit",
      usd_per_credit: 0.001,
      metering: "on",
      operations: [
        { operation: "stamp", path: "/api/v1/pdf/stamp", summary: "Stamp pages", price: "1 credit per request." },
      ],
    },
  });
});

test("limits are shown to any key", async () => {
  const { service, account } = await withAccount();
  const narrow = await service.newCaller(account, { scopes: ["pdf"] });
  expect((await narrow.ask("GET /limits")).body).toMatchObject({
    upload_bytes: 104_857_600,
    requests_per_minute: 120,
    reads_per_minute: 600,
    concurrency: 8,
  });
});
