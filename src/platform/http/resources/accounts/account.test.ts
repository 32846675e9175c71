import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fileOperation } from "../../../../operations/operation.ts";
import { createMetering } from "../../../credits/metering.ts";
import { newId } from "../../../store/ids.ts";
import { faultsOf, resourceService, START } from "../testing/resource-service.ts";

const DAY_MS = 86_400_000;

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

describe("usage", () => {
  test("is that of the last 30 days by day, today included", async () => {
    const { user } = await withUsage();
    expect((await user.ask("GET /account/usage")).body).toEqual({
      from: "2030-05-16",
      to: "2030-06-14",
      group_by: "day",
      items: [
        { day: "2030-06-13", requests: 1, pages: 10, credits: 1 },
        { day: "2030-06-14", requests: 2, pages: 50, credits: 5 },
      ],
      totals: { requests: 3, pages: 60, credits: 6 },
    });
  });

  test("is added up by operation or key, for the days that are asked for", async () => {
    const { user, second } = await withUsage();
    const byOperation = await user.ask("GET /account/usage?from=2030-05-15&group_by=operation");
    expect(byOperation.body.items).toEqual(
      expect.arrayContaining([
        { operation: "merge", requests: 3, pages: 90, credits: 9 },
        { operation: "split", requests: 1, pages: 20, credits: 2 },
      ]),
    );
    const byKey = await user.ask("GET /account/usage?from=2030-06-14&to=2030-06-14&group_by=KEY");
    expect(byKey.body.group_by).toBe("key");
    expect(byKey.body.items).toHaveLength(2);
    expect(byKey.body.items).toContainEqual({ key_id: second.keyId, requests: 1, pages: 20, credits: 2 });
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
