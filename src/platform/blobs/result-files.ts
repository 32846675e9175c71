import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SharedSync, syncPath } from "./syncing.ts";

/** Files that outlive their request: results of jobs, and of requests with an Idempotency-Key. */
export interface ResultFiles {
  /** Moves the file at `path` here and returns its name. It is on disk, name included, when this resolves. */
  keep(path: string): Promise<string>;
  pathOf(name: string): string;
  /** Removes a file. Nothing happens when it is gone already. */
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

const OWNER_ONLY = 0o700;
const NAME = /^[0-9a-f]{32}$/;

/**
 * Opens the result files under `results/` of the data directory, on the same file system as the tasks that make them.
 */
export async function openResultFiles(dataDirectory: string): Promise<ResultFiles> {
  const root = join(resolve(dataDirectory), "results");
  await mkdir(root, { recursive: true, mode: OWNER_ONLY });
  const names = new SharedSync(root);
  return {
    async keep(path) {
      const name = randomBytes(16).toString("hex");
      await syncPath(path);
      await rename(path, join(root, name));
      await names.sync();
      return name;
    },
    pathOf: (name) => join(root, name),
    remove: (name) => rm(join(root, name), { force: true }),
    names: async () => (await readdir(root)).filter((name) => NAME.test(name)),
  };
}
