import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resourceService, START } from "./testing/resource-service.ts";

/* Every route that changes something leaves an entry, or stands here with the reason why it leaves none. */

/** The places of the answers before, by their names in the paths. */
type Places = Record<"account" | "key" | "webhook" | "slug", string>;

interface Change {
  readonly route: string;
  readonly action: string;
  readonly path?: (places: Places) => string;
  readonly body?: object;
}

const URL = "https://hooks.example/T0/secret-path";
const LETTER = { slug: "letter", name: "Letter", content: "<p>A secret text</p>" };

/** Requests that follow one another, one for each route that is audited. */
const CHANGES: readonly Change[] = [
  { route: "POST /accounts", action: "account.created", body: { name: "Acme", credits: 5 } },
  {
    route: "PATCH /accounts/{id}",
    action: "account.changed",
    path: ({ account }) => `/accounts/${account}`,
    body: { name: "Acme Ltd" },
  },
  {
    route: "POST /accounts/{id}/credits",
    action: "credits.adjusted",
    path: ({ account }) => `/accounts/${account}/credits`,
    body: { amount: 10, reason: "a gift" },
  },
  { route: "POST /keys", action: "key.created", body: { name: "ci" } },
  { route: "POST /keys/{id}/rotate", action: "key.rotated", path: ({ key }) => `/keys/${key}/rotate`, body: {} },
  { route: "DELETE /keys/{id}", action: "key.revoked", path: ({ key }) => `/keys/${key}` },
  { route: "POST /webhooks", action: "webhook.created", body: { url: URL } },
  {
    route: "PATCH /webhooks/{id}",
    action: "webhook.changed",
    path: ({ webhook }) => `/webhooks/${webhook}`,
    body: { description: "ops" },
  },
  {
    route: "POST /webhooks/{id}/rotate",
    action: "webhook.rotated",
    path: ({ webhook }) => `/webhooks/${webhook}/rotate`,
    body: {},
  },
  { route: "DELETE /webhooks/{id}", action: "webhook.deleted", path: ({ webhook }) => `/webhooks/${webhook}` },
  { route: "POST /webhooks/secret/rotate", action: "webhook_secret.created", body: {} },
  { route: "POST /templates", action: "template.created", body: LETTER },
  {
    route: "PUT /templates/{slug}",
    action: "template.changed",
    path: ({ slug }) => `/templates/${slug}`,
    body: { content: "<p>Another secret text</p>" },
  },
  {
    route: "PATCH /templates/{slug}",
    action: "template.changed",
    path: ({ slug }) => `/templates/${slug}`,
    body: { name: "Letters" },
  },
  { route: "DELETE /templates/{slug}", action: "template.deleted", path: ({ slug }) => `/templates/${slug}` },
];

/** Routes that change no account, credits, key, template, webhook or setting. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  "DELETE /jobs/{id}": "a job is work, not a setting; the ledger has what it was charged",
  "POST /jobs/{id}/cancel": "as above",
  "POST /estimate": "it changes nothing",
  "POST /templates/{slug}/preview": "it changes nothing",
  "POST /webhooks/{id}/test": "it sends an event, which the list of deliveries has",
  "POST /webhooks/{id}/deliveries/{delivery_id}/redeliver": "as above",
  "POST /webhooks/deliveries/{delivery_id}/redeliver": "as above",
};

/** Operations turn documents into others; their charges are in the ledger. */
const isOperation = (route: string): boolean => /^POST \/(?:convert|extract|ocr|pdf)\//.test(route);

async function changingRoutes(): Promise<readonly string[]> {
  const path = join(import.meta.dirname, "../../../../docs/openapi.json");
  const { paths } = Object(JSON.parse(await readFile(path, "utf8")));
  return Object.entries(Object(paths)).flatMap(([each, methods]) =>
    Object.keys(Object(methods))
      .filter((method) => ["post", "put", "patch", "delete"].includes(method))
      .map((method) => `${method.toUpperCase()} ${each.replace("/api/v1", "")}`),
  );
}

test("every route of the API description that changes something is audited, or is said not to be", async () => {
  const routes = (await changingRoutes()).filter((route) => !isOperation(route));
  expect(routes.toSorted()).toEqual([...CHANGES.map(({ route }) => route), ...Object.keys(NOT_AUDITED)].toSorted());
});

test("each change of the API leaves one entry with its author, and no secret", async () => {
  const service = await resourceService();
  const { ask, accountId, keyId } = await service.newCaller(await service.newAccount(), { scopes: ["*", "admin"] });
  const places: Places = { account: "", key: "", webhook: "", slug: LETTER.slug };
  let count = (await service.store.auditLog.list({ limit: 200 })).length;
  for (const { route, action, path, body } of CHANGES) {
    const [method = ""] = route.split(" ");
    const target = path?.(places) ?? route.slice(method.length + 1);
    const answer = await ask(`${method} ${target}` as Parameters<typeof ask>[0], body);
    expect(answer.status, route).toBeLessThan(300);
    places.account ||= String(answer.body?.account_id ?? "");
    places.key ||= String(answer.body?.key_id ?? "");
    places.webhook ||= String(answer.body?.webhook_id ?? answer.body?.endpoint_id ?? "");
    const found = await service.store.auditLog.list({ limit: 200 });
    expect(found.length, route).toBe(++count);
    expect(found[0], route).toMatchObject({
      action,
      outcome: "done",
      author: { kind: "key", keyId, accountId, requestId: expect.any(String), address: "127.0.0.1" },
      createdAt: START,
    });
    for (const secret of [answer.body?.key, answer.body?.secret, "secret-path", "secret text"]) {
      expect(JSON.stringify(found), route).not.toContain(secret ?? "secret-path");
    }
  }
});

test("the log is an administrator's, page by page, with filters", async () => {
  const service = await resourceService();
  const account = await service.newAccount("Acme", 5);
  const { ask: asCaller } = await service.newCaller(account);
  expect(await asCaller("GET /audit")).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
  const { ask, keyId } = await service.newCaller(account, { scopes: ["admin"] });
  await ask(`POST /accounts/${account.id}/credits`, { amount: -2, reason: "twice" });
  const { body } = await ask("GET /audit?limit=2");
  expect(body.items).toEqual([
    {
      entry_id: expect.any(Number),
      created_at: new Date(START).toISOString(),
      actor: "key",
      key_id: keyId,
      key_account_id: account.id,
      request_id: expect.any(String),
      address: "127.0.0.1",
      action: "credits.adjusted",
      outcome: "done",
      object_id: account.id,
      account_id: account.id,
      credits: -2,
      before: { balance: 5 },
      after: { balance: 3, reason: "twice" },
    },
    expect.objectContaining({ action: "key.created", actor: "service", key_id: null }),
  ]);
  const next = await ask(`GET /audit?limit=2&cursor=${body.next_cursor}`);
  expect(next.body.items.map((entry: { action: string }) => entry.action)).toEqual(["key.created", "account.created"]);
  expect(next.body.next_cursor).toBeNull();
  expect((await ask(`GET /audit?action=credits.adjusted&key_id=${keyId}&actor=key`)).body.items).toHaveLength(1);
  expect((await ask(`GET /audit?account_id=acc_other`)).body.items).toEqual([]);
  const later = new Date(START + 1).toISOString();
  expect((await ask(`GET /audit?from=${later}`)).body.items).toEqual([]);
  expect((await ask(`GET /audit?to=${later}&account_id=${account.id}`)).body.items).toHaveLength(4);
  expect((await ask("GET /audit?action=account.stolen")).status).toBe(422);
});
