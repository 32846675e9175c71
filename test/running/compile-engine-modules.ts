import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const PROGRAM = resolve(import.meta.dirname, "../../src/engines/workers/compile-modules.ts");

/**
 * Compiles the modules of engine processes, which a service does at its first start: the hundreds of engine processes
 * of a run then start in two thirds of the time. Where they are compiled already it takes as long as loading them.
 */
export async function compileEngineModules(): Promise<void> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [PROGRAM], { env });
}
