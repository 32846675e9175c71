import { DatabaseError } from "pg";
import { storageUnavailable } from "../storage-failure.ts";
import { isTlsTrouble } from "./tls-trouble.ts";

/*
 * The classes and codes of SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html) that mean trouble with the
 * database, and not with a statement of ours.
 */
const TROUBLE_CLASSES: ReadonlySet<string> = new Set([
  "08", // connection exception
  "25", // invalid transaction state: a server that has become a read-only standby
  "28", // invalid authorization
  "40", // transaction rollback, when it came again and again
  "53", // insufficient resources: disk full, too many connections
  "55", // object not in prerequisite state: lock not available
  "57", // operator intervention: shutting down, statement time-out
  "58", // system error
  "XX", // internal error, damage
]);

/** Serialisation failure and deadlock: the transaction was undone, and its repetition may succeed. */
const PASSING: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Returns whether a transaction that failed with this error was undone and may be repeated at once. */
export const isPassing = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code !== undefined && PASSING.has(error.code);

/** Returns whether the error is an answer of the server, rather than the want of one. */
export const isAnswer = (error: unknown): boolean => error instanceof DatabaseError;

/** Returns whether the error is trouble with the server or the way to it, rather than a bug. */
export function isTrouble(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return TROUBLE_CLASSES.has(error.code?.slice(0, 2) ?? "");
  }
  // What the client finds by itself: refused, reset, timed out, ended while in use, a certificate that it does not trust.
  return (
    error instanceof Error &&
    ("syscall" in error || isTlsTrouble(error) || /connect|terminat|timeout|timed out|ended/i.test(error.message))
  );
}

/** Turns trouble with the database into Failure `storage_unavailable`; other errors are bugs and stay as they are. */
export const asStoreError = (error: unknown): unknown => (isTrouble(error) ? storageUnavailable(error) : error);
