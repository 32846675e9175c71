/*
 * The service's use of Intl. Its first object takes a tenth of a second, for the data that it reads: none is made
 * before it is needed.
 */

/** Returns a function that makes a value when it is called for the first time. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Returns whether Intl accepts a name in `use`: it throws a RangeError for what it does not know. */
export function isKnownToIntl(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}
