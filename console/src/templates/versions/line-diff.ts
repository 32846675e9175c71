/** One line of a difference: in both texts, only in the old one, or only in the new one. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Texts that differ in more lines than this are shown as replaced between their first and their last difference. */
const MOST_EDITS = 1500;

/** Returns the shortest way from one text to another, line by line (Myers, "An O(ND) Difference Algorithm"). */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) {
    end += 1;
  }
  return [
    ...lines("same", old.slice(0, start)),
    ...shortest(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...lines("same", old.slice(old.length - end)),
  ];
}

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"));

const lines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));

function shortest(old: readonly string[], now: readonly string[]): DiffLine[] {
  const trail = trailOf(old, now);
  if (trail === undefined) {
    return [...lines("removed", old), ...lines("added", now)];
  }
  const found: DiffLine[] = [];
  let x = old.length;
  let y = now.length;
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const reach = trail[edits]!;
    const k = x - y;
    const isAddition = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromX = edits === 0 ? 0 : (reach.get(isAddition ? k + 1 : k - 1) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - (isAddition ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      found.push({ kind: "same", text: old[x]! });
    }
    if (edits > 0) {
      found.push(isAddition ? { kind: "added", text: now[fromY]! } : { kind: "removed", text: old[fromX]! });
      x = fromX;
      y = fromY;
    }
  }
  return found.toReversed();
}

/** Returns, for each number of edits, how far each diagonal was reached before it; undefined if there are too many. */
function trailOf(old: readonly string[], now: readonly string[]): readonly ReadonlyMap<number, number>[] | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const trail: ReadonlyMap<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(MOST_EDITS, old.length + now.length); edits += 1) {
    trail.push(new Map(reach));
    for (let k = -edits; k <= edits; k += 2) {
      const isAddition = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = isAddition ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) {
        x += 1;
      }
      reach.set(k, x);
      if (x >= old.length && x - k >= now.length) {
        return trail;
      }
    }
  }
  return undefined;
}
