import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../platform/store/sqlite/sqlite-store.ts";
import type { Store } from "../../platform/store/store.ts";

/** Prepares the command line on a separate data directory; each command is a process, with `settings`. */
export function commandLine(settings: Readonly<Record<string, string>> = {}) {
  const parent = mkdtempSync(join(tmpdir(), "quire-cli-test-"));
  // The commands make the directory.
  const dataDirectory = join(parent, "data");
  const quireWith = (input: string | Uint8Array, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, "..", "quire.ts"), ...args],
      {
        encoding: "utf8",
        input,
        env: {
          PATH: process.env["PATH"] ?? "",
          QUIRE_DATA_DIR: dataDirectory,
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          ...settings,
        },
      },
    );
    return { status, stdout, stderr };
  };
  return {
    dataDirectory,
    quireWith,
    quire: (...args: string[]) => quireWith("", ...args),
    /** Reads what a command left behind, through the store that the service uses. */
    async inStore<Result>(read: (store: Store) => Promise<Result>): Promise<Result> {
      const store = await openSqliteStore({ path: join(dataDirectory, "quire.db"), writer: "inline" });
      try {
        return await read(store);
      } finally {
        await store.close();
      }
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
