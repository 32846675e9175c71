import { DatabaseError } from "pg";
import { storageUnavailable } from "../storage-failure.ts";

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

/**
 * The codes of errors of TLS: those of Node and of OpenSSL, and the results of checking a certificate
 * (https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes).
 */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_)/;

const isTlsTrouble = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && TLS_CODE.test(error.code);

/** Returns a sentence, after a space, that says what to do about an error of TLS; empty for other errors. */
export function tlsAdvice(error: unknown): string {
  if (!(error instanceof Error)) {
    return "";
  }
  if (/does not support SSL/.test(error.message)) {
    return " Set the server's ssl to on, or sslmode=disable in QUIRE_DATABASE_URL for a way that nobody else is on.";
  }
  if (!isTlsTrouble(error)) {
    return "";
  }
  return "code" in error && error.code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? " QUIRE_DATABASE_URL has to name the server as its certificate does."
    : " The parameter sslrootcert of QUIRE_DATABASE_URL names the file with the certificate of the authority that the server's is from.";
}

/** Turns trouble with the database into Failure `storage_unavailable`; other errors are bugs and stay as they are. */
export const asStoreError = (error: unknown): unknown => (isTrouble(error) ? storageUnavailable(error) : error);
