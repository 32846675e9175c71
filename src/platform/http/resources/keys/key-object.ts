import { KEY_SCOPES } from "../../../auth/scopes.ts";
import type { Key } from "../../../store/key-store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { integer, listOf, objectSchema, orNull, text, time, timeOf, timeOrNull } from "../json.ts";
import { pageSchema } from "../paging.ts";

/** Returns a key as clients see it, without its secret. */
export const keyObject = (key: Key): object => ({
  key_id: key.id,
  account_id: key.accountId,
  name: key.name,
  mode: key.mode,
  scopes: key.scopes,
  rate_limit: key.rateLimit,
  concurrency: key.concurrency,
  expires_at: timeOrNull(key.expiresAt),
  allowed_addresses: key.allowedAddresses,
  revoked_at: timeOrNull(key.revokedAt),
  last_used_at: timeOrNull(key.lastUsedAt),
  created_at: timeOf(key.createdAt),
  created_by: key.createdBy,
  display: key.display,
});

const SECRET = text("The API key itself. It is shown only once: the service keeps no copy of it.");

const KEY = {
  key_id: text("Identifier of the key; not the key itself."),
  account_id: text("The account that the key's requests are charged to."),
  name: text("Name of the key."),
  mode: text("A test key is charged nothing and has lower limits.", { enum: ["live", "test"] }),
  scopes: {
    ...listOf({ type: "string", enum: Object.keys(KEY_SCOPES) }),
    description: "What the key may be used for.",
  },
  rate_limit: orNull(integer("Operations per minute; null: the service's default.")),
  concurrency: orNull(integer("Operations at the same time; null: the service's default.")),
  expires_at: orNull(time("Time from which the key no longer works; null: it does not expire.")),
  allowed_addresses: orNull({
    ...listOf(text("A network in CIDR form.")),
    description: "Networks of the clients that may use the key; null: any client.",
  }),
  revoked_at: orNull(time("Time at which the key was revoked; null: it has not been revoked.")),
  last_used_at: orNull(time("Time of the last use, to the minute; null: it has not been used.")),
  created_at: time("Time at which the key was created."),
  created_by: orNull(text("The key that created it; null: the service itself.")),
  display: text("First and last characters of the key, to recognise it by."),
};

export const keySchemas: JsonObject = {
  ...objectSchema("Key", KEY),
  ...objectSchema("NewKey", { ...KEY, key: SECRET }),
  ...objectSchema("RotatedKey", {
    ...KEY,
    key: SECRET,
    old_key_expires_at: time("Time from which the replaced secret no longer works."),
  }),
  ...pageSchema("KeyPage", "Key"),
};
