import { storageUnavailable } from "../storage-failure.ts";

/**
 * Turns errors of the disk or the database file into Failure `storage_unavailable`; all others are bugs and stay as
 * they are.
 */
export const asStoreError = (error: unknown): unknown => (isStorageError(error) ? storageUnavailable(error) : error);

/**
 * The primary result codes of SQLite that mean trouble with the storage (https://www.sqlite.org/rescode.html); an
 * extended code has the primary one in its low byte.
 */
const STORAGE_CODES: ReadonlySet<number> = new Set([
  3, // PERM
  5, // BUSY: another process wrote for longer than the timeout
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL
  22, // NOLFS
  26, // NOTADB
]);

export function isStorageError(error: unknown): boolean {
  const code = primaryCode(error);
  // Errors of the operating system occur when the file is made.
  return code === undefined ? error instanceof Error && "syscall" in error : STORAGE_CODES.has(code);
}

/** CORRUPT and NOTADB: the file does not hold what was written to it, which does not pass by itself. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26]);

/** Returns whether SQLite has found the database file damaged. */
export function isDamage(error: unknown): error is Error {
  const code = primaryCode(error);
  return code !== undefined && DAMAGE_CODES.has(code);
}

const primaryCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
