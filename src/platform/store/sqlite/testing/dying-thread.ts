import { parentPort } from "node:worker_threads";

/* A thread for the writer that ends with its first batch. */

parentPort?.once("message", () => {
  throw new Error("The thread is gone.");
});
parentPort?.postMessage({ kind: "ready" }, []);
