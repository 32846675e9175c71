import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

// As large as a block of most file systems: smaller files may find room in the directory itself.
const PROBE_BYTES = 4096;

/**
 * Writes a file where requests have theirs, and removes it again. Returns `degraded` when less than `scarceBytes` are
 * free.
 * @throws the error of the operating system when nothing can be written
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
  const { bavail, bsize } = await statfs(dataDirectory);
  return bavail * bsize < scarceBytes ? "degraded" : "ready";
}
