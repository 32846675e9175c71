import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";

const call = new Script("work()");

/**
 * Runs `work`, which a caller's regular expressions may make endless: code that runs beneath a script of `node:vm` is
 * ended by a timer of another thread, a match that goes back and forth included.
 * @returns the result; undefined when the time was over
 */
export function withinTime<Result>(timeoutMs: number, work: () => Result): { readonly result: Result } | undefined {
  let done: { readonly result: Result } | undefined;
  const context = createContext({
    work: () => {
      done = { result: work() };
    },
  });
  try {
    call.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    // The error may be one of the script's own realm.
    if (!(isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")) {
      throw error;
    }
  }
  return done;
}
