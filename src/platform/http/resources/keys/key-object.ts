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
  revoked_at: timeOrNull(key.revokedAt),
  last_used_at: timeOrNull(key.lastUsedAt),
  created_at: timeOf(key.createdAt),
  created_by: key.createdBy,
  display: key.display,
});

const SECRET = text("The API key itself. It is shown this once; the service does not keep it.");

const KEY = {
  key_id: text("Names the key; it is not the key."),
  account_id: text("The account that its requests are charged to."),
  name: text("For people."),
  mode: text("A test key is charged nothing and may do little.", { enum: ["live", "test"] }),
  scopes: { ...listOf({ type: "string", enum: Object.keys(KEY_SCOPES) }), description: "What it may be used for." },
  rate_limit: orNull(integer("Operations per minute; null: the service's default.")),
  concurrency: orNull(integer("Operations at the same time; null: the service's default.")),
  expires_at: orNull(time("From then on it does not work; null: it does not expire.")),
  revoked_at: orNull(time("Since then it does not work; null: it has not been revoked.")),
  last_used_at: orNull(time("To the minute; null: it has not been used.")),
  created_at: time("When it was made."),
  created_by: orNull(text("The key that made it; null: the service itself.")),
  display: text("Its first and last characters, by which its owner knows it."),
};

export const keySchemas: JsonObject = {
  ...objectSchema("Key", KEY),
  ...objectSchema("NewKey", { ...KEY, key: SECRET }),
  ...objectSchema("RotatedKey", {
    ...KEY,
    key: SECRET,
    old_key_expires_at: time("From then on the secret that was replaced does not work."),
  }),
  ...pageSchema("KeyPage", "Key"),
};
