import { enableCompileCache } from "node:module";
import { join } from "node:path";

/*
 * Compiled modules of engine processes, stored next to the packages: with them a process starts in two thirds of the
 * time. These processes only read them, by whatever path they see them; they are made by a process that opens no
 * document (compile-changed.ts).
 */

/** The directory of the compiled modules. */
export const COMPILED_MODULES = join(import.meta.dirname, "../../../node_modules/.cache/quire-engines");

/**
 * Enables compiled modules; it must be called before the modules of an engine process are loaded. Where there are no
 * compiled ones it changes nothing.
 */
export function useCompiledModules(): void {
  enableCompileCache({ directory: COMPILED_MODULES, portable: true });
}
