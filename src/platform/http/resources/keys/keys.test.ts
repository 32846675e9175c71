import { describe, expect, test } from "vitest";
import { faultsOf, resourceService, START } from "../testing/resource-service.ts";

/** Starts a service with two accounts, an ordinary key and an administrator's. */
async function withKeys() {
  const service = await resourceService();
  const [own, other] = [await service.newAccount("Own"), await service.newAccount("Other")];
  const user = await service.newCaller(own);
  const admin = await service.newCaller(other, { scopes: ["*", "admin"] });
  return { service, own, other, user, admin };
}

const insufficientScope = { status: 403, body: { code: "insufficient_scope" } };
const shut = { status: 403, body: { code: "insufficient_scope" } };
const notFound = { status: 404, body: { code: "not_found" } };

describe("making a key", () => {
  test("shows the key once, and it works", async () => {
    const { service, own, user } = await withKeys();
    const made = await user.ask("POST /keys", { name: "CI" });
    expect(made).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^quire_live_[0-9A-Za-z]{30}$/) } });
    const { key, ...rest } = made.body;
    expect(rest).toEqual({
      key_id: expect.stringMatching(/^key_[a-z0-9]{16}$/),
      account_id: own.id,
      name: "CI",
      mode: "live",
      scopes: ["*"],
      rate_limit: null,
      concurrency: null,
      expires_at: null,
      allowed_addresses: null,
      revoked_at: null,
      last_used_at: null,
      created_at: "2030-05-15T12:00:00.123Z",
      created_by: user.keyId,
      display: `${key.slice(0, 14)}…${key.slice(-4)}`,
    });
    expect(made.headers.get("location")).toBe(`https://pdf.example/api/v1/keys/${rest.key_id}`);
    const read = () => service.askWith(key)(`GET /keys/${rest.key_id}`);
    // The use of a key is noted beside the request.
    const used = { status: 200, body: { ...rest, last_used_at: "2030-05-15T12:00:00.000Z" } };
    await expect.poll(read).toMatchObject(used);
    expect((await read()).body.key).toBeUndefined();
  });

  test("takes scopes, bounds and an end", async () => {
    const { user } = await withKeys();
    const wanted = {
      scopes: ["pdf", "Convert"],
      rate_limit: 120,
      concurrency: 8,
      expires_at: "2030-06-01T02:00:00+02:00",
    };
    expect((await user.ask("POST /keys", { name: "k", mode: "test", ...wanted })).body).toMatchObject({
      key: expect.stringMatching(/^quire_test_/),
      mode: "test",
      scopes: ["pdf", "convert"],
      rate_limit: 120,
      concurrency: 8,
      expires_at: "2030-06-01T00:00:00.000Z",
    });
  });

  test("reports all that is wrong at once", async () => {
    const { user } = await withKeys();
    const wrong = {
      mode: "beta",
      scopes: ["pdf", "root"],
      expires_at: "tomorrow",
      rate_limit: 0,
      concurrency: 10_001,
      account_id: 5,
    };
    expect(faultsOf(await user.ask("POST /keys", wrong))).toEqual([
      ["missing", "body", "name"],
      ["string_type", "body", "account_id"],
      ["enum", "body", "mode"],
      ["enum", "body", "scopes", 1],
      ["value_error", "body", "expires_at"],
      ["greater_than_equal", "body", "rate_limit"],
      ["less_than_equal", "body", "concurrency"],
    ]);
  });

  test("does not end in the past", async () => {
    const { user } = await withKeys();
    const answer = await user.ask("POST /keys", { name: "k", expires_at: new Date(START).toISOString() });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [["value_error", "body", "expires_at"]]]);
  });

  test("gives no scope that the asking key does not have", async () => {
    const { service, own, user, admin } = await withKeys();
    const narrow = await service.newCaller(own, { scopes: ["account", "pdf"] });
    expect(await narrow.ask("POST /keys", { name: "k" })).toMatchObject(insufficientScope);
    expect(await narrow.ask("POST /keys", { name: "k", scopes: ["pdf"] })).toMatchObject({ status: 201 });
    expect(await user.ask("POST /keys", { name: "k", scopes: ["admin"] })).toMatchObject(insufficientScope);
    expect(await admin.ask("POST /keys", { name: "k", scopes: ["admin"] })).toMatchObject({ status: 201 });
  });

  test("gives no key that may more or lives longer than the asking key, and what is left out is the asking key's", async () => {
    const { user, admin, own, service } = await withKeys();
    const [expires_at, later] = ["2030-06-01T00:00:00.000Z", "2030-06-01T00:00:00.001Z"];
    const bounds = { rate_limit: 5, concurrency: 2, expires_at };
    const { key, key_id: id } = (await user.ask("POST /keys", { name: "narrow", ...bounds })).body;
    const narrow = service.askWith(key);
    expect((await narrow("POST /keys", { name: "k" })).body).toMatchObject(bounds);
    for (const more of [{ rate_limit: 6 }, { concurrency: 3 }, { expires_at: later }]) {
      expect(await narrow("POST /keys", { name: "k", ...more })).toMatchObject(insufficientScope);
    }
    expect(await narrow(`POST /keys/${user.keyId}/rotate`)).toMatchObject(insufficientScope);
    expect(await narrow(`POST /keys/${id}/rotate`)).toMatchObject({ status: 200 });
    const grand = await admin.ask("POST /keys", { name: "grand", account_id: own.id, rate_limit: 500 });
    const made = await service.askWith(grand.body.key)("POST /keys", { name: "k" });
    expect(made.body.rate_limit).toBe(500);
  });

  test("takes the networks that may use it, in one form, and shows them", async () => {
    const { user } = await withKeys();
    const wanted = ["192.0.2.77/24", "2001:DB8::/32", "::ffff:198.51.100.7", "192.0.2.0/24"];
    const made = await user.ask("POST /keys", { name: "k", allowed_addresses: wanted });
    const networks = ["192.0.2.0/24", "2001:db8::/32", "198.51.100.7/32"];
    expect(made).toMatchObject({ status: 201, body: { allowed_addresses: networks } });
    expect((await user.ask(`GET /keys/${made.body.key_id}`)).body.allowed_addresses).toEqual(networks);
    expect((await user.ask("GET /keys")).body.items[0].allowed_addresses).toEqual(networks);
    expect((await user.ask(`POST /keys/${made.body.key_id}/rotate`)).body.allowed_addresses).toEqual(networks);
  });

  test.each([
    ["no networks", [], ["too_short", "body", "allowed_addresses"]],
    ["more than 100", Array.from({ length: 101 }, (_, n) => `10.0.0.${n}`), ["too_long", "body", "allowed_addresses"]],
    ["no list", "10.0.0.0/8", ["value_error", "body", "allowed_addresses"]],
    ["a number", [10], ["string_type", "body", "allowed_addresses", 0]],
    ["a name", ["10.0.0.0/8", "office"], ["value_error", "body", "allowed_addresses", 1]],
    ["a prefix that is too long", ["10.0.0.0/33"], ["value_error", "body", "allowed_addresses", 0]],
  ])("%s as networks are refused, and said", async (_, allowed, fault) => {
    const { user } = await withKeys();
    const answer = await user.ask("POST /keys", { name: "k", allowed_addresses: allowed });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
  });

  test("gives no key that is used from elsewhere than the asking key, also an administrator's", async () => {
    const { service, user, admin } = await withKeys();
    const allowed = { allowed_addresses: ["127.0.0.0/8", "10.1.0.0/16"] };
    for (const scopes of [["*"], ["*", "admin"]]) {
      const maker = scopes.includes("admin") ? admin : user;
      const { key } = (await maker.ask("POST /keys", { name: "narrow", scopes, ...allowed })).body;
      const narrow = service.askWith(key);
      expect((await narrow("POST /keys", { name: "k" })).body).toMatchObject(allowed);
      const within = { allowed_addresses: ["127.0.0.1/32", "10.1.2.0/24"] };
      expect((await narrow("POST /keys", { name: "k", ...within })).body).toMatchObject(within);
      for (const wider of [["0.0.0.0/0"], ["127.0.0.0/8", "10.0.0.0/8"], ["::/0"]]) {
        expect(await narrow("POST /keys", { name: "k", allowed_addresses: wider })).toMatchObject(insufficientScope);
      }
      expect(await narrow(`POST /keys/${maker.keyId}/rotate`)).toMatchObject(insufficientScope);
    }
  });

  test("a test key makes test keys only", async () => {
    const { service, own } = await withKeys();
    const tester = await service.newCaller(own, { mode: "test" });
    expect(await tester.ask("POST /keys", { name: "k", mode: "live" })).toMatchObject(insufficientScope);
    expect((await tester.ask("POST /keys", { name: "k" })).body.mode).toBe("test");
  });

  test.each([
    ["rate_limit", 121],
    ["concurrency", 9],
  ])("a %s above the default takes an administrator", async (name, value) => {
    const { user, admin } = await withKeys();
    expect(await user.ask("POST /keys", { name: "k", [name]: value })).toMatchObject(insufficientScope);
    expect((await admin.ask("POST /keys", { name: "k", [name]: value })).body[name]).toBe(value);
  });

  test("another account is there for administrators only", async () => {
    const { own, other, user, admin } = await withKeys();
    const refusals = await Promise.all(
      [other.id, "acc_0000000000000000"].map((id) => user.ask("POST /keys", { name: "k", account_id: id })),
    );
    expect(refusals).toMatchObject([shut, shut]);
    expect((await user.ask("POST /keys", { name: "k", account_id: own.id })).body.account_id).toBe(own.id);
    expect((await admin.ask("POST /keys", { name: "k", account_id: own.id })).body.account_id).toBe(own.id);
    expect(await admin.ask("POST /keys", { name: "k", account_id: "acc_0000000000000000" })).toMatchObject(notFound);
  });

  test("is repeated with the same secret for the same sender only", async () => {
    const { service, own, user } = await withKeys();
    const repeatable = { "idempotency-key": "make-1" };
    const first = await user.ask("POST /keys", { name: "k" }, repeatable);
    const again = await user.ask("POST /keys", { name: "k" }, repeatable);
    expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([201, first.body, "true"]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const colleague = await service.newCaller(own);
    const stolen = await colleague.ask("POST /keys", { name: "k" }, repeatable);
    expect(stolen).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    expect(JSON.stringify(stolen.body)).not.toContain(first.body.key);
  });
});

test("keys are listed newest first, only those of the caller's account", async () => {
  const { service, own, user, admin } = await withKeys();
  service.clock.now += 1;
  const second = await service.newCaller(own);
  const page = await user.ask("GET /keys?limit=1");
  expect(page.body.items).toMatchObject([{ key_id: second.keyId }]);
  const last = await user.ask(`GET /keys?limit=1&cursor=${page.body.next_cursor}`);
  expect(last.body).toMatchObject({ items: [{ key_id: user.keyId }], next_cursor: null });
  expect((await admin.ask("GET /keys")).body.items).toMatchObject([{ key_id: admin.keyId }]);
});

test("the keys of other accounts are there for administrators only", async () => {
  const { own, other, user, admin } = await withKeys();
  expect((await admin.ask(`GET /keys?account_id=${own.id}`)).body.items).toMatchObject([{ key_id: user.keyId }]);
  expect(await admin.ask("GET /keys?account_id=acc_0000000000000000")).toMatchObject(notFound);
  expect(await user.ask(`GET /keys?account_id=${other.id}`)).toMatchObject(shut);
  expect(await user.ask(`GET /keys/${admin.keyId}`)).toMatchObject(notFound);
  expect(await user.ask(`DELETE /keys/${admin.keyId}`)).toMatchObject(notFound);
  expect(await user.ask(`POST /keys/${admin.keyId}/rotate`)).toMatchObject(notFound);
  expect(await user.ask("GET /keys/key_0000000000000000")).toMatchObject(notFound);
  expect((await admin.ask(`GET /keys/${user.keyId}`)).body.account_id).toBe(own.id);
});

describe("revoking", () => {
  test("ends a key at once, also the one that asks", async () => {
    const { service, own, user } = await withKeys();
    const other = await service.newCaller(own);
    const revoked = await user.ask(`DELETE /keys/${other.keyId}`);
    expect([revoked.status, revoked.body]).toEqual([204, undefined]);
    expect(await other.ask("GET /keys")).toMatchObject({ status: 401, body: { code: "revoked_api_key" } });
    expect((await user.ask(`DELETE /keys/${other.keyId}`)).status).toBe(204);
    expect((await user.ask(`GET /keys/${other.keyId}`)).body.revoked_at).toBe("2030-05-15T12:00:00.123Z");
    expect((await user.ask(`DELETE /keys/${user.keyId}`)).status).toBe(204);
    expect((await user.ask("GET /keys")).status).toBe(401);
  });

  test("an administrator's key takes an administrator", async () => {
    const { service, other, admin } = await withKeys();
    const colleague = await service.newCaller(other);
    expect(await colleague.ask(`DELETE /keys/${admin.keyId}`)).toMatchObject(insufficientScope);
    expect((await admin.ask("GET /keys")).status).toBe(200);
  });
});

describe("rotating", () => {
  test("gives a new secret; the old one works for a while", async () => {
    const { service, user } = await withKeys();
    const rotated = await user.ask(`POST /keys/${user.keyId}/rotate`, { grace_seconds: 60 });
    expect(rotated).toMatchObject({
      status: 200,
      body: { key_id: user.keyId, old_key_expires_at: new Date(START + 60_000).toISOString() },
    });
    const fresh = service.askWith(rotated.body.key);
    expect([(await user.ask("GET /keys")).status, (await fresh("GET /keys")).status]).toEqual([200, 200]);
    service.clock.now += 60_000;
    expect([(await user.ask("GET /keys")).status, (await fresh("GET /keys")).status]).toEqual([401, 200]);
  });

  test("has a day of grace unless another one is asked for, or none", async () => {
    const { service, user } = await withKeys();
    const rotated = await user.ask(`POST /keys/${user.keyId}/rotate`);
    expect(rotated.body.old_key_expires_at).toBe(new Date(START + 86_400_000).toISOString());
    const fresh = service.askWith(rotated.body.key);
    expect((await fresh(`POST /keys/${user.keyId}/rotate`, { grace_seconds: 0 })).status).toBe(200);
    expect([(await user.ask("GET /keys")).status, (await fresh("GET /keys")).status]).toEqual([401, 401]);
  });

  test.each([-1, 2_592_001, "60", 1.5])("grace_seconds %j is refused", async (grace) => {
    const { user } = await withKeys();
    const answer = await user.ask(`POST /keys/${user.keyId}/rotate`, { grace_seconds: grace });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ["body", "grace_seconds"]]);
  });

  test("does not give out the secret of a key that may do more", async () => {
    const { service, own, other, user, admin } = await withKeys();
    const colleague = await service.newCaller(other);
    expect(await colleague.ask(`POST /keys/${admin.keyId}/rotate`)).toMatchObject(insufficientScope);
    const narrow = await service.newCaller(own, { scopes: ["account"] });
    expect(await narrow.ask(`POST /keys/${user.keyId}/rotate`)).toMatchObject(insufficientScope);
    const tester = await service.newCaller(own, { mode: "test" });
    expect(await tester.ask(`POST /keys/${user.keyId}/rotate`)).toMatchObject(insufficientScope);
  });

  test("a revoked key stays as it is", async () => {
    const { service, own, user } = await withKeys();
    const other = await service.newCaller(own);
    await user.ask(`DELETE /keys/${other.keyId}`);
    const answer = await user.ask(`POST /keys/${other.keyId}/rotate`);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [["value_error", "path", "id"]]]);
  });
});

test("keys take a scope that says so", async () => {
  const { service, own } = await withKeys();
  const narrow = await service.newCaller(own, { scopes: ["pdf"] });
  expect(await narrow.ask("GET /keys")).toMatchObject(insufficientScope);
  const operator = await service.newCaller(own, { scopes: ["admin"] });
  expect((await operator.ask("GET /keys")).status).toBe(200);
});
