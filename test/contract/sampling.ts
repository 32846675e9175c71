/** Whether every check runs; otherwise a fixed sample of each table does. */
const IS_FULL = process.env["QUIRE_TEST_FULL"] === "1";

/** Returns all rows in the full run; otherwise every `step`-th one, beginning with the first. */
export const sampled = <T>(rows: readonly T[], step: number): readonly T[] =>
  IS_FULL ? rows : rows.filter((_, index) => index % step === 0);
