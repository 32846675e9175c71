import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStore } from "./blob-store.ts";

// As large as a block of most file systems: smaller files may find room in the directory itself.
const PROBE_BYTES = 4096;

/**
 * Writes a file where requests have theirs, removes it again, and looks whether what is kept can be reached, wherever
 * that is. Returns `degraded` when less than `scarceBytes` are free.
 * @throws the error of the operating system when something cannot be written; Failure `storage_unavailable`
 */
export async function diskState({
  dataDirectory,
  scarceBytes,
  blobs,
}: {
  readonly dataDirectory: string;
  readonly scarceBytes: number;
  readonly blobs: Pick<BlobStore, "probe">;
}): Promise<"ready" | "degraded"> {
  const path = join(dataDirectory, "tasks", `probe-${process.pid}`);
  try {
    await using file = await open(path, "w", 0o600);
    await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
  } finally {
    await rm(path, { force: true });
  }
  await blobs.probe();
  const { bavail, bsize } = await statfs(dataDirectory);
  return bavail * bsize < scarceBytes ? "degraded" : "ready";
}
