import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";
import { systemErrorCode } from "../small-files.ts";

// Of file systems without hard links, across file systems, and for files of another user.
const NO_LINK: ReadonlySet<unknown> = new Set([
  "EPERM",
  "EXDEV",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EACCES",
]);

/**
 * Gives the file at `path` the further name `target`, or makes a copy of it there where that is not possible.
 * @throws the error of the operating system, EEXIST when there is something at `target`
 */
export async function linkOrCopy(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (error) {
    if (!NO_LINK.has(systemErrorCode(error))) {
      throw error;
    }
    await copyFile(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
