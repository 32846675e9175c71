import { serveTasks } from "../worker-host.ts";

/** Gets ready and no more: what the service starts to find out which sandbox works. */
await serveTasks({});
