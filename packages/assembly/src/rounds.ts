/**
 * Splits a list of pages into pieces in which none is repeated: a page that is repeated is taken from another copy of
 * the document. There is at least one piece, which may be empty.
 */
export function roundsOf(pageIndices: readonly number[]): number[][] {
  const rounds: number[][] = [[]];
  let seen = new Set<number>();
  for (const index of pageIndices) {
    if (seen.has(index)) {
      rounds.push([]);
      seen = new Set();
    }
    seen.add(index);
    rounds.at(-1)?.push(index);
  }
  return rounds;
}
