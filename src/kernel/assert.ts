/**
 * Throws unless `condition` holds; it is used for what only a bug can break, whereas a caller's mistake is a `Failure`.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) {
    throw new Error(`Assertion failed: ${message}`);
  }
}

/** Marks the end of an exhaustive `switch`. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
