import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes a directory in memory where that is possible: what a store answers does not depend on the disk, and syncs take
 * their time.
 */
export const scratchDirectory = (): Promise<string> =>
  mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "quire-store-"));
