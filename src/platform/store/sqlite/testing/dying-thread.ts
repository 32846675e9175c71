import { parentPort } from "node:worker_threads";

/* A writer's thread that ends with its first batch. */

parentPort?.once("message", () => {
  throw new Error("The thread is gone.");
});
parentPort?.postMessage({ kind: "ready" }, []);
