import { createHmac } from "node:crypto";
import { Failure } from "../../kernel/failure.ts";
import type { IdempotencyStore } from "../store/idempotency-store.ts";
import type { StoredAnswer } from "../store/stored-answer.ts";

/** A request that its client may send again (contract §5, idempotency). */
export interface RepeatableRequest {
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** Everything that distinguishes a request from others. */
export interface RequestContent {
  readonly method: string;
  /** The route's path with its parameters filled in. */
  readonly path: string;
  /** The query's values by name, as `normalizedQuery` returns them. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The fields by their documented names, or the JSON body's members, as `normalizedFields` returns them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The SHA-256 of each file, hexadecimal, in the files' order. */
  readonly files: readonly string[];
}

/**
 * Returns the fingerprint of a request: an HMAC, not a bare hash, since fields may hold passwords, which could be
 * guessed.
 */
export const fingerprintOf = (content: RequestContent, pepper: Buffer): string =>
  createHmac("sha256", pepper).update(canonicalJson(content)).digest("hex");

/**
 * Returns the name of a request for the store; see `AccountStore.adjust`. The day (UTC) is part of it: a key that is
 * used again after it has been forgotten names another request. One case is left open: a crash between a change and its
 * remembered answer that is followed by a retry on the next day.
 */
export const originOf = (
  { accountId, idempotencyKey, fingerprint }: RepeatableRequest,
  { pepper, now }: { readonly pepper: Buffer; readonly now: number },
): string =>
  createHmac("sha256", pepper)
    .update(["origin", new Date(now).toISOString().slice(0, 10), accountId, idempotencyKey, fingerprint].join("\0"))
    .digest("hex");

/**
 * Returns the values by which requests are compared: what was sent and is known counts by its value, so that `072.0` is
 * 72, `TRUE` is true and `1 - 3` is `1-3` (contract §5). What is unknown counts as it was sent. A field that was not sent
 * stays absent: it does not stand for its default, which is another request.
 */
export function normalizedFields(
  sent: Readonly<Record<string, unknown>>,
  parsed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = Object.entries(sent).map(([name, value]) => [
    name,
    Object.hasOwn(parsed, name) ? parsed[name] : value,
  ]);
  return Object.fromEntries(values);
}

/** Returns JSON whose members are in one order, whatever order they were sent in. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member) ? inOrder(member) : member,
  );
}

/** Returns the members of an object in one order. Of a Map or Set JSON would show nothing, and all would be alike. */
function inOrder(value: object): object {
  if (value instanceof Map || value instanceof Set) {
    return [...value];
  }
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The time for which a remembered request is kept, in milliseconds: 24 h (contract §5). */
/** The time for which an Idempotency-Key is remembered, in milliseconds. */
export const KEEP_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 2;

export type Begun =
  /**
   * The request is to be run now. `isPaid`: it was charged before and only its result is gone. `paidCredits`: what it was
   * charged when it ended before without an answer.
   */
  | { readonly kind: "run"; readonly isPaid: boolean; readonly paidCredits: number }
  | { readonly kind: "replay"; readonly answer: StoredAnswer };

/**
 * Takes the Idempotency-Key for `request`, or finds what the request was answered before. Whoever has taken it must end
 * it: by a `remembered` answer in the transaction that ends the hold, by `finish`, or by `abandon`.
 * @throws Failure `idempotency_in_progress` (fact `retryAfterSeconds`), `idempotency_mismatch`
 */
export async function beginOnce(
  store: IdempotencyStore,
  request: RepeatableRequest,
  { instance, now }: { readonly instance: string; readonly now: number },
): Promise<Begun> {
  const begun = await store.begin({ ...request, instance, now, keepMs: KEEP_MS });
  switch (begun.kind) {
    case "new":
    case "redo":
      return { kind: "run", isPaid: begun.kind === "redo", paidCredits: 0 };
    case "partly paid":
      return { kind: "run", isPaid: false, paidCredits: begun.paidCredits };
    case "finished":
      return { kind: "replay", answer: begun.answer };
    case "running":
      throw new Failure("idempotency_in_progress", "A request with this Idempotency-Key is still running.", {
        facts: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      });
    case "mismatch":
      throw new Failure("idempotency_mismatch", "This Idempotency-Key was used before, for another request.");
  }
}

/**
 * Returns whether an outcome is remembered: successes are, and failures of the document, which the same request would
 * meet again. After any other status a retry is run again (contract §5).
 */
export const isRemembered = (status: number, code: string | undefined): boolean =>
  (status >= 200 && status < 300) || (status === 400 && code !== "sync_timeout");
