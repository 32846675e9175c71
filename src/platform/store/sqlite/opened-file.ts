import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { systemErrorCode } from "../../blobs/small-files.ts";

/** A file of the database that was opened, as opposed to one that has its name now. */
export interface OpenedFile {
  /** Returns why what is written to the file would be lost, in words; undefined when the path leads to it. */
  loss(): Promise<string | undefined>;
}

/**
 * Remembers which file is at `path` now. A file that is removed or replaced while it is open goes on taking writes,
 * which are gone once it is closed.
 */
export function openedFile(path: string): OpenedFile {
  const opened = statSync(path, { bigint: true });
  return {
    async loss() {
      try {
        const found = await stat(path, { bigint: true });
        return found.ino === opened.ino && found.dev === opened.dev
          ? undefined
          : `${path} has been replaced by another file`;
      } catch (error) {
        // Whatever else keeps the file from being looked at may pass.
        return systemErrorCode(error) === "ENOENT" ? `${path} has been removed` : undefined;
      }
    },
  };
}
