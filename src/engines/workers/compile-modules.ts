import { rm, writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { areCompiled, STAMP, stampOfModules } from "./compile-changed.ts";
import { COMPILED_MODULES, useCompiledModules } from "./compiled-modules.ts";

/*
 * `compileModules` runs this as a program. Modules that were compiled before go, or those of every version would be kept.
 */
if (!(await areCompiled())) {
  const stamp = await stampOfModules();
  await rm(COMPILED_MODULES, { recursive: true, force: true });
  useCompiledModules();
  await import("./pdf-worker-program.ts");
  await import("./documents-worker-program.ts");
  await import("./ocr-worker-program.ts");
  flushCompileCache();
  await writeFile(STAMP, stamp);
}
