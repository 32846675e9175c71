import { Failure } from "../kernel/failure.ts";
import { ConfigError } from "../platform/config/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { UsageError } from "./command-line.ts";
import { runQuire } from "./program.ts";
import { NOT_UNDERSTOOD } from "./usage-errors.ts";

/** Runs a command as `runQuire` does, and reports on standard error what is expected to go wrong. Returns its exit code. */
export async function exitCodeOf(args: readonly string[]): Promise<number> {
  try {
    return await runQuire(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`quire: ${error.message}`);
      return NOT_UNDERSTOOD;
    }
    if (error instanceof ConfigError || error instanceof StartFailure || error instanceof Failure) {
      console.error(`quire: ${error.message}`);
      return 1;
    }
    throw error;
  }
}
