/**
 * Reports that the service cannot start on this machine as it is set up. `message` is one line for the operator: what
 * is wrong, and with what.
 */
export class StartFailure extends Error {}

/**
 * Runs one step of the start, and turns an error of the operating system in it into a StartFailure that begins with
 * `what`, such as "The data directory /data cannot be used". Other errors are defects and stay as they are.
 * @throws StartFailure
 */
export async function startStep<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw isSystemError(error) ? new StartFailure(`${what}: ${error.message}`, { cause: error }) : error;
  }
}

const isSystemError = (error: unknown): error is Error => error instanceof Error && "syscall" in error;
