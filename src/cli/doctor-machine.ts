import { access, mkdtemp, rmdir, statfs } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Check } from "./doctor-report.ts";

/**
 * Checks the version of Node.
 * @param version such as "24.21.0"
 */
export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isRecent = major > 24 || (major === 24 && minor >= 11);
  return {
    name: "Node",
    needed: true,
    detail: version,
    ...(isRecent ? { state: "ready" } : { state: "unavailable", remedy: "Install Node 24.11 or newer." }),
  };
}

/**
 * Checks whether files can be written to the data directory, or it can be made, and how much room they have. Below
 * `floorBytes`, QUIRE_MIN_FREE_DISK_BYTES, the service takes no new work.
 */
export async function dataDirectoryCheck(directory: string, floorBytes = 0): Promise<Check> {
  const about = { name: "Data directory", needed: true } as const;
  const path = resolve(directory);
  const present = await nearestPresent(path);
  try {
    // Permissions alone do not show it: root has them on a file system that is mounted read-only, too.
    await rmdir(await mkdtemp(join(present, ".quire-doctor-")));
  } catch (error) {
    return {
      ...about,
      state: "unavailable",
      detail: `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      remedy: `Make ${path} writable for the service's user, or set QUIRE_DATA_DIR to another directory.`,
    };
  }
  const { bavail, bsize } = await statfs(present);
  const freeBytes = bavail * bsize;
  const detail = `${path}, ${gigabytes(freeBytes)} free`;
  if (freeBytes >= Math.max(floorBytes, FREE_BYTES_MINIMUM)) {
    return { ...about, state: "ready", detail };
  }
  const refusal = `; below ${gigabytes(floorBytes)} (QUIRE_MIN_FREE_DISK_BYTES) new work is answered 503 storage_unavailable`;
  return {
    ...about,
    state: "degraded",
    detail: floorBytes > 0 ? `${detail}${refusal}` : detail,
    remedy: `Data directory: free space on the file system of ${path}, or set QUIRE_DATA_DIR to a directory on a larger one.`,
  };
}

const FREE_BYTES_MINIMUM = 2e9;

async function nearestPresent(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT" && path !== dirname(path)) {
      return nearestPresent(dirname(path));
    }
    return path;
  }
}

/**
 * Checks the memory that this process and its children may use: the machine's, or the limit of the container if it is
 * less.
 */
export function memoryCheck(): Check {
  const availableBytes = process.availableMemory();
  return {
    name: "Memory",
    needed: false,
    state: availableBytes < MEMORY_BYTES_MINIMUM ? "degraded" : "ready",
    detail: `${gigabytes(availableBytes)} available`,
    ...(availableBytes < MEMORY_BYTES_MINIMUM && {
      remedy:
        "Set QUIRE_WORKERS and QUIRE_WORKER_MEMORY_BYTES lower: each engine process may take its limit and 500 MB.",
    }),
  };
}

const MEMORY_BYTES_MINIMUM = 2e9;

export const coreCheck = (): Check => ({
  name: "Cores",
  needed: false,
  state: "ready",
  detail: String(availableParallelism()),
});

/** Returns a size for people. */
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
