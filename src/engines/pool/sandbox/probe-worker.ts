import { useCompiledModules } from "../../workers/compiled-modules.ts";

/* A worker that gets ready and serves no method: the service starts it to find out which sandbox works, and waits for it. */
useCompiledModules();
const { serveTasks } = await import("../worker-host.ts");
await serveTasks({});
