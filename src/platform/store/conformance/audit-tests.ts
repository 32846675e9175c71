import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { AuditEntry, Author } from "../audit-store.ts";
import { COMMAND_LINE } from "../audit-store.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { DAY, MINUTE, NOW, newAccount } from "./scene.ts";

const ADMIN: Author = {
  kind: "key",
  keyId: "key_admin",
  accountId: "acc_admin",
  requestId: "req-1",
  address: "192.0.2.7",
};

const template = {
  name: "Letter",
  description: "",
  format: "html" as const,
  content: "<p>Dear {{name}}</p>",
  css: "",
  headerHtml: "",
  footerHtml: "",
  page: {},
  variablesSchema: null,
  sample: null,
  labels: null,
};

const bounds = { maxTemplates: 5, maxVersions: 5, maxBytes: 10_000 };

const secret = () => ({ hash: randomBytes(32), display: "quire_live_abc…wxyz" });

const newKey = (accountId: string) => ({
  id: newId.key(),
  accountId,
  name: "ci",
  mode: "live" as const,
  scopes: ["convert"] as const,
  rateLimit: null,
  concurrency: null,
  expiresAt: null,
  allowedAddresses: null,
  createdBy: null,
  secret: secret(),
  now: NOW,
});

export function auditTests(store: () => Store): void {
  const entries = async (filter: Partial<Parameters<Store["auditLog"]["list"]>[0]> = {}) =>
    store().auditLog.list({ limit: 100, ...filter });
  const lastOf = async (): Promise<AuditEntry | undefined> => (await entries({ limit: 1 }))[0];

  test("a change of credits is logged with its author, the amount, and the balance before and after", async () => {
    const { id } = await newAccount(store(), 40);
    const adjustment = { accountId: id, amount: -15, reason: "refunded twice", by: "key_admin", origin: "o", now: NOW };
    await store().attributedTo(ADMIN).accounts.adjust(adjustment);
    expect(await entries({ accountId: id })).toEqual([
      {
        id: expect.any(Number),
        author: ADMIN,
        action: "credits.adjusted",
        outcome: "done",
        objectId: id,
        accountId: id,
        credits: -15,
        before: { balance: 40 },
        after: { balance: 25, reason: "refunded twice" },
        createdAt: NOW,
      },
      expect.objectContaining({ action: "account.created", credits: 40, before: null, author: expect.anything() }),
    ]);
    await store().attributedTo(ADMIN).accounts.adjust(adjustment);
    expect(await entries({ accountId: id }), "the same request again changes nothing").toHaveLength(2);
    await store()
      .attributedTo(COMMAND_LINE)
      .accounts.adjust({ ...adjustment, origin: "p", amount: -1000 });
    expect(await lastOf()).toMatchObject({
      author: COMMAND_LINE,
      action: "credits.adjusted",
      outcome: "refused",
      credits: -1000,
      before: {},
    });
  });

  test("changes of accounts have the members that differ alone, and no change has no entry", async () => {
    const { id } = await newAccount(store());
    await store().accounts.change({ id, state: "disabled", now: NOW + 1 });
    expect(await lastOf()).toMatchObject({
      action: "account.changed",
      before: { state: "active" },
      after: { state: "disabled" },
      createdAt: NOW + 1,
    });
    await store().accounts.change({ id, state: "disabled", now: NOW + 2 });
    await store().accounts.change({ id: "acc_none", name: "x", now: NOW + 2 });
    expect(await entries()).toHaveLength(2);
    const first = await store().accounts.openFirst({ id: newId.account(), name: "first", monthlyGrant: 5, now: NOW });
    await store().accounts.openFirst({ id: newId.account(), name: "first", monthlyGrant: 5, now: NOW });
    await store().accounts.openFirst({ id: newId.account(), name: "first", monthlyGrant: 6, now: NOW });
    expect((await entries({ accountId: first.id })).map(({ action, after }) => [action, after])).toEqual([
      ["account.changed", { monthly_grant: 6 }],
      ["account.created", { name: "first", state: "active", monthly_grant: 5 }],
    ]);
  });

  test("keys are logged without their secrets", async () => {
    const { id: accountId } = await newAccount(store());
    const key = newKey(accountId);
    await store().keys.create(key);
    expect(await lastOf()).toMatchObject({
      action: "key.created",
      objectId: key.id,
      accountId,
      before: null,
      after: { name: "ci", scopes: ["convert"], display: key.secret.display },
    });
    await store().keys.rotate({ id: key.id, secret: secret(), oldExpireAt: NOW + MINUTE, now: NOW });
    expect(await lastOf()).toMatchObject({
      action: "key.rotated",
      before: {},
      after: { old_secrets_expire_at: new Date(NOW + MINUTE).toISOString() },
    });
    await store().keys.revoke({ id: key.id, now: NOW + 1 });
    await store().keys.revoke({ id: key.id, now: NOW + 2 });
    expect((await entries({ accountId, action: "key.revoked" })).map(({ after }) => after)).toEqual([
      { revoked_at: new Date(NOW + 1).toISOString() },
    ]);
    const configured = { accountId, name: "configured", scopes: ["*"] as const, now: NOW };
    const [one, other] = [secret(), secret()];
    for (const each of [one, one, other]) {
      await store().keys.configure({ ...configured, id: newId.key(), secret: each });
    }
    expect((await entries({ accountId, limit: 2 })).map(({ action }) => action)).toEqual([
      "key.changed",
      "key.created",
    ]);
    expect(await store().keys.create({ ...newKey(accountId), maxLive: 1 })).toEqual({ kind: "too_many" });
    expect(await lastOf()).toMatchObject({
      action: "key.created",
      outcome: "refused",
      objectId: null,
      accountId,
      after: null,
    });
  });

  test("templates are logged without their texts", async () => {
    const { id: accountId } = await newAccount(store());
    const place = { accountId, slug: "letter", bounds };
    await store().templates.create({ ...template, ...place, id: newId.template(), firstVersion: 1, now: NOW });
    await store().templates.change({ ...template, ...place, content: "<p>Hello</p>", now: NOW });
    await store().templates.change({ ...template, ...place, content: "<p>Hello</p>", now: NOW });
    await store().templates.remove({ accountId, slug: "letter", now: NOW });
    const found = await entries({ accountId });
    expect(found.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["template.deleted", { slug: "letter", version: 2, name: "Letter", format: "html" }, null],
      ["template.changed", { version: 1 }, { version: 2 }],
      ["template.created", null, { slug: "letter", version: 1, name: "Letter", format: "html" }],
      ["account.created", null, expect.anything()],
    ]);
  });

  test("webhooks are logged without their secrets and the paths of their addresses", async () => {
    const { id: accountId } = await newAccount(store());
    const place = { accountId, id: newId.webhook() };
    const url = "https://hooks.example/T0/secret-path";
    const made = { url, events: ["job.failed"] as const, description: "ops", sealed: "sealed-1", maxEndpoints: 3 };
    await store().webhooks.create({ ...place, ...made, now: NOW });
    await store().webhooks.change({ ...place, url: `${url}-2`, now: NOW });
    await store().webhooks.rotate({ ...place, sealed: "sealed-2", oldExpireAt: NOW + MINUTE, now: NOW });
    await store().webhooks.remove({ ...place, now: NOW });
    await store().webhooks.accountSecrets({ accountId, sealed: "sealed-3", now: NOW });
    await store().webhooks.accountSecrets({ accountId, sealed: "sealed-4", now: NOW });
    await store().webhooks.rotateAccountSecret({ accountId, sealed: "sealed-5", oldExpireAt: NOW, now: NOW });
    const found = await entries({ accountId });
    expect(found.map(({ action }) => action).toReversed()).toEqual([
      "account.created",
      "webhook.created",
      "webhook.changed",
      "webhook.rotated",
      "webhook.deleted",
      "webhook_secret.created",
      "webhook_secret.rotated",
    ]);
    expect(Object.keys(found.find(({ action }) => action === "webhook.changed")?.after ?? {})).toEqual(["url_sha256"]);
    expect(JSON.stringify(found)).not.toMatch(/secret-path|sealed-/);
  });

  test("settings that differ from the last start of the same kind of node are logged by name", async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- short, and of this test alone
    const record = (digests: Record<string, string>, node = "serve /data") =>
      store().auditLog.recordSettings({ node, digests, now: NOW });
    expect(await record({ A: "1", B: "2" })).toEqual([]);
    expect(await record({ A: "1", B: "2" })).toEqual([]);
    expect(await record({ A: "9", B: "9" }, "worker /data")).toEqual([]);
    expect(await entries()).toEqual([]);
    expect(await record({ A: "1", B: "3", C: "4" })).toEqual(["B", "C"]);
    expect(await entries()).toMatchObject([
      { action: "settings.changed", objectId: "serve /data", accountId: null, after: { changed: ["B", "C"] } },
    ]);
  });

  test("entries are listed newest first, page by page, and by account, author, action and time", async () => {
    const [one, other] = [await newAccount(store(), 0), await newAccount(store(), 0)];
    await store()
      .attributedTo(ADMIN)
      .accounts.change({ id: one.id, name: "B", now: NOW + 5 });
    await store()
      .attributedTo(COMMAND_LINE)
      .accounts.change({ id: one.id, name: "C", now: NOW + 9 });
    const all = await entries();
    expect(all.map(({ author }) => author.kind)).toEqual(["command_line", "key", "service", "service"]);
    expect(await entries({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await entries({ limit: 2, before: all[1]?.id })).toEqual(all.slice(2));
    expect(await entries({ accountId: other.id })).toEqual([all[2]]);
    expect(await entries({ actor: "command_line" })).toEqual([all[0]]);
    expect(await entries({ keyId: "key_admin" })).toEqual([all[1]]);
    expect(await entries({ action: "account.created" })).toEqual(all.slice(2));
    expect(await entries({ from: NOW + 5, to: NOW + 9 })).toEqual([all[1]]);
  });

  test("an entry is swept after 90 days, and not before", async () => {
    await newAccount(store(), 0);
    await store().jobs.sweep({ now: NOW + 90 * DAY, recordsBefore: 0 });
    expect(await entries()).toHaveLength(1);
    await store().jobs.sweep({ now: NOW + 90 * DAY + 1, recordsBefore: 0 });
    expect(await entries()).toEqual([]);
    // The clock has gone back: what is written since is younger than what may go.
    await newAccount(store(), 0);
    await store().jobs.sweep({ now: NOW, recordsBefore: 0 });
    expect(await entries()).toHaveLength(1);
  });
}
