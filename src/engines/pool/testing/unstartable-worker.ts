import { serveTasks } from "../worker-host.ts";

await serveTasks(
  {},
  {
    prepare: () => {
      throw new Error("a library is missing");
    },
  },
);
