import { createRequire, syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/* Loaded before the service: SIGUSR2 ends the thread that writes to its store, as running out of memory would. */

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module as CommonJS has it, whose members can be replaced
const builtin = createRequire(import.meta.url)("node:worker_threads") as { Worker: typeof threads.Worker };
const { Worker } = threads;
let writer: threads.Worker | undefined;

builtin.Worker = new Proxy(Worker, {
  construct(_target, [entry, options]: ConstructorParameters<typeof Worker>) {
    const thread = new Worker(entry, options);
    if (String(entry).includes("writer-thread")) {
      writer = thread;
    }
    return thread;
  },
});
syncBuiltinESMExports();

if (threads.isMainThread) {
  process.on("SIGUSR2", () => void writer?.terminate());
}
