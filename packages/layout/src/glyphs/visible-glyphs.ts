import { GLYPH, type Glyphs, type PageContent } from "../content.ts";
import { isSpace } from "./glyph-text.ts";

export interface VisibleGlyphs {
  /** Indices of `Glyphs`, in the order of the content. */
  readonly glyphs: readonly number[];
  /** The share of the visible glyphs that have no Unicode value, from 0 to 1. */
  readonly unmappedShare: number;
}

/**
 * Finds the glyphs that are text of the page, by one rule for all forms that text is delivered in. What the file paints
 * is text, whatever colour it has and whatever else is painted over it. Text of rendering mode 3 or without opacity,
 * outside its clip or off the page is not, nor is the second of two glyphs that are drawn in one place.
 */
export function visibleGlyphs(content: PageContent, { keepInvisible }: { keepInvisible: boolean }): VisibleGlyphs {
  const { glyphs } = content;
  const hidden = GLYPH.clipped | GLYPH.generated | (keepInvisible ? 0 : GLYPH.invisible);
  const shadows = new Shadows(glyphs);
  const visible: number[] = [];
  let unmapped = 0;
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    const flags = glyphs.flags[glyph] ?? 0;
    if ((flags & hidden) !== 0 || !isOnPage(content, glyph) || shadows.has(glyph)) {
      continue;
    }
    visible.push(glyph);
    unmapped += (flags & GLYPH.unmapped) === 0 ? 0 : 1;
  }
  return { glyphs: visible, unmappedShare: visible.length === 0 ? 0 : unmapped / visible.length };
}

function isOnPage({ glyphs, widthPt, heightPt }: PageContent, glyph: number): boolean {
  const x = glyphs.originX[glyph] ?? 0;
  const y = ((glyphs.yMin[glyph] ?? 0) + (glyphs.yMax[glyph] ?? 0)) / 2;
  const right = glyphs.xMax[glyph] ?? 0;
  return right > 0 && x < widthPt && y > 0 && y < heightPt;
}

/**
 * The distance, in ems, below which a glyph drawn again is the shadow or the weight of the first. It is less than that
 * of two equal narrow letters (the advance of `l` or `i` is 0.2 and more).
 */
const SHADOW_EM = 0.12;

/**
 * The side of a cell, in points: mostly wide enough for a shadow and its glyph, so that neighbouring cells are searched
 * only near an edge.
 */
const CELL_PT = 8;
/**
 * The greatest number of glyphs kept for a cell, so that a page of a million dots in one place takes no quadratic time.
 */
const MOST_IN_CELL = 64;

/**
 * Finds glyphs that are drawn twice in one place, for shadows, outlines and false bold. The glyphs of a cell are a chain
 * in arrays: cells are found by a hash of their place, and glyphs of another cell with the same hash are too far away.
 */
class Shadows {
  readonly #glyphs: Glyphs;
  /** The last glyph of each chain, the glyph before each one, and the number of glyphs in each chain; -1 for none. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;
  readonly #lengths: Uint8Array;

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs;
    // A power of two, so that a hash is cut to its lowest bits.
    const chains = 2 ** Math.ceil(Math.log2(glyphs.count + 2));
    this.#last = new Int32Array(chains).fill(-1);
    this.#before = new Int32Array(glyphs.count);
    this.#lengths = new Uint8Array(chains);
  }

  has(glyph: number): boolean {
    const { text, originX, originY, sizePt } = this.#glyphs;
    const own = text[glyph] ?? "";
    if (isSpace(own)) {
      return false;
    }
    const x = originX[glyph] ?? 0;
    const y = originY[glyph] ?? 0;
    const reach = SHADOW_EM * (sizePt[glyph] ?? 0);
    const cellX = Math.floor(x / CELL_PT);
    const cellY = Math.floor(y / CELL_PT);
    const lastX = Math.min(cellX + 1, Math.floor((x + reach) / CELL_PT));
    const lastY = Math.min(cellY + 1, Math.floor((y + reach) / CELL_PT));
    for (let column = Math.max(cellX - 1, Math.floor((x - reach) / CELL_PT)); column <= lastX; column++) {
      for (let row = Math.max(cellY - 1, Math.floor((y - reach) / CELL_PT)); row <= lastY; row++) {
        for (let at = this.#last[this.#chainOf(column, row)] ?? -1; at >= 0; at = this.#before[at] ?? -1) {
          if (
            Math.abs((originX[at] ?? 0) - x) < reach &&
            Math.abs((originY[at] ?? 0) - y) < reach &&
            text[at] === own
          ) {
            return true;
          }
        }
      }
    }
    this.#keep(glyph, this.#chainOf(cellX, cellY));
    return false;
  }

  #chainOf(column: number, row: number): number {
    return (Math.imul(column, COLUMN_FACTOR) ^ Math.imul(row, ROW_FACTOR)) & (this.#last.length - 1);
  }

  #keep(glyph: number, chain: number): void {
    const length = this.#lengths[chain] ?? 0;
    if (length < MOST_IN_CELL) {
      this.#lengths[chain] = length + 1;
      this.#before[glyph] = this.#last[chain] ?? -1;
      this.#last[chain] = glyph;
    }
  }
}

/** Odd factors whose products with numbers of cells spread over the lowest bits. */
const COLUMN_FACTOR = 0x9e_37_79_b1;
const ROW_FACTOR = 0x85_eb_ca_77;
