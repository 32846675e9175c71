import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import {
  as,
  call,
  chargedBy,
  expectSameRefusal,
  expectUsable,
  type KeyObject,
  type List,
  moneyOf,
  newAccount,
  newClient,
  newKey,
  spend,
  UNKNOWN,
} from "./accounts.ts";
import { PDF_TO_IMAGE, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { letterPages } from "./documents.ts";
import { encodeForm } from "./multipart.ts";
import { filesWith } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* Contract, section 5, keys: their form, storage, fields, lifetime, rotation, the first key and test mode. */

const service = commonService();
const KEYS = "/api/v1/keys";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RFC_3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const MIB = 1_048_576;

/** Returns the checksum of a key's first part: its CRC-32 in six base62 digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const limits = (key: string): Promise<Reply> => call(service(), "GET", "/api/v1/limits", { key });

test("a new key has every member, its secret is in the answer once, and it works", async () => {
  const made = await newKey(service(), { name: "Printer" });
  expect(made).toEqual({
    key_id: expect.stringMatching(/^key_[a-z0-9]+$/),
    key: expect.stringMatching(/^quire_live_[0-9A-Za-z]{30}$/),
    account_id: expect.stringMatching(/^acc_[a-z0-9]+$/),
    name: "Printer",
    mode: "live",
    scopes: ["*"],
    rate_limit: null,
    concurrency: null,
    expires_at: null,
    allowed_addresses: null,
    revoked_at: null,
    last_used_at: null,
    created_at: expect.stringMatching(RFC_3339_UTC),
    created_by: expect.stringMatching(/^key_[a-z0-9]+$/),
    display: expect.any(String),
  });
  await expectUsable(service(), made.key);
  const shown = as<KeyObject>(await call(service(), "GET", `${KEYS}/${made.key_id}`));
  expect(shown).not.toHaveProperty("key");
  expect({ ...shown, last_used_at: null, key: made.key }).toEqual(made);
});

test.each(["live", "test"] as const)("the form of a %s key: 24 random characters and their CRC-32", async (mode) => {
  const { key, mode: reported } = await newKey(service(), { mode });
  expect(reported).toBe(mode);
  expect(key).toMatch(new RegExp(`^quire_${mode}_[0-9A-Za-z]{30}$`));
  expect(key.slice(-6)).toBe(checksum(key.slice(0, -6)));
});

test("display is the first 14 characters and the last 4", async () => {
  const { key, display } = await newKey(service());
  expect(display.startsWith(key.slice(0, 14))).toBe(true);
  expect(display.endsWith(key.slice(-4))).toBe(true);
  expect(display).not.toContain(key.slice(0, 15));
  expect(display).not.toContain(key.slice(-5));
});

test("created_by is the key that made it; the list has own keys, newest first, without secrets", async () => {
  const client = await newClient(service(), 0);
  const second = await newKey(service(), { name: "second" }, client.key);
  const third = await newKey(service(), { name: "third" }, second.key);
  expect([second.created_by, third.created_by]).toEqual([client.keyId, second.key_id]);
  expect([second.account_id, third.account_id]).toEqual([client.accountId, client.accountId]);
  const reply = await call(service(), "GET", KEYS, { key: client.key });
  const list = as<List<KeyObject>>(reply);
  expect(list.items.map(({ key_id }) => key_id)).toEqual([third.key_id, second.key_id, client.keyId]);
  expect(list.next_cursor).toBeNull();
  for (const { key } of [client, second, third]) {
    expect(reply.body.toString()).not.toContain(key);
  }
});

test("the list goes by limit and cursor, each key once", async () => {
  const client = await newClient(service(), 0);
  const made = [client.keyId];
  for (let count = 0; count < 4; count += 1) {
    made.unshift((await newKey(service(), {}, client.key)).key_id);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = as<List<KeyObject>>(await call(service(), "GET", `${KEYS}?limit=2${query}`, { key: client.key }));
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ key_id }) => key_id));
    cursor = page.next_cursor;
  } while (cursor !== null && seen.length < 20);
  expect(seen).toEqual(made);
});

test.each(["limit=0", "limit=-1", "limit=x", "limit="])("a list's %s is a fault of the query", async (query) => {
  const reply = await call(service(), "GET", `${KEYS}?${query}`);
  expectFault(reply, { loc: ["query", "limit"] });
});

test("last_used_at is set by use, in whole minutes", async () => {
  const { key, key_id } = await newKey(service());
  await expectUsable(service(), key);
  const lastUse = async () => as<KeyObject>(await call(service(), "GET", `${KEYS}/${key_id}`)).last_used_at;
  for (let attempt = 0; attempt < 100 && (await lastUse()) === null; attempt += 1) {
    await sleep(50);
  }
  const used = await lastUse();
  expect(used).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(\.0+)?Z$/);
  expect(Math.abs(Date.now() - Date.parse(String(used)))).toBeLessThan(125_000);
});

test("a deleted key is revoked: 204, then 401 revoked_api_key; the record stays", async () => {
  const { key, key_id } = await newKey(service());
  const gone = await call(service(), "DELETE", `${KEYS}/${key_id}`);
  expect([gone.status, gone.body.length]).toEqual([204, 0]);
  const refused = await limits(key);
  expectFailure(refused, 401, "revoked_api_key");
  expect(refused.headers["www-authenticate"]).toBe('ApiKey realm="api"');
  const shown = as<KeyObject>(await call(service(), "GET", `${KEYS}/${key_id}`));
  expect(shown.revoked_at).toMatch(RFC_3339_UTC);
  const again = await call(service(), "DELETE", `${KEYS}/${key_id}`);
  expect(again.status).toBe(204);
  expect(as<KeyObject>(await call(service(), "GET", `${KEYS}/${key_id}`)).revoked_at).toBe(shown.revoked_at);
});

test("a revoked key cannot be rotated back to life", async () => {
  const { key_id, key } = await newKey(service());
  await call(service(), "DELETE", `${KEYS}/${key_id}`);
  const rotated = await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: {} });
  expect(rotated.status).toBeGreaterThanOrEqual(400);
  expect(rotated.status).toBeLessThan(500);
  expectFailure(await limits(key), 401, "revoked_api_key");
});

test("an unknown key of the service's form and right checksum is invalid_api_key", async () => {
  const text = "quire_live_000000000000000000000000";
  expectFailure(await limits(text + checksum(text)), 401, "invalid_api_key");
});

test("unknown, wrongly summed and foreign keys are refused with one text", async () => {
  const text = "quire_live_000000000000000000000000";
  const replies = await Promise.all([text + checksum(text), `${text}000000`, "some-other-key"].map(limits));
  const details = replies.map((reply) => expectFailure(reply, 401, "invalid_api_key").detail);
  expect(new Set(details).size).toBe(1);
});

test("a key of foreign form that was revoked is as unknown as any", async () => {
  await withService({}, async (own) => {
    const admin = await newKey(own, { scopes: ["*", "admin"] });
    const foreign = as<List<KeyObject>>(await call(own, "GET", KEYS, { key: admin.key })).items.at(-1);
    expect(foreign?.scopes.toSorted()).toEqual(["*", "admin"]);
    expect((await call(own, "DELETE", `${KEYS}/${foreign?.key_id}`, { key: admin.key })).status).toBe(204);
    const revoked = await call(own, "GET", "/api/v1/limits", { key: own.key });
    const unknown = await call(own, "GET", "/api/v1/limits", { key: `${own.key}x` });
    const [one, two] = [revoked, unknown].map((reply) => expectFailure(reply, 401, "invalid_api_key").detail);
    expect(one).toBe(two);
  });
});

test("a key expires at expires_at: 401 expired_api_key", async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  const { key, key_id, expires_at } = await newKey(service(), { expires_at: expiresAt });
  expect(Date.parse(String(expires_at))).toBe(Date.parse(expiresAt));
  await expectUsable(service(), key);
  await sleep(Date.parse(expiresAt) - Date.now() + 100);
  expectFailure(await limits(key), 401, "expired_api_key");
  expect(as<KeyObject>(await call(service(), "GET", `${KEYS}/${key_id}`)).revoked_at).toBeNull();
});

test("expires_at may have an offset; it is reported in UTC", async () => {
  const made = await newKey(service(), { expires_at: "2099-01-01T02:00:00+02:00" });
  expect(made.expires_at).toMatch(/^2099-01-01T00:00:00(\.0+)?Z$/);
});

test("rotation gives a new secret, and the old one lives on for grace_seconds", async () => {
  const { key: old, key_id, ...before } = await newKey(service(), { name: "Rotated", rate_limit: 7, scopes: ["pdf"] });
  const reply = await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: { grace_seconds: 3 } });
  const rotatedAt = Date.now();
  const rotated = as<KeyObject & { readonly key: string }>(reply);
  expect(rotated.key).toMatch(/^quire_live_[0-9A-Za-z]{30}$/);
  expect(rotated.key).not.toBe(old);
  expect(rotated).toMatchObject({
    key_id,
    name: "Rotated",
    rate_limit: 7,
    scopes: ["pdf"],
    created_at: before.created_at,
  });
  expect(rotated.display.endsWith(rotated.key.slice(-4))).toBe(true);
  await expectUsable(service(), rotated.key);
  await expectUsable(service(), old);
  await sleep(rotatedAt + 3100 - Date.now());
  expectFailure(await limits(old), 401, "revoked_api_key");
  await expectUsable(service(), rotated.key);
});

test("grace_seconds 0 ends the old secret at once; without it, it lives on", async () => {
  const { key: old, key_id } = await newKey(service());
  const second = as<KeyObject>(await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: {} }));
  await expectUsable(service(), old);
  const third = as<KeyObject>(
    await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: { grace_seconds: 0 } }),
  );
  for (const ended of [second.key]) {
    expectFailure(await limits(String(ended)), 401, "revoked_api_key");
  }
  await expectUsable(service(), String(third.key));
});

test("rotation needs no body at all", async () => {
  const { key: old, key_id } = await newKey(service());
  const rotated = as<KeyObject>(await call(service(), "POST", `${KEYS}/${key_id}/rotate`));
  await expectUsable(service(), String(rotated.key));
  await expectUsable(service(), old);
});

test("after a rotation with grace, deleting the key ends both secrets", async () => {
  const { key: old, key_id } = await newKey(service());
  const rotated = as<KeyObject>(
    await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: { grace_seconds: 3600 } }),
  );
  await call(service(), "DELETE", `${KEYS}/${key_id}`);
  for (const ended of [old, String(rotated.key)]) {
    expectFailure(await limits(ended), 401, "revoked_api_key");
  }
});

test.each([-1, 0.5, "soon", 1e30])("grace_seconds %j is a fault", async (grace_seconds) => {
  const { key_id } = await newKey(service());
  const reply = await call(service(), "POST", `${KEYS}/${key_id}/rotate`, { value: { grace_seconds } });
  expectFault(reply, { loc: ["body", "grace_seconds"] });
});

test("a key may do what it was given after its maker is gone", async () => {
  const client = await newClient(service(), 3);
  const child = await newKey(service(), {}, client.key);
  await call(service(), "DELETE", `${KEYS}/${client.keyId}`, { key: child.key });
  expectFailure(await limits(client.key), 401, "revoked_api_key");
  expectOk(await spend(service(), child.key));
});

test("keys of other accounts are as unknown as those that never were", async () => {
  const [one, two] = [await newClient(service(), 0), await newClient(service(), 0)];
  const paths = [
    { method: "GET", rest: "" },
    { method: "DELETE", rest: "" },
    { method: "POST", rest: "/rotate", value: {} },
  ];
  for (const { method, rest, value } of paths) {
    const ask = (id: string): Promise<Reply> =>
      call(service(), method, `${KEYS}/${id}${rest}`, { key: one.key, value });
    const [foreign, unknown] = [await ask(two.keyId), await ask(UNKNOWN.key)];
    expectFailure(foreign, 404, "not_found");
    expectSameRefusal({ reply: foreign, id: two.keyId }, { reply: unknown, id: UNKNOWN.key });
  }
  await expectUsable(service(), two.key);
  const { items } = as<List<KeyObject>>(await call(service(), "GET", KEYS, { key: one.key }));
  expect(items.map(({ key_id }) => key_id)).toEqual([one.keyId]);
});

test("a key that is deleted while its request runs: the request is done and charged, the next is refused", async () => {
  const client = await newClient(service(), 10);
  const fields = [
    { name: "dpi", value: "72" },
    { name: "file", content: letterPages(1) },
  ];
  const { contentType, body } = encodeForm(fields);
  const connection = await Connection.open(service());
  const form = { "x-api-key": client.key, "content-type": contentType, "content-length": body.length };
  // The service asks for the body once the request has passed the checks that come before it.
  connection.write(head("POST", PDF_TO_IMAGE, { ...form, expect: "100-continue" }));
  expect((await connection.readReply("POST"))?.status).toBe(100);
  expect((await call(service(), "DELETE", `${KEYS}/${client.keyId}`)).status).toBe(204);
  expectFailure(await spend(service(), client.key), 401, "revoked_api_key");
  connection.write(body);
  const reply = await connection.readReply("POST");
  expect([reply?.status, reply && chargedBy(reply)]).toEqual([200, 1]);
  connection.destroy();
  expect(await moneyOf(service(), client.accountId)).toEqual([9, 0, 9]);
});

test("a test key: nothing is charged, ten requests a minute, 5 MB, and its keys are test keys", async () => {
  const account = await newAccount(service(), 0);
  const mode = { account_id: account.account_id, mode: "test" };
  const { key } = await newKey(service(), mode);
  const real = await spend(service(), key, { pages: 11 });
  expect(expectOk(real).headers["content-type"]).toBe("application/zip");
  expect([chargedBy(real), real.headers["x-ratelimit-limit"]]).toEqual([0, "10"]);
  expect(real.headers["x-credits-remaining"]).toBe("0");
  expect(await moneyOf(service(), account.account_id)).toEqual([0, 0, 0]);
  const large = await upload(service(), { path: PDF_TO_IMAGE, key, file: Buffer.alloc(5 * MIB) });
  expect(expectFailure(large, 413, "payload_too_large").limit_bytes).toBe(5 * MIB);
  const child = as<KeyObject>(await call(service(), "POST", KEYS, { key, value: { name: "x", mode: "test" } }), 201);
  expect(child.mode).toBe("test");
  expectFailure(
    await call(service(), "POST", KEYS, { key, value: { name: "x", mode: "live" } }),
    403,
    "insufficient_scope",
  );
});

test("5 MB of a test key's body are taken", async () => {
  const { key } = await newKey(service(), { mode: "test" });
  const frame = encodeForm([{ name: "file", content: Buffer.alloc(0) }]).body.length;
  const fits = await upload(service(), { path: PDF_TO_IMAGE, key, file: Buffer.alloc(5 * MIB - frame) });
  expectFailure(fits, 400, "unsupported_file_type");
});

test("no secret is written anywhere: not into the data directory, not into the log", async () => {
  await withService({ QUIRE_LOG_LEVEL: "trace" }, async (chatty) => {
    const made = await newKey(chatty, { name: "Secret" });
    const headers = { "idempotency-key": "make-a-key" };
    const remembered = as<KeyObject>(await call(chatty, "POST", KEYS, { value: { name: "Remembered" }, headers }), 201);
    const rotated = as<KeyObject>(await call(chatty, "POST", `${KEYS}/${made.key_id}/rotate`, { value: {} }));
    await expectUsable(chatty, String(rotated.key));
    for (const secret of [chatty.key, made.key, String(remembered.key), String(rotated.key)]) {
      expect(filesWith(secret, chatty.dataDirectory)).toBe("");
      expect(chatty.output()).not.toContain(secret);
    }
  });
});
