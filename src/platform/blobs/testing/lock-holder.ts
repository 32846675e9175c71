import { createInterface } from "node:readline";
import { lockDirectory } from "../process-lock.ts";

/*
 * Takes each directory that it reads a line of from standard input, and keeps them until it is killed. Prints `locked`
 * for each, or `refused` and why.
 */

for await (const directory of createInterface(process.stdin)) {
  try {
    await lockDirectory(directory, { waitMs: 0 });
    process.stdout.write("locked\n");
  } catch (error) {
    process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
