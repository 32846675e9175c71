import { useCompiledModules } from "./compiled-modules.ts";

/* Run as a program, by `compileModules`: what it loads is compiled, and written when it ends. */
useCompiledModules();
await import("./pdf-worker-program.ts");
await import("./documents-worker-program.ts");
await import("./ocr-worker-program.ts");
