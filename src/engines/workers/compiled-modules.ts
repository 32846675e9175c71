import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/*
 * Compiled modules of engine processes, stored next to the packages: with them a process starts in two thirds of the
 * time. These processes only read them, by whatever path they see them; they are made once, by a process that opens no
 * document.
 */
const DIRECTORY = join(import.meta.dirname, "../../../node_modules/.cache/quire-engines");

/**
 * Enables compiled modules; it must be called before the modules of an engine process are loaded. Where there are no
 * compiled ones it changes nothing.
 */
export function useCompiledModules(): void {
  enableCompileCache({ directory: DIRECTORY, portable: true });
}

/**
 * Compiles the modules in the background where that has not been done. Where nothing can be written, they are missing
 * the next time, too.
 */
export function compileModules(): void {
  if (!existsSync(DIRECTORY)) {
    const compiler = join(import.meta.dirname, "compile-modules.ts");
    spawn(process.execPath, [compiler], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}
