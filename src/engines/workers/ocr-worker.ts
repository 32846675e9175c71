import { useCompiledModules } from "./compiled-modules.ts";

/* The entry of the `ocr` worker class: little, so that all that it loads may have been compiled before. */
useCompiledModules();
const { serveOcrTasks } = await import("./ocr-worker-program.ts");
await serveOcrTasks(process.argv[3]);
