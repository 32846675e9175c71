/**
 * Pieces of a list of pages in which none comes twice: a page that comes again is one of another copy of the document.
 * At least one piece, which may be empty.
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
