import { access, constants, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

// As large as a block of most file systems: smaller files may find room in the directory itself.
const PROBE_BYTES = 4096;

/** The directories in which results, inputs of jobs and pages that were paid for are kept. */
const KEPT = ["results", "jobs", "request-parts"] as const;

/**
 * Writes a file where requests have theirs, removes it again, and looks whether the directories of what is kept are there.
 * Returns `degraded` when less than `scarceBytes` are free.
 * @throws the error of the operating system when something cannot be written
 */
export async function diskState({
  dataDirectory,
  scarceBytes,
}: {
  readonly dataDirectory: string;
  readonly scarceBytes: number;
}): Promise<"ready" | "degraded"> {
  const path = join(dataDirectory, "tasks", `probe-${process.pid}`);
  try {
    await using file = await open(path, "w", 0o600);
    await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
  } finally {
    await rm(path, { force: true });
  }
  await Promise.all(KEPT.map((name) => access(join(dataDirectory, name), constants.W_OK | constants.X_OK)));
  const { bavail, bsize } = await statfs(dataDirectory);
  return bavail * bsize < scarceBytes ? "degraded" : "ready";
}
