import type { Problem } from "./problem.ts";

/** Returns what the service said is wrong with a field of a body, or with an item of it; undefined where it is right. */
export function faultOf(problem: Problem | undefined, name: string): string | undefined {
  const faults = problem?.faults.filter(({ loc }) => loc[1] === name).map(({ msg }) => msg) ?? [];
  return faults.length === 0 ? undefined : faults.join(" ");
}

/** Returns a problem that is not about fields of a form, which show their faults themselves. */
export const problemBeside = (problem: Problem | undefined, names: readonly string[]): Problem | undefined =>
  problem !== undefined &&
  problem.faults.length > 0 &&
  problem.faults.every(({ loc }) => names.includes(String(loc[1])))
    ? undefined
    : problem;
