import { Failure } from "../../kernel/failure.ts";
import { systemErrorCode } from "./small-files.ts";

const DISK_TROUBLE: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/**
 * Returns the failure `storage_unavailable` when `error` is one or means that the disk or the store refuses for now;
 * undefined otherwise.
 */
export function storageTrouble(error: unknown): Failure | undefined {
  if (error instanceof Failure) {
    return error.code === "storage_unavailable" ? error : undefined;
  }
  return DISK_TROUBLE.has(systemErrorCode(error))
    ? new Failure("storage_unavailable", "The service cannot write to its disk at the moment.", {
        facts: { system: systemErrorCode(error) },
        cause: error,
      })
    : undefined;
}
