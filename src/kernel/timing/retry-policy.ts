/**
 * A function that is called after a failed try. It settles when it is time for the next try, and throws when there is
 * to be none: mostly `error` itself.
 * @param failures the number of tries that have failed by now, from 1
 */
export type RetryPolicy = (error: unknown, failures: number) => Promise<void>;

/**
 * Runs `work`, and again after each failure for as long as the policy lets it.
 * @throws what the policy throws
 */
export async function withRetries<Result>(work: () => Promise<Result>, afterFailure: RetryPolicy): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one try after the other
      return await work();
    } catch (error) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      await afterFailure(error, failures);
    }
  }
}
