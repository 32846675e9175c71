import { useCompiledModules } from "./compiled-modules.ts";

/* The entry of the `ocr` worker class: it is small, so that everything that it loads can have been compiled before. */
useCompiledModules();
const { serveOcrTasks } = await import("./ocr-worker-program.ts");
await serveOcrTasks(process.argv[3]);
