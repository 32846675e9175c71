import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/*
 * Compiled modules of engine processes, beside the packages: a process starts in two thirds of the time. These processes
 * only read them, by whatever path they see them; they are made once, by a process that opens no document.
 */
const DIRECTORY = join(import.meta.dirname, "../../node_modules/.cache/quire-engines");

/** To be called before the modules of an engine process are loaded. Where there are no compiled ones it changes nothing. */
export function useCompiledModules(): void {
  enableCompileCache({ directory: DIRECTORY, portable: true });
}

/** Makes them in the background where there are none. Where nothing can be written, there are none the next time either. */
export function compileModules(): void {
  if (!existsSync(DIRECTORY)) {
    const compiler = join(import.meta.dirname, "compile-modules.ts");
    spawn(process.execPath, [compiler], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}
