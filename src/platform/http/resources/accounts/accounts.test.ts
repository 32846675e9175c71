import { describe, expect, test } from "vitest";
import { faultsOf, resourceService, START } from "../testing/resource-service.ts";

/** Starts a service with an administrator who has an account. */
async function withAdmin() {
  const service = await resourceService();
  const own = await service.newAccount("Operator", 100);
  const admin = await service.newCaller(own, { scopes: ["*", "admin"] });
  return { service, own, admin };
}

test("accounts can be managed by administrators only", async () => {
  const { service, own } = await withAdmin();
  const { ask } = await service.newCaller(own);
  for (const request of ["GET /accounts", "POST /accounts", `GET /accounts/${own.id}`] as const) {
    expect(await ask(request)).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
  }
});

describe("making an account", () => {
  test("grants its credits, and says where it is", async () => {
    const { admin } = await withAdmin();
    const made = await admin.ask("POST /accounts", { name: "Blue", credits: 500 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        account_id: expect.stringMatching(/^acc_[a-z0-9]{16}$/),
        name: "Blue",
        state: "active",
        balance: 500,
        held: 0,
        available: 500,
        monthly_grant: 0,
        created_at: "2030-05-15T12:00:00.123Z",
      },
    });
    const id: string = made.body.account_id;
    expect(made.headers.get("location")).toBe(`https://pdf.example/api/v1/accounts/${id}`);
    expect((await admin.ask(`GET /accounts/${id}`)).body).toEqual(made.body);
    expect((await admin.ask(`GET /accounts/${id}/ledger`)).body.items).toMatchObject([
      { kind: "grant", amount: 500, key_id: admin.keyId },
    ]);
  });

  test("reports all that is wrong at once", async () => {
    const { admin } = await withAdmin();
    expect(faultsOf(await admin.ask("POST /accounts", {}))).toEqual([["missing", "body", "name"]]);
    expect(faultsOf(await admin.ask("POST /accounts", { name: "", credits: -1 }))).toEqual([
      ["string_too_short", "body", "name"],
      ["greater_than_equal", "body", "credits"],
    ]);
    expect(faultsOf(await admin.ask("POST /accounts", { name: "x".repeat(201), credits: 1.5 }))).toEqual([
      ["string_too_long", "body", "name"],
      ["int_parsing", "body", "credits"],
    ]);
    expect((await admin.ask("GET /accounts")).body.items).toHaveLength(1);
  });
});

test("accounts are listed oldest first, page by page", async () => {
  const { service, own, admin } = await withAdmin();
  const others = [await service.newAccount("B"), await service.newAccount("C")];
  const first = await admin.ask("GET /accounts?limit=2");
  expect(first.body.items.map(({ account_id: id }: { account_id: string }) => id)).toEqual([own.id, others[0]?.id]);
  const second = await admin.ask(`GET /accounts?limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ items: [{ account_id: others[1]?.id }], next_cursor: null });
  expect(faultsOf(await admin.ask("GET /accounts?limit=0"))).toEqual([["greater_than_equal", "query", "limit"]]);
  expect(faultsOf(await admin.ask("GET /accounts?limit=&cursor="))).toEqual([
    ["value_error", "query", "limit"],
    ["value_error", "query", "cursor"],
  ]);
});

describe("changing an account", () => {
  test("renames and disables it, and nothing else", async () => {
    const { service, admin } = await withAdmin();
    const { id } = await service.newAccount("Old", 7);
    expect((await admin.ask(`PATCH /accounts/${id}`, { name: "New" })).body).toMatchObject({
      name: "New",
      state: "active",
    });
    const disabled = await admin.ask(`PATCH /accounts/${id}`, { state: "disabled" });
    expect(disabled.body).toMatchObject({ name: "New", state: "disabled", balance: 7 });
    expect((await admin.ask(`PATCH /accounts/${id}`, { state: "active" })).body.state).toBe("active");
    expect((await admin.ask(`PATCH /accounts/${id}`, {})).body).toMatchObject({ name: "New", state: "active" });
    expect(faultsOf(await admin.ask(`PATCH /accounts/${id}`, { state: "gone", name: "" }))).toEqual([
      ["string_too_short", "body", "name"],
      ["enum", "body", "state"],
    ]);
  });

  test("an administrator cannot disable the account of their own key", async () => {
    const { own, admin } = await withAdmin();
    const answer = await admin.ask(`PATCH /accounts/${own.id}`, { state: "disabled" });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [["value_error", "body", "state"]]]);
    expect((await admin.ask(`GET /accounts/${own.id}`)).body.state).toBe("active");
  });
});

describe("credits", () => {
  test("are granted and taken, each with an entry", async () => {
    const { service, admin } = await withAdmin();
    const { id } = await service.newAccount();
    const granted = await admin.ask(`POST /accounts/${id}/credits`, { amount: 30, reason: "invoice 7" });
    expect([granted.status, granted.body.balance, granted.body.available]).toEqual([200, 30, 30]);
    service.clock.now += 1;
    const taken = await admin.ask(`POST /accounts/${id}/credits`, { amount: -10, reason: "mistake" });
    expect(taken.body.balance).toBe(20);
    const ledger = await admin.ask(`GET /accounts/${id}/ledger?limit=1`);
    expect(ledger.body.items).toEqual([
      {
        entry_id: expect.any(Number),
        kind: "adjust",
        amount: -10,
        reason: "mistake",
        key_id: admin.keyId,
        operation: null,
        created_at: new Date(START + 1).toISOString(),
      },
    ]);
    const rest = await admin.ask(`GET /accounts/${id}/ledger?limit=1&cursor=${ledger.body.next_cursor}`);
    expect(rest.body).toMatchObject({ items: [{ kind: "grant", amount: 30, reason: "invoice 7" }], next_cursor: null });
  });

  test.each([
    [{ amount: 0, reason: "r" }, "value_error"],
    [{ amount: 1.5, reason: "r" }, "int_parsing"],
    [{ amount: "5", reason: "r" }, "int_parsing"],
    [{ amount: 1e12 + 1, reason: "r" }, "less_than_equal"],
    [{ amount: -1e12 - 1, reason: "r" }, "greater_than_equal"],
    [{ reason: "r" }, "missing"],
    [{ amount: null, reason: "r" }, "missing"],
  ])("an amount as in %j is refused", async (body, type) => {
    const { own, admin } = await withAdmin();
    const answer = await admin.ask(`POST /accounts/${own.id}/credits`, body);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [[type, "body", "amount"]]]);
    expect((await admin.ask(`GET /accounts/${own.id}`)).body.balance).toBe(100);
  });

  test("are not taken below what is available", async () => {
    const { service, own, admin } = await withAdmin();
    const hold = { id: "hold_a", accountId: own.id, keyId: admin.keyId, operation: "x", amount: 60 };
    await service.store.credits.hold({ ...hold, instance: "i", now: START });
    const answer = await admin.ask(`POST /accounts/${own.id}/credits`, { amount: -41, reason: "r" });
    expect(answer).toMatchObject({ status: 402, body: { code: "insufficient_credits", required: 41, available: 40 } });
    const all = await admin.ask(`POST /accounts/${own.id}/credits`, { amount: -40, reason: "r" });
    expect(all.body).toMatchObject({ balance: 60, held: 60, available: 0 });
    expect(await service.store.audit()).toEqual([]);
  });

  test("of the caller's own account are reported in the header", async () => {
    const { service, own, admin } = await withAdmin();
    const other = await service.newAccount();
    const answer = await admin.ask(`POST /accounts/${own.id}/credits`, { amount: 5, reason: "r" });
    expect(answer.headers.get("x-credits-remaining")).toBe("105");
    const foreign = await admin.ask(`POST /accounts/${other.id}/credits`, { amount: 5, reason: "r" });
    expect(foreign.headers.get("x-credits-remaining")).toBe("0");
  });

  test("are granted once for an Idempotency-Key", async () => {
    const { own, admin } = await withAdmin();
    const grant = () =>
      admin.ask(`POST /accounts/${own.id}/credits`, { amount: 5, reason: "r" }, { "idempotency-key": "grant-1" });
    const [first, second] = [await grant(), await grant()];
    expect([first.body.balance, second.body, second.headers.get("idempotency-replayed")]).toEqual([
      105,
      first.body,
      "true",
    ]);
    expect((await admin.ask(`GET /accounts/${own.id}`)).body.balance).toBe(105);
  });
});

test("an account that is not there is 404 everywhere", async () => {
  const { admin } = await withAdmin();
  const id = "acc_0000000000000000";
  for (const [request, body] of [
    [`GET /accounts/${id}`, undefined],
    [`PATCH /accounts/${id}`, { name: "x" }],
    [`POST /accounts/${id}/credits`, { amount: 1, reason: "r" }],
    [`GET /accounts/${id}/ledger`, undefined],
  ] as const) {
    expect(await admin.ask(request, body)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});
