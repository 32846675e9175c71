import { useCompiledModules } from "./compiled-modules.ts";

/* The entry of the `pdf` worker class: little, so that all that it loads may have been compiled before. */
useCompiledModules();
const { servePdfTasks } = await import("./pdf-worker-program.ts");
await servePdfTasks(process.argv[3]);
