import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { assert } from "../../../kernel/assert.ts";
import { newId } from "../ids.ts";
import { type Key, MAX_ENDED_KEYS, MAX_FORMER_SECRETS, type SecretOnFile } from "../key-store.ts";
import type { Store } from "../store.ts";
import { DAY, MINUTE, NOW, newAccount } from "./scene.ts";

const newSecret = (display = "quire_live_abc…wxyz"): SecretOnFile => ({ hash: randomBytes(32), display });

const newKey = (accountId: string, changes: { secret?: SecretOnFile; origin?: string; name?: string } = {}) => ({
  id: newId.key(),
  accountId,
  name: "ci",
  mode: "test" as const,
  scopes: ["convert", "jobs"] as const,
  rateLimit: 5,
  concurrency: null,
  expiresAt: NOW + DAY,
  allowedAddresses: ["192.0.2.0/24", "2001:db8::/32"],
  createdBy: "key_admin",
  secret: newSecret(),
  now: NOW,
  ...changes,
});

/** No more at a time than a database of one connection each takes in turn. */
const AT_ONCE = 100;

async function created(store: Store, key: ReturnType<typeof newKey>): Promise<Key> {
  const result = await store.keys.create(key);
  assert(result.kind === "created", "the key was made");
  return result.key;
}

export function keyTests(store: () => Store): void {
  test("a key is looked up by its secret, with its account", async () => {
    const account = await newAccount(store());
    const request = newKey(account.id);
    const key = await created(store(), request);
    expect(key).toEqual({
      id: request.id,
      accountId: account.id,
      name: "ci",
      mode: "test",
      scopes: ["convert", "jobs"],
      rateLimit: 5,
      concurrency: null,
      expiresAt: NOW + DAY,
      allowedAddresses: ["192.0.2.0/24", "2001:db8::/32"],
      revokedAt: null,
      lastUsedAt: null,
      createdAt: NOW,
      createdBy: "key_admin",
      display: request.secret.display,
    });
    expect(await store().keys.lookUp(request.secret.hash)).toEqual({ key, account, secretExpiresAt: null });
    expect(await store().keys.find(key.id)).toEqual(key);
    expect(await store().keys.lookUp(randomBytes(32))).toBeUndefined();
    expect(await store().keys.find("key_none")).toBeUndefined();
  });

  test("no key for an account that does not exist, nor with another key's secret", async () => {
    expect(await store().keys.create(newKey("acc_none"))).toEqual({ kind: "unknown_account" });
    const { id } = await newAccount(store());
    const first = newKey(id);
    await created(store(), first);
    expect(await store().keys.create(newKey(id, { secret: first.secret }))).toEqual({ kind: "secret_taken" });
    expect(await store().keys.list({ limit: 10 })).toHaveLength(1);
  });

  test("creating with the same origin gives the key made before, with the new secret", async () => {
    const { id } = await newAccount(store());
    const first = newKey(id, { origin: "o" });
    const key = await created(store(), first);
    const second = newKey(id, { origin: "o", secret: newSecret("other") });
    expect(await created(store(), second)).toEqual({ ...key, display: "other" });
    expect(await store().keys.lookUp(first.secret.hash)).toBeUndefined();
    expect((await store().keys.lookUp(second.secret.hash))?.key.id).toBe(key.id);
    expect(await created(store(), { ...second, id: newId.key() })).toEqual({ ...key, display: "other" });
  });

  test("keys are listed newest first, of one account or of all, page by page", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    const a = await created(store(), newKey(one.id));
    const b = await created(store(), newKey(other.id));
    const c = await created(store(), newKey(one.id));
    const revoked = await store().keys.revoke({ id: c.id, now: NOW });
    expect(await store().keys.list({ limit: 10 })).toEqual([revoked, b, a]);
    expect(await store().keys.list({ accountId: one.id, limit: 1 })).toEqual([revoked]);
    expect(await store().keys.list({ accountId: one.id, limit: 10, after: c.id })).toEqual([a]);
  });

  test("a key stays revoked from the first time and is not rotated", async () => {
    const { id: accountId } = await newAccount(store());
    const { id } = await created(store(), newKey(accountId));
    expect(await store().keys.revoke({ id, now: NOW })).toMatchObject({ revokedAt: NOW });
    expect(await store().keys.revoke({ id, now: NOW + 5 })).toMatchObject({ revokedAt: NOW });
    expect(await store().keys.revoke({ id: "key_none", now: NOW })).toBeUndefined();
    const rotation = { secret: newSecret(), oldExpireAt: NOW, now: NOW };
    expect(await store().keys.rotate({ id, ...rotation })).toBeUndefined();
    expect(await store().keys.rotate({ id: "key_none", ...rotation })).toBeUndefined();
  });

  test("after rotations each old secret keeps its earliest end", async () => {
    const { id: accountId } = await newAccount(store());
    const request = newKey(accountId);
    const { id } = await created(store(), request);
    const secrets = [request.secret, newSecret("second"), newSecret("third")] as const;
    const rotated = await store().keys.rotate({ id, secret: secrets[1], oldExpireAt: NOW + MINUTE, now: NOW });
    expect(rotated).toMatchObject({ id, display: "second", allowedAddresses: request.allowedAddresses });
    await store().keys.rotate({ id, secret: secrets[2], oldExpireAt: NOW + 2 * MINUTE, now: NOW });
    const found = await Promise.all(secrets.map(({ hash }) => store().keys.lookUp(hash)));
    expect(found.map((lookup) => [lookup?.key.id, lookup?.key.display, lookup?.secretExpiresAt])).toEqual([
      [id, "third", NOW + MINUTE],
      [id, "third", NOW + 2 * MINUTE],
      [id, "third", null],
    ]);
  });

  test("of former secrets the last ten work, however long they were to", async () => {
    const { id: accountId } = await newAccount(store());
    const request = newKey(accountId);
    const { id } = await created(store(), request);
    const secrets = [request.secret];
    for (let count = 1; count <= MAX_FORMER_SECRETS + 2; count++) {
      const secret = newSecret();
      secrets.push(secret);
      await store().keys.rotate({ id, secret, oldExpireAt: NOW + DAY + count, now: NOW });
    }
    const found = await Promise.all(secrets.map(({ hash }) => store().keys.lookUp(hash)));
    expect(found.map((lookup) => lookup !== undefined)).toEqual([
      false,
      false,
      ...Array(MAX_FORMER_SECRETS + 1).fill(true),
    ]);
  });

  test.runIf(IS_FULL)("as many ended keys of an account are kept as may be, and all that no key made", async () => {
    const [{ id: accountId }, other] = [await newAccount(store()), await newAccount(store())];
    const configured = { ...newKey(accountId), createdBy: null };
    const kept = await created(store(), newKey(other.id));
    await store().keys.create(configured);
    const made: Key[] = [];
    while (made.length <= MAX_ENDED_KEYS) {
      const group = Array.from({ length: Math.min(AT_ONCE, MAX_ENDED_KEYS + 1 - made.length) });
      made.push(...(await Promise.all(group.map(() => created(store(), newKey(accountId))))));
    }
    for (let at = 0; at < made.length; at += AT_ONCE) {
      await Promise.all(made.slice(at, at + AT_ONCE).map(({ id }) => store().keys.revoke({ id, now: NOW })));
    }
    await store().keys.revoke({ id: kept.id, now: NOW });
    await store().keys.revoke({ id: configured.id, now: NOW });
    await created(store(), newKey(accountId));
    const [first, second] = await store().keys.list({ accountId, limit: 2 });
    expect(first?.revokedAt).toBeNull();
    expect(await store().keys.list({ accountId, limit: 5000 })).toHaveLength(MAX_ENDED_KEYS + 2);
    expect(second?.revokedAt).toBe(NOW);
    expect(await store().keys.find(kept.id)).toBeDefined();
    expect(await store().keys.lookUp(configured.secret.hash)).toBeDefined();
  });

  test("rotating with the same origin replaces only the secret that it made", async () => {
    const { id: accountId } = await newAccount(store());
    const request = newKey(accountId);
    const { id } = await created(store(), request);
    const rotate = (secret: SecretOnFile, origin: string, oldExpireAt = NOW + MINUTE) =>
      store().keys.rotate({ id, secret, oldExpireAt, origin, now: NOW });
    const [lost, again, next, late] = [
      newSecret("lost"),
      newSecret("again"),
      newSecret("next"),
      newSecret("late"),
    ] as const;
    await rotate(lost, "o1");
    expect(await rotate(again, "o1", NOW + 9)).toMatchObject({ display: "again" });
    expect(await store().keys.lookUp(lost.hash)).toBeUndefined();
    expect(await store().keys.lookUp(request.secret.hash)).toMatchObject({ secretExpiresAt: NOW + MINUTE });
    await rotate(next, "o2", NOW + 3 * MINUTE);
    expect(await rotate(late, "o1")).toMatchObject({ display: "next" });
    expect(await store().keys.lookUp(again.hash)).toBeUndefined();
    expect(await store().keys.lookUp(late.hash)).toMatchObject({ secretExpiresAt: NOW + 3 * MINUTE });
  });

  test("the configured key has one secret, whatever it had before", async () => {
    const { id: accountId } = await newAccount(store());
    const [one, two] = [newSecret("one"), newSecret("two")] as const;
    const configured = { accountId, name: "configured", scopes: ["*", "admin"] as const, now: NOW };
    const { key, change } = await store().keys.configure({ ...configured, id: newId.key(), secret: one });
    expect(change).toBe("made");
    expect(key).toMatchObject({
      name: "configured",
      mode: "live",
      scopes: ["*", "admin"],
      allowedAddresses: null,
      createdBy: null,
      display: "one",
    });
    expect(await store().keys.configure({ ...configured, id: newId.key(), secret: one })).toEqual({
      key,
      change: "unchanged",
    });
    const { key: changed, change: second } = await store().keys.configure({
      ...configured,
      id: newId.key(),
      secret: two,
    });
    expect(second).toBe("replaced");
    expect(changed).toEqual({ ...key, display: "two" });
    expect(await store().keys.lookUp(one.hash)).toBeUndefined();
    expect(await store().keys.lookUp(two.hash)).toMatchObject({ key: changed, secretExpiresAt: null });
  });

  test("a configured key that was revoked does not come back with its secret", async () => {
    const { id: accountId } = await newAccount(store());
    const configured = { accountId, name: "configured", scopes: ["admin"] as const, now: NOW };
    const secret = newSecret();
    const { key } = await store().keys.configure({ ...configured, id: newId.key(), secret });
    await store().keys.revoke({ id: key.id, now: NOW });
    expect(await store().keys.configure({ ...configured, id: newId.key(), secret })).toMatchObject({
      key: { id: key.id, revokedAt: NOW },
      change: "revoked",
    });
    const { key: fresh } = await store().keys.configure({ ...configured, id: newId.key(), secret: newSecret() });
    expect(fresh).toMatchObject({ revokedAt: null });
    expect(fresh.id).not.toBe(key.id);
  });

  test("the last use is kept to the minute and never goes back", async () => {
    const { id: accountId } = await newAccount(store());
    const { id } = await created(store(), newKey(accountId));
    await store().keys.touch([
      { id, at: NOW + MINUTE + 999 },
      { id: "key_none", at: NOW },
    ]);
    await store().keys.touch([{ id, at: NOW }]);
    expect(await store().keys.find(id)).toMatchObject({ lastUsedAt: NOW + MINUTE });
  });
}
