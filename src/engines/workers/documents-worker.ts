import { useCompiledModules } from "./compiled-modules.ts";

/*
 * The entry of the `documents` worker class: it is small, so that everything that it loads can have been compiled
 * before.
 */
useCompiledModules();
const { serveDocumentTasks } = await import("./documents-worker-program.ts");
await serveDocumentTasks();
