import { useCompiledModules } from "./compiled-modules.ts";

/* `compileModules` runs this as a program: the modules that it loads are compiled, and written when it ends. */
useCompiledModules();
await import("./pdf-worker-program.ts");
await import("./documents-worker-program.ts");
await import("./ocr-worker-program.ts");
