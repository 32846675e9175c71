import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { COMPILED_MODULES } from "./compiled-modules.ts";

/** The file that says what the modules were compiled from. */
export const STAMP = join(COMPILED_MODULES, "compiled-from");

/** The time that the service has for its first answers before it looks at the modules. */
const COMPILE_AFTER_MS = 3000;

/**
 * Compiles the modules in the background, a while after the start, where that has not been done or where they have changed
 * since. Where nothing can be written, they are missing the next time, too.
 */
export function compileModules(): void {
  setTimeout(() => void compileChanged().catch(() => undefined), COMPILE_AFTER_MS).unref();
}

/** Returns whether the modules as they are now have been compiled. */
export const areCompiled = async (): Promise<boolean> =>
  (await readFile(STAMP, "utf8").catch(() => "")) === (await stampOfModules());

async function compileChanged(): Promise<void> {
  if (!(await areCompiled())) {
    const compiler = join(import.meta.dirname, "compile-modules.ts");
    spawn(process.execPath, [compiler], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}

const ROOT = join(import.meta.dirname, "../../..");

/** Returns what the modules are compiled from: Node, the packages, and the program's files by their sizes and times. */
export async function stampOfModules(): Promise<string> {
  const hash = createHash("sha256")
    .update(process.version)
    .update(await readFile(join(ROOT, "package-lock.json")));
  for (const folder of ["src", "packages"]) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
    for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted()) {
      const { size, mtimeMs } = await stat(path);
      hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}
