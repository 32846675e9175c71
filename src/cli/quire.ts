import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { Failure } from "../kernel/failure.ts";
import { ConfigError } from "../platform/config/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { UsageError } from "./command-line.ts";
import { runQuire } from "./program.ts";
import { NOT_UNDERSTOOD } from "./usage-errors.ts";

// Compiled modules are kept next to the packages: the next start takes half as long to load them. Where nothing can be
// written there, nothing is kept.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/quire"));

try {
  process.exitCode = await runQuire(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`quire: ${error.message}`);
    process.exitCode = NOT_UNDERSTOOD;
  } else if (error instanceof ConfigError || error instanceof StartFailure || error instanceof Failure) {
    console.error(`quire: ${error.message}`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
