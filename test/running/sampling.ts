/** Whether everything is tested (`npm run test:full`); otherwise a fixed sample of each long table is. */
export const IS_FULL = process.env["QUIRE_TEST_FULL"] === "1";

/** Returns all rows in the full run; otherwise every `step`-th one, beginning with the first. */
export const sampled = <T>(rows: readonly T[], step: number): readonly T[] =>
  IS_FULL ? rows : rows.filter((_, index) => index % step === 0);

/** Returns all rows in the full run; otherwise those at `places`, which stand for the others. */
export const chosen = <T>(rows: readonly T[], places: readonly number[]): readonly T[] =>
  IS_FULL ? rows : rows.filter((_, index) => places.includes(index));
