import { expect } from "vitest";
import type { Exception } from "./exceptions.ts";

interface Judged {
  readonly file: string;
}

/** Fails unless, among the files that were judged, exactly those listed as exceptions are `found`. */
export function expectExceptions<One extends Judged>(
  {
    judged,
    found,
    exceptions,
  }: {
    readonly judged: readonly One[];
    readonly found: readonly One[];
    readonly exceptions: readonly Exception[];
  },
  describeIt: (one: One) => string,
): void {
  const run = new Set(judged.map(({ file }) => file));
  const expected = new Set(exceptions.map(({ file }) => file).filter((file) => run.has(file)));
  const surprises = found.filter(({ file }) => !expected.has(file));
  expect(surprises.map((one) => `${one.file}: ${describeIt(one)}`)).toEqual([]);
  expect(found.map(({ file }) => file).toSorted()).toEqual([...expected].toSorted());
}
