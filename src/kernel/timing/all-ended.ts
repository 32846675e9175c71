/**
 * Waits until all of `actions` have ended, and resolves to their results.
 * @throws the first failure in the order of `actions`, and only once the others have ended too: nothing goes on behind
 * the back of a caller that cleans up after the failure, which `Promise.all` allows
 */
export async function allEnded<T>(actions: readonly Promise<T>[]): Promise<readonly T[]> {
  const ends = await Promise.allSettled(actions);
  return ends.map((end) => {
    if (end.status === "rejected") {
      throw end.reason;
    }
    return end.value;
  });
}
