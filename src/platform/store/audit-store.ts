/** Who makes changes: a key's request, the command line of the machine, or the service itself. */
export interface Author {
  readonly kind: "key" | "command_line" | "service";
  /** The key of the request, and the account that it belongs to; null unless the author is a key. */
  readonly keyId: string | null;
  readonly accountId: string | null;
  /** The request's id, as its answer's X-Request-ID has it; null when the author is no request. */
  readonly requestId: string | null;
  /** The address that the request came from. */
  readonly address: string | null;
}

const NO_REQUEST = { keyId: null, accountId: null, requestId: null, address: null } as const;

/** The service itself, such as at its start. */
export const SERVICE: Author = { kind: "service", ...NO_REQUEST };

/** Who has a shell on the machine of the service. */
export const COMMAND_LINE: Author = { kind: "command_line", ...NO_REQUEST };

/** What is changed, which is the first word of an action. */
export type AuditedObject = "account" | "credits" | "key" | "template" | "webhook" | "webhook_secret" | "settings";

/** How it is changed, the second word of an action. */
export type AuditedVerb = "created" | "changed" | "deleted" | "revoked" | "rotated" | "adjusted";

/** The actions that the audit log has. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.changed",
  "credits.adjusted",
  "key.created",
  "key.changed",
  "key.rotated",
  "key.revoked",
  "template.created",
  "template.changed",
  "template.deleted",
  "webhook.created",
  "webhook.changed",
  "webhook.rotated",
  "webhook.deleted",
  "webhook_secret.created",
  "webhook_secret.rotated",
  "settings.changed",
] as const satisfies readonly `${AuditedObject}.${AuditedVerb}`[];

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Members of what was changed, by their names in the API; never a secret, nor the content of a template. */
export type AuditedMembers = Readonly<Record<string, unknown>>;

/** One change, or one that was refused because of a bound or the balance. */
export interface AuditEntry {
  /** The number of the entry; newer entries have greater ones. */
  readonly id: number;
  readonly author: Author;
  readonly action: AuditAction;
  readonly outcome: "done" | "refused";
  /** What was changed: the id of an account, key, template or webhook; null when a creation was refused. */
  readonly objectId: string | null;
  /** The account that it belongs to; null for settings. */
  readonly accountId: string | null;
  /** The credits that were granted, or taken when negative; null when the change is not about credits. */
  readonly credits: number | null;
  /** The members that differ, as they were; null when there was nothing before. */
  readonly before: AuditedMembers | null;
  /** The same as they are since, and what else is known of the change; null when nothing is left. */
  readonly after: AuditedMembers | null;
  readonly createdAt: number;
}

/** How long entries are kept, in milliseconds: 90 days (contract §12). The schema refuses that younger ones go. */
export const AUDIT_RETENTION_MS = 90 * 86_400_000;

/**
 * The log of changes of accounts, credits, keys, templates, webhooks and settings. An entry is written in the transaction of
 * its change, by every method of the store that makes one: see `Store.attributedTo`. Entries are never changed.
 */
export interface AuditStore {
  /** Lists entries, newest first; `before` is the id of the last entry of the page before. Absent filters let all pass. */
  list(page: {
    readonly accountId?: string | undefined;
    readonly actor?: Author["kind"] | undefined;
    readonly keyId?: string | undefined;
    readonly action?: AuditAction | undefined;
    /** The first moment, and the one with which the time ends. */
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly AuditEntry[]>;
  /**
   * Compares the settings in force with those of the last start of this kind of node, by digests from which no value can be
   * told, and keeps them. What differs is an entry, with names alone; the first start makes none. Returns the names. Durable.
   */
  recordSettings(settings: {
    readonly node: string;
    readonly digests: Readonly<Record<string, string>>;
    readonly now: number;
  }): Promise<readonly string[]>;
}
