export interface Score {
  readonly found: number;
  readonly of: number;
}

/** Returns how many of the facts hold. */
export function scored<Fact>(facts: readonly Fact[], holds: (fact: Fact) => boolean): Score {
  return { found: facts.filter(holds).length, of: facts.length };
}

export const among = (expected: readonly string[], found: readonly string[]): Score =>
  scored(expected, (fact) => found.includes(fact));

export const sum = (a: Score, b: Score): Score => ({ found: a.found + b.found, of: a.of + b.of });

/** Returns how many of the facts are found one after the other. */
export function inOrder(expected: readonly string[], actual: readonly string[]): Score {
  let from = 0;
  return scored(expected, (fact) => {
    const at = actual.indexOf(fact, from);
    from = at === -1 ? from : at + 1;
    return at !== -1;
  });
}
