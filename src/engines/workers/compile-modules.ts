import { rmSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { STAMP } from "./compile-changed.ts";
import { COMPILED_MODULES, useCompiledModules } from "./compiled-modules.ts";

/*
 * `compileModules` runs this as a program, with what the modules are compiled from as its argument. Modules that were
 * compiled before go, or those of every version would be kept.
 */
rmSync(COMPILED_MODULES, { recursive: true, force: true });
useCompiledModules();
await import("./pdf-worker-program.ts");
await import("./documents-worker-program.ts");
await import("./ocr-worker-program.ts");
flushCompileCache();
writeFileSync(STAMP, process.argv[2] ?? "");
