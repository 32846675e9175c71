import { useCompiledModules } from "./compiled-modules.ts";

/* The entry of the `documents` worker class: little, so that all that it loads may have been compiled before. */
useCompiledModules();
const { serveDocumentTasks } = await import("./documents-worker-program.ts");
await serveDocumentTasks();
