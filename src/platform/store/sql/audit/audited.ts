import type { AuditAction, AuditedMembers, AuditedObject, AuditedVerb, Author } from "../../audit-store.ts";
import type { Transaction } from "../jobs/job-queue.ts";
import type { Sql } from "../sql.ts";
import { enterAudit } from "./audit-log.ts";

/** What a transaction is about to change, or has changed. */
export interface Subject {
  readonly id: string;
  readonly accountId: string | null;
  /** Its members, by their names in the API; never a secret. */
  readonly members: AuditedMembers;
}

/** How the audit log finds out what a transaction has changed. */
export interface Auditing<Input, Output> {
  readonly object: AuditedObject;
  /** What is done where it was there before and is there still; absent: `changed`. */
  readonly verb?: AuditedVerb;
  /** Returns the subject as it is at this moment; it is asked before and after the change. */
  readonly subject: (sql: Sql, input: Input) => Promise<Subject | undefined>;
  /** Returns whether something was changed that the members do not show, such as a secret. */
  readonly isChange?: (output: Output) => boolean;
  /** Returns what else is to be known of the change. */
  readonly facts?: (input: Input) => AuditedMembers;
  /** Returns the credits that the change is about. */
  readonly credits?: (input: Input) => number;
}

/** The kinds of outputs by which a transaction says that a bound or the balance does not allow the change. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  "short",
  "too_many",
  "too_large",
  "storage_full",
  "slug_taken",
  "secret_taken",
]);

/**
 * Returns the transaction with an entry in the audit log for what it changes: none when it changes nothing, such as when a
 * request is repeated.
 */
export function audited<Input extends { readonly now: number; readonly accountId?: string }, Output>(
  run: (sql: Transaction, input: Input) => Promise<Output>,
  { object, verb = "changed", subject, isChange, facts, credits }: Auditing<Input, Output>,
): (sql: Transaction, input: Input, author: Author) => Promise<Output> {
  return async (sql, input, author) => {
    const before = await subject(sql, input);
    const output = await run(sql, input);
    const after = await subject(sql, input);
    const isRefused = REFUSALS.has(Object(output).kind);
    const changed = differenceOf(before?.members, after?.members);
    if (isRefused || changed !== undefined || isChange?.(output) === true) {
      await enterAudit(sql, {
        author,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has the list and refuses others
        action: `${object}.${verbOf(before, after, verb)}` as AuditAction,
        outcome: isRefused ? "refused" : "done",
        objectId: (after ?? before)?.id ?? null,
        accountId: (after ?? before)?.accountId ?? input.accountId ?? null,
        credits: credits?.(input) ?? null,
        before: before === undefined ? null : (changed?.before ?? {}),
        after: after === undefined ? null : { ...changed?.after, ...facts?.(input) },
        createdAt: input.now,
      });
    }
    return output;
  };
}

function verbOf(before: Subject | undefined, after: Subject | undefined, verb: AuditedVerb): AuditedVerb {
  if (before === undefined) {
    return "created";
  }
  return after === undefined ? "deleted" : verb;
}

/** Returns the members that differ; undefined when none does. */
function differenceOf(before: AuditedMembers = {}, after: AuditedMembers = {}) {
  const differing = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (members: AuditedMembers): AuditedMembers =>
    Object.fromEntries(differing.filter((name) => name in members).map((name) => [name, members[name]]));
  return differing.length === 0 ? undefined : { before: only(before), after: only(after) };
}
