import { z } from "zod";
import { assert } from "../../../../kernel/assert.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import { issueSecret } from "../../../auth/key-issuing.ts";
import { isKeyScope, KEY_SCOPES } from "../../../auth/scopes.ts";
import { newId } from "../../../store/ids.ts";
import { MAX_ENDED_KEYS, MAX_FORMER_SECRETS } from "../../../store/key-store.ts";
import { type Resource, resource } from "../../resource/resource.ts";
import { unknownAccount } from "../accounts/account-object.ts";
import { invalidValue, storable } from "../faults.ts";
import { ref, timeOf } from "../json.ts";
import { pageAndOne, pageCursor, pageLimit, pageOf } from "../paging.ts";
import { keyObject } from "./key-object.ts";
import { accountFor, checkMayGive, checkMayRevoke, inheritedBounds, visibleKey } from "./key-rules.ts";

/*
 * The keys of an account (contract §5); an administrator's key reaches those of all accounts.
 */

const DAY_SECONDS = 86_400;

const common = { tag: "keys", scopes: ["account", "admin"] } as const;

const scopeNames = Object.keys(KEY_SCOPES).filter(isKeyScope);

const createKey = resource({
  ...common,
  method: "POST",
  path: "/api/v1/keys",
  operationId: "create_key",
  summary: "Create an API key",
  description:
    "The answer has the key itself, which is shown only once. A key makes no key that may do more, lives longer, or is " +
    "used from other addresses than itself, and a test key can only create test keys. Keys of another account, and higher limits, need the " +
    "scope `admin`.",
  body: z.object({
    name: storable(fields.textEvenEmpty({ minLength: 1, maxLength: 200 })).describe("Name of the key."),
    account_id: fields
      .optionalTextEvenEmpty({ maxLength: 64 })
      .describe("Account of the new key. Absent: the account of the key in use."),
    mode: fields
      .optionalChoice({ values: ["live", "test"] })
      .describe("Mode of the new key. Absent: that of the key in use."),
    scopes: fields.choices({ values: scopeNames, default: ["*"] }).describe("What the key may be used for."),
    expires_at: fields
      .optionalTime()
      .describe("Time from which the key no longer works. Absent: that of the key in use, if it has one."),
    rate_limit: fields
      .optionalJsonInteger({ min: 1, max: 1_000_000 })
      .describe("Operations per minute. Absent: as many as with the key in use."),
    concurrency: fields
      .optionalJsonInteger({ min: 1, max: 10_000 })
      .describe("Operations at the same time. Absent: as many as with the key in use."),
    allowed_addresses: fields
      .optionalNetworks({ maxItems: 100 })
      .describe(
        "Networks of the clients that may use the key, in CIDR form, or single addresses; requests from others are " +
          "answered 403 `address_not_allowed`. 0.0.0.0/0 is all of IPv4, ::/0 all of IPv6. Absent: as with the key in use.",
      ),
  }),
  example: { name: "Invoices", scopes: ["convert", "jobs"], rate_limit: 30 },
  answers: { 201: { description: "The new key.", schema: ref("NewKey") } },
  errors: [404, 409],
  async handle({ caller, body, baseUrl, origin }, services) {
    const { mode = caller.key.mode, scopes } = body;
    const inherited = inheritedBounds(caller);
    const wanted = {
      mode,
      scopes,
      rateLimit: body.rate_limit ?? inherited.rateLimit,
      concurrency: body.concurrency ?? inherited.concurrency,
      expiresAt: body.expires_at ?? inherited.expiresAt,
      allowedAddresses: body.allowed_addresses ?? inherited.allowedAddresses,
    };
    const now = services.now();
    if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
      throw invalidValue(["body", "expires_at"], "the time should be in the future", timeOf(wanted.expiresAt));
    }
    const accountId = accountFor(caller, body.account_id);
    checkMayGive(caller, wanted, services);
    const { secret, onFile } = issueSecret(mode, services.pepper);
    const { keys: maxLive } = services.accountBounds;
    const place = { id: newId.key(), accountId, name: body.name, createdBy: caller.key.id };
    const created = await services.store.keys.create({ ...place, ...wanted, maxLive, secret: onFile, origin, now });
    if (created.kind === "too_many") {
      throw new Failure(
        "too_many_keys",
        `The account has ${maxLive} keys that are neither revoked nor expired, the most that it may; revoke one first.`,
      );
    }
    if (created.kind === "unknown_account") {
      throw unknownAccount();
    }
    assert(created.kind === "created", "two random secrets differ");
    return {
      kind: "json",
      status: 201,
      value: { ...keyObject(created.key), key: secret },
      headers: { location: `${baseUrl}/api/v1/keys/${created.key.id}` },
      isSecret: true,
    };
  },
});

const listKeys = resource({
  ...common,
  method: "GET",
  path: "/api/v1/keys",
  operationId: "list_keys",
  summary: "List the keys of an account",
  description: `Newest first, the last ${MAX_ENDED_KEYS} that are revoked or expired included.`,
  query: z.object({
    account_id: fields
      .optionalText({ maxLength: 64 })
      .describe("An account other than the key's own; needs the scope `admin`."),
    limit: pageLimit(),
    cursor: pageCursor(),
  }),
  answers: { 200: { description: "A page of keys.", schema: ref("KeyPage") } },
  errors: [404],
  async handle({ caller, query: { account_id: wanted, limit, cursor } }, { store }) {
    const accountId = accountFor(caller, wanted);
    if (accountId !== caller.account.id && (await store.accounts.find(accountId)) === undefined) {
      throw unknownAccount();
    }
    const found = await store.keys.list({ accountId, limit: pageAndOne(limit), after: cursor });
    return { kind: "json", status: 200, value: pageOf(found, { limit, item: keyObject, cursor: ({ id }) => id }) };
  },
});

const getKey = resource({
  ...common,
  method: "GET",
  path: "/api/v1/keys/:id",
  operationId: "get_key",
  summary: "One key",
  answers: { 200: { description: "The key.", schema: ref("Key") } },
  errors: [404],
  async handle({ caller, path }, { store }) {
    return { kind: "json", status: 200, value: keyObject(await visibleKey(caller, path.id, store.keys)) };
  },
});

const revokeKey = resource({
  ...common,
  method: "DELETE",
  path: "/api/v1/keys/:id",
  operationId: "revoke_key",
  summary: "Revoke a key",
  description: "The key stops working with the next request. A key may revoke itself.",
  answers: { 204: { description: "The key is revoked." } },
  errors: [404],
  async handle({ caller, path }, services) {
    const { store } = services;
    const key = await visibleKey(caller, path.id, store.keys);
    checkMayRevoke(caller, key);
    await store.keys.revoke({ id: key.id, now: services.now() });
    return { kind: "nothing" };
  },
});

const rotateKey = resource({
  ...common,
  method: "POST",
  path: "/api/v1/keys/:id/rotate",
  operationId: "rotate_key",
  summary: "Give a key a new secret",
  description:
    "The answer has the new key itself, which is shown only once. The old one goes on working for `grace_seconds`, " +
    `and of former ones the last ${MAX_FORMER_SECRETS}.`,
  body: z.object({
    grace_seconds: fields
      .jsonIntegerOr({ min: 0, max: 30 * DAY_SECONDS, default: DAY_SECONDS })
      .describe("How long the old secret goes on working, in seconds."),
  }),
  answers: { 200: { description: "The key, with its new secret.", schema: ref("RotatedKey") } },
  errors: [404],
  async handle({ caller, path, body, origin }, services) {
    const { keys } = services.store;
    const key = await visibleKey(caller, path.id, keys);
    checkMayGive(caller, key, services);
    const { secret, onFile } = issueSecret(key.mode, services.pepper);
    const now = services.now();
    const oldExpireAt = now + body.grace_seconds * 1000;
    const rotated = await keys.rotate({ id: key.id, secret: onFile, oldExpireAt, origin, now });
    if (rotated === undefined) {
      throw invalidValue(["path", "id"], "a revoked key cannot be rotated");
    }
    return {
      kind: "json",
      status: 200,
      value: { ...keyObject(rotated), key: secret, old_key_expires_at: timeOf(oldExpireAt) },
      isSecret: true,
    };
  },
});

export const keysResources: readonly Resource[] = [createKey, listKeys, getKey, revokeKey, rotateKey];
