import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBoundsOf } from "../config/account-bounds.ts";
import { readConfig } from "../config/config.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { createCallers } from "./callers.ts";
import { openFirstKey } from "./first-account.ts";
import { displayOf, hasKeyForm, newApiKey } from "./key-form.ts";
import { hashSecret } from "./key-issuing.ts";
import { openPepper } from "./pepper.ts";
import { grants, mayGive } from "./scopes.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-auth-"));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await rm(directory, { recursive: true });
});

const bounds = {
  rateLimit: 120,
  readRateLimit: 600,
  concurrency: 8,
  account: accountBoundsOf(readConfig({})),
  limits: { uploadBytes: 100_000_000 },
};

/** Opens the store as one start of the service does, as far as keys are concerned. */
async function open(settings: Record<string, string> = {}, now = Date.now()) {
  const config = readConfig({ QUIRE_DATA_DIR: directory, ...settings });
  const pepper = await openPepper(directory);
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  opened.push(store);
  const { printOnce } = await openFirstKey(config, { store, pepper, now });
  return { store, pepper, printOnce, callers: createCallers(store, { pepper, bounds, now: () => now }) };
}
const opened: Store[] = [];

test("new keys have the documented form, and a changed character is noticed", () => {
  const key = newApiKey("live");
  expect(key).toMatch(/^quire_live_[0-9A-Za-z]{30}$/);
  expect(hasKeyForm(key)).toBe(true);
  const other = key[15] === "a" ? "b" : "a";
  expect(hasKeyForm(key.slice(0, 15) + other + key.slice(16))).toBe(false);
  expect(newApiKey("live")).not.toBe(key);
});

test("the checksum is the CRC-32 of all that precedes, in base62", () => {
  // The CRC-32 of "quire_live_000000000000000000000000" is 740208972 (by Python's zlib.crc32), in base62 "0o5qAO".
  expect(hasKeyForm("quire_live_0000000000000000000000000o5qAO")).toBe(true);
});

test("what is shown of a key does not give away a short one", () => {
  expect(displayOf("quire_live_0000000000000000000000000o5qAO")).toBe("quire_live_000…5qAO");
  expect(displayOf("eightchr")).toBe("ei…");
});

test("a key is made once, shown once, and survives a restart", async () => {
  const first = await open();
  const key = first.printOnce ?? "";
  expect(hasKeyForm(key)).toBe(true);
  const second = await open();
  expect(second.printOnce).toBeUndefined();
  for (const { callers } of [first, second]) {
    expect(await callers.lookUp(key)).toMatchObject({ kind: "accepted", caller: { rateLimit: 120, concurrency: 8 } });
    expect(await callers.lookUp(`${key}x`)).toEqual({ kind: "refused", code: "invalid_api_key" });
    expect(await callers.lookUp(undefined)).toEqual({ kind: "refused", code: "missing_api_key" });
    expect(await callers.lookUp("")).toEqual({ kind: "refused", code: "missing_api_key" });
  }
});

test("no key is in any file, and only the service's user can read what is kept", async () => {
  const configured = "imported-key-123456789";
  const made = (await open()).printOnce ?? "";
  const { callers } = await open({ QUIRE_BOOTSTRAP_API_KEY: configured });
  expect(await callers.lookUp(configured)).toMatchObject({ kind: "accepted" });
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    expect((await stat(path)).mode & 0o077, name).toBe(0);
    const content = await readFile(path);
    expect([content.includes(configured), content.includes(made)], name).toEqual([false, false]);
  }
});

test("another configured key takes the place of the one before", async () => {
  await open({ QUIRE_BOOTSTRAP_API_KEY: "first-key-0001" });
  const { callers } = await open({ QUIRE_BOOTSTRAP_API_KEY: "second-key-0002" });
  expect(await callers.lookUp("first-key-0001")).toEqual({ kind: "refused", code: "invalid_api_key" });
  expect(await callers.lookUp("second-key-0002")).toMatchObject({ kind: "accepted" });
});

test("only who has a whole key of the service's own form learns that it was revoked or is over", async () => {
  const now = Date.UTC(2026, 10, 22);
  const { store, pepper, callers } = await open({}, now);
  const [account] = await store.accounts.list({ limit: 1 });
  const make = (id: string, secret: string, expiresAt: number | null) =>
    store.keys.create({
      id,
      accountId: account?.id ?? "",
      name: id,
      mode: "live",
      scopes: ["*"],
      rateLimit: null,
      allowedAddresses: null,
      concurrency: null,
      expiresAt,
      createdBy: null,
      secret: { hash: hashSecret(secret, pepper), display: "" },
      now,
    });
  const [revoked, over, foreign] = [newApiKey("live"), newApiKey("live"), "a-foreign-form"];
  await make("key_revoked", revoked, null);
  await make("key_over", over, now);
  await make("key_foreign", foreign, now);
  await store.keys.revoke({ id: "key_revoked", now });
  expect(await callers.lookUp(revoked)).toEqual({ kind: "refused", code: "revoked_api_key" });
  expect(await callers.lookUp(over)).toEqual({ kind: "refused", code: "expired_api_key" });
  expect(await callers.lookUp(foreign)).toEqual({ kind: "refused", code: "invalid_api_key" });
});

test("`*` is everything except admin, and a key cannot give what it has not", () => {
  expect([grants(["*"], "pdf"), grants(["*"], "admin"), grants(["pdf"], "ocr"), grants(["pdf"], "pdf")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([
    mayGive(["*"], ["*"]),
    mayGive(["pdf"], ["*"]),
    mayGive(["*"], ["admin"]),
    mayGive(["admin"], ["*"]),
  ]).toEqual([true, false, false, true]);
});
