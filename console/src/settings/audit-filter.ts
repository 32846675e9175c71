import type { components, operations } from "../api/schema.d.ts";

export type AuditEntry = components["schemas"]["AuditEntry"];
type Query = NonNullable<operations["list_audit"]["parameters"]["query"]>;

/** What is entered to find entries; an empty text finds all. Times are those of a field, in the user's zone. */
export interface AuditFilter {
  readonly action: AuditEntry["action"] | "";
  readonly actor: AuditEntry["actor"] | "";
  readonly accountId: string;
  readonly keyId: string;
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: AuditFilter = { action: "", actor: "", accountId: "", keyId: "", from: "", to: "" };

/** Who can have made a change, in words. */
export const ACTORS: Readonly<Record<AuditEntry["actor"], string>> = {
  key: "A key",
  command_line: "The command line",
  service: "The service itself",
};

/** What can have been done, in words. */
export const ACTIONS: Readonly<Record<AuditEntry["action"], string>> = {
  "account.created": "Account created",
  "account.changed": "Account changed",
  "credits.adjusted": "Credits adjusted",
  "key.created": "Key created",
  "key.changed": "Key changed",
  "key.rotated": "Key rotated",
  "key.revoked": "Key revoked",
  "template.created": "Template created",
  "template.changed": "Template changed",
  "template.deleted": "Template deleted",
  "webhook.created": "Webhook created",
  "webhook.changed": "Webhook changed",
  "webhook.rotated": "Webhook rotated",
  "webhook.deleted": "Webhook deleted",
  "webhook_secret.created": "Webhook secret created",
  "webhook_secret.rotated": "Webhook secret rotated",
  "settings.changed": "Settings changed",
};

/** Returns the query of the API that a filter is. */
export const queryOf = ({ action, actor, accountId, keyId, from, to }: AuditFilter): Query => ({
  ...(action !== "" && { action }),
  ...(actor !== "" && { actor }),
  ...(accountId.trim() !== "" && { account_id: accountId.trim() }),
  ...(keyId.trim() !== "" && { key_id: keyId.trim() }),
  ...(from !== "" && { from: new Date(from).toISOString() }),
  ...(to !== "" && { to: new Date(to).toISOString() }),
});
