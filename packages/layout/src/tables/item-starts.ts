import { bulletSign } from "../lists/bullet-signs.ts";
import { bulletsOf } from "../lists/drawn-bullets.ts";
import type { PageLines, Word } from "../words.ts";
import type { DraftCell } from "./found-table.ts";
import type { VisualRow } from "./rows/visual-rows.ts";

/** The smallest number of items that show a list, and their least share of the texts that stand where they do. */
const ITEMS_OF_LIST = 3;
const ITEMS_SHARE = 0.5;

/** The words of a page that begin items of lists: bullets, and the first words after bullets that are drawn. */
export type ItemStarts = ReadonlySet<Word>;

/** Finds the words that begin items of lists. Numbers and dashes are left out: cells of tables begin with them as well. */
export function itemStartsOf({ content, lines }: PageLines): ItemStarts {
  const upright = lines.filter(({ rotation }) => rotation === 0);
  const bullets = bulletsOf(content, upright);
  const starts = new Set<Word>();
  for (const line of upright) {
    const bullet = bullets.of(line);
    const [first] = line.words;
    if (first !== undefined && bullet !== undefined && !bullet.isRule) {
      starts.add(first);
    }
    for (const [index, word] of line.words.entries()) {
      const next = line.words[index + 1];
      if (next !== undefined && bulletSign(word, next) === "strong") {
        starts.add(word);
      }
    }
  }
  return starts;
}

/** Returns whether most rows begin with an item: they are those of a list, whatever stands beside it. */
export function isListBeside(rows: readonly VisualRow[], starts: ItemStarts): boolean {
  const items = rows.filter(({ segments }) => isStart(segments[0], starts)).length;
  return items >= ITEMS_OF_LIST && items >= ITEMS_SHARE * rows.length;
}

/**
 * Returns whether most cells of the first column begin with an item, or most of a later one that mostly stand alone in
 * their rows. Other columns may have signs before each text that say what state it is in.
 */
export function hasListColumn(columns: readonly (readonly DraftCell[])[], starts: ItemStarts): boolean {
  const rows = new Map<number, number>();
  for (const { row } of columns.flat()) {
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  return columns.some((cells, column) => {
    const items = cells.filter((cell) => isStart(cell, starts));
    const alone = column === 0 ? items : items.filter(({ row }) => rows.get(row) === 1);
    return (
      items.length >= ITEMS_OF_LIST &&
      items.length >= ITEMS_SHARE * cells.length &&
      alone.length >= ITEMS_SHARE * items.length
    );
  });
}

function isStart(text: Pick<DraftCell, "words"> | undefined, starts: ItemStarts): boolean {
  const first = text?.words[0];
  return first !== undefined && starts.has(first.word);
}
