import { useCompiledModules } from "./compiled-modules.ts";

/* The entry of the `pdf` worker class: it is small, so that everything that it loads can have been compiled before. */
useCompiledModules();
const { servePdfTasks } = await import("./pdf-worker-program.ts");
await servePdfTasks(process.argv[3]);
