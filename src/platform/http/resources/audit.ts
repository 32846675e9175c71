import { z } from "zod";
import { fields } from "../../../kernel/fields/fields.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "../../store/audit-store.ts";
import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource } from "../resource/resource.ts";
import { integer, objectSchema, orNull, ref, text, time, timeOf } from "./json.ts";
import { pageAndOne, pageLimit, pageOf, pageSchema } from "./paging.ts";

/* The audit log, for administrators (contract §12). */

const ACTORS = ["key", "command_line", "service"] as const;

const listAudit = resource({
  method: "GET",
  path: "/api/v1/audit",
  operationId: "list_audit",
  tag: "service",
  summary: "The audit log",
  description:
    "Newest first: each change of an account, its credits, keys, templates and webhooks, by whomever it was made, and the " +
    "names of settings that differ from the start before. Entries are written with the change itself, are never changed, " +
    "and are kept for 90 days. Secrets and the texts of templates are not in them.",
  scopes: ["admin"],
  query: z.object({
    account_id: fields.optionalText({ maxLength: 64 }).describe("Changes of what belongs to this account alone."),
    actor: fields.optionalChoice({ values: ACTORS }).describe("Changes that were made in this way alone."),
    key_id: fields.optionalText({ maxLength: 64 }).describe("Changes that were made with this key alone."),
    action: fields.optionalChoice({ values: AUDIT_ACTIONS }).describe("Changes of this kind alone."),
    from: fields.optionalTime().describe("Changes at this time or later."),
    to: fields.optionalTime().describe("Changes before this time."),
    limit: pageLimit(),
    cursor: fields
      .optionalInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .meta({ type: "string" })
      .describe("The `next_cursor` of the previous page."),
  }),
  answers: { 200: { description: "A page of entries.", schema: ref("AuditPage") } },
  async handle({ query }, { store }) {
    const { limit, account_id: accountId, key_id: keyId, actor, action, from, to, cursor } = query;
    const page = { accountId, keyId, actor, action, from, to, limit: pageAndOne(limit), before: cursor };
    const found = await store.auditLog.list(page);
    const value = pageOf(found, { limit, item: entryObject, cursor: ({ id }) => String(id) });
    return { kind: "json", status: 200, value };
  },
});

export const auditResources: readonly Resource[] = [listAudit];

const entryObject = ({ author, ...entry }: AuditEntry): object => ({
  entry_id: entry.id,
  created_at: timeOf(entry.createdAt),
  actor: author.kind,
  key_id: author.keyId,
  key_account_id: author.accountId,
  request_id: author.requestId,
  address: author.address,
  action: entry.action,
  outcome: entry.outcome,
  object_id: entry.objectId,
  account_id: entry.accountId,
  credits: entry.credits,
  before: entry.before,
  after: entry.after,
});

const members = (description: string): JsonObject => ({
  type: ["object", "null"],
  additionalProperties: true,
  description,
});

export const auditSchemas: JsonObject = {
  ...pageSchema("AuditPage", "AuditEntry"),
  ...objectSchema("AuditEntry", {
    entry_id: integer("Identifier of the entry; newer entries have greater ones."),
    created_at: time("Time of the change."),
    actor: text("Who made it: a key, the command line on the machine, or the service itself.", { enum: ACTORS }),
    key_id: orNull(text("The key whose request made it; null: no request.")),
    key_account_id: orNull(text("The account of that key.")),
    request_id: orNull(text("The X-Request-ID of that request.")),
    address: orNull(text("The address that the request came from.")),
    action: text("What was done.", { enum: AUDIT_ACTIONS }),
    outcome: text("Whether it was done, or refused because of the balance or a limit of the account.", {
      enum: ["done", "refused"],
    }),
    object_id: orNull(text("Identifier of the account, key, template or webhook; null: its creation was refused.")),
    account_id: orNull(text("The account that it belongs to; null: settings.")),
    credits: orNull(integer("Credits that were granted; negative when they were taken; null: none.")),
    before: members("The members that differ, as they were before; null when there was nothing."),
    after: members("The same members since, and what else is known; null when nothing is left."),
  }),
};
