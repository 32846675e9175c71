import type { TranscribedBlock } from "./port.ts";

/*
 * Joins the texts of a page's parts. Parts overlap by a tenth, so the end of one and the start of the next have the
 * same text, though not in exactly the same form: a line at the edge may be cut, and is then read badly or not at all.
 */

/** Joins the texts of parts, from top to bottom, into one. */
export const joinTexts = (texts: readonly string[]): string =>
  joined(texts.map((text) => text.split("\n").map((line) => ({ line, block: 0 }))))
    .map(({ line }) => line)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Joins lists of blocks into one; a block that the cut went through becomes one again. */
export function joinBlocks(parts: readonly (readonly TranscribedBlock[])[]): readonly TranscribedBlock[] {
  const blocks = parts.flat();
  let before = 0;
  const lines = joined(
    parts.map((part) => {
      const first = before;
      before += part.length;
      return part.flatMap(({ text }, index) => text.split("\n").map((line) => ({ line, block: first + index })));
    }),
  );
  return blocks.flatMap(({ type }, index) => {
    const text = lines
      .filter(({ block }) => block === index)
      .map(({ line }) => line)
      .join("\n")
      .trim();
    return text === "" ? [] : [{ type, text }];
  });
}

interface Line {
  readonly line: string;
  /** The index of the block that the line belongs to. */
  readonly block: number;
}

function joined(parts: readonly (readonly Line[])[]): readonly Line[] {
  return parts.reduce<readonly Line[]>((above, below) => {
    const { keptAbove, droppedBelow } = overlapOf(
      above.map(({ line }) => line),
      below.map(({ line }) => line),
    );
    const kept = above.slice(0, keptAbove);
    const last = kept.at(-1);
    if (last === undefined || droppedBelow === 0) {
      // Nothing shows whether a paragraph ends between lines that only one of the parts has.
      return [...kept, ...(last === undefined ? [] : [{ line: "", block: last.block }]), ...below];
    }
    const cut = below[droppedBelow - 1]?.block;
    const rest = below.slice(droppedBelow);
    return [...kept, ...rest.map(({ line, block }) => ({ line, block: block === cut ? last.block : block }))];
  }, []);
}

/** The share of a part beyond which a run of equal lines is no overlap, but a table whose rows are alike. */
const MAX_OVERLAP_SHARE = 0.3;
const MIN_OVERLAP_LINES = 3;
/** The least number of characters of an overlap: less may be alike by chance, such as two rows that end in "yes". */
const MIN_CHARACTERS = 8;
/** The same where a line at the edge, which the cut went through, is left out. */
const MIN_CHARACTERS_WITH_CUT = 16;

/**
 * Returns how many lines of `above` to keep from its start, and how many of `below` to drop from its start.
 * @internal Exported for its tests alone.
 */
export function overlapOf(
  above: readonly string[],
  below: readonly string[],
): { readonly keptAbove: number; readonly droppedBelow: number } {
  const ends = compared(above);
  const starts = compared(below);
  const longest = Math.max(MIN_OVERLAP_LINES, Math.ceil(Math.max(ends.length, starts.length) * MAX_OVERLAP_SHARE));
  for (let count = Math.min(longest, ends.length, starts.length); count > 0; count--) {
    for (const [cutAbove, cutBelow] of CUTS) {
      const end = ends.slice(ends.length - cutAbove - count, ends.length - cutAbove);
      const start = starts.slice(cutBelow, cutBelow + count);
      if (end.length === count && start.length === count && areSame(end, start, cutAbove + cutBelow > 0)) {
        return { keptAbove: (end.at(-1)?.index ?? 0) + 1, droppedBelow: (start.at(-1)?.index ?? 0) + 1 };
      }
    }
  }
  return { keptAbove: above.length, droppedBelow: 0 };
}

/** The numbers of lines at the edges that the cut may have gone through: of the part above, of the part below. */
const CUTS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

interface Compared {
  /** The index among all lines, empty ones included. */
  readonly index: number;
  readonly characters: string;
}

const compared = (lines: readonly string[]): readonly Compared[] =>
  lines.flatMap((line, index) => {
    const characters = line
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
    return characters === "" ? [] : [{ index, characters }];
  });

function areSame(end: readonly Compared[], start: readonly Compared[], hasCut: boolean): boolean {
  const length = end.reduce((sum, { characters }) => sum + characters.length, 0);
  return (
    length >= (hasCut ? MIN_CHARACTERS_WITH_CUT : MIN_CHARACTERS) &&
    end.every(({ characters }, index) => areAlike(characters, start[index]?.characters ?? ""))
  );
}

const MIN_LIKENESS = 0.85;

/** Returns whether lines are alike, by the pairs of characters that both have (Dice's coefficient). */
function areAlike(one: string, other: string): boolean {
  if (one === other) {
    return true;
  }
  const left = new Map<string, number>();
  for (const pair of pairsOf(one)) {
    left.set(pair, (left.get(pair) ?? 0) + 1);
  }
  const shared = pairsOf(other).filter((pair) => {
    const count = left.get(pair) ?? 0;
    left.set(pair, count - 1);
    return count > 0;
  });
  return (2 * shared.length) / Math.max(1, one.length + other.length - 2) >= MIN_LIKENESS;
}

const pairsOf = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
