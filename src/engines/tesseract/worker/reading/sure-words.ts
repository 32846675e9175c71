import type { PixelBox } from "@quire/scan";
import type { EngineWord } from "../../library/text-engine.ts";

/** How far the middles of words of a row, and the edges of words of a column, may differ, in heights of a word. */
const ALIGNED = 0.4;
/** How far above and below a column is looked for, in heights of a word. */
const COLUMN_REACH = 12;
/** The number of words from which on more say nothing more. */
const ENOUGH = 3;
/** The greatest ratio of the heights of words of one size. */
const SAME_HEIGHT = Math.SQRT2;

/**
 * The sure words of a page by their rows. A number in the cell of a table is read as a line of its own, which looks like a
 * speck: the words that it is aligned with tell that it is none.
 */
export class SureWords {
  readonly #heightPx: number;
  readonly #rows: ReadonlyMap<number, readonly EngineWord[]>;

  /** `heightPx` is the height of a word of the page. */
  constructor(words: readonly EngineWord[], heightPx: number) {
    this.#heightPx = heightPx;
    this.#rows = Map.groupBy(words, ({ box }) => this.#rowOf(box));
  }

  /** Returns how many sure words of its size are in a word's row, and in a column with it, of 3 at most, 0 to 1. */
  alignedWith(word: EngineWord): { readonly rowWords: number; readonly columnWords: number } {
    const { box } = word;
    const row = this.#rowOf(box);
    const [reachPx, nearPx] = [COLUMN_REACH * this.#heightPx, ALIGNED * this.#heightPx];
    let [rowWords, columnWords] = [0, 0];
    for (let at = row - COLUMN_REACH; at <= row + COLUMN_REACH; at++) {
      for (const other of this.#rows.get(at) ?? []) {
        if (rowWords >= ENOUGH && columnWords >= ENOUGH) {
          return { rowWords: 1, columnWords: 1 };
        }
        if (other !== word && haveSameHeight(box, other.box)) {
          const offPx = Math.abs(middleOf(box) - middleOf(other.box));
          const isInColumn =
            Math.abs(box.xMin - other.box.xMin) < nearPx || Math.abs(box.xMax - other.box.xMax) < nearPx;
          rowWords += offPx < nearPx ? 1 : 0;
          columnWords += offPx >= nearPx && offPx < reachPx && isInColumn ? 1 : 0;
        }
      }
    }
    return { rowWords: Math.min(rowWords, ENOUGH) / ENOUGH, columnWords: Math.min(columnWords, ENOUGH) / ENOUGH };
  }

  #rowOf(box: PixelBox): number {
    return Math.floor(middleOf(box) / this.#heightPx);
  }
}

const middleOf = ({ yMin, yMax }: PixelBox): number => (yMin + yMax) / 2;

function haveSameHeight(one: PixelBox, other: PixelBox): boolean {
  const ratio = (one.yMax - one.yMin + 1) / (other.yMax - other.yMin + 1);
  return ratio < SAME_HEIGHT && ratio > 1 / SAME_HEIGHT;
}
