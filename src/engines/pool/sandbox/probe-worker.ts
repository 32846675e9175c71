import { serveTasks } from "../worker-host.ts";

/** A worker that gets ready and serves no method: the service starts it to find out which sandbox works. */
await serveTasks({});
