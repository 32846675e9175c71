import { GLYPH, type Glyphs, type PageContent } from "../content.ts";

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
/** The factor between rows in the key of a cell: more cells than a page has in a row. */
const ROW = 1 << 16;
/**
 * The greatest number of glyphs kept in a cell, so that a page of a million dots in one place takes no quadratic time.
 */
const MOST_IN_CELL = 64;

/** Finds glyphs that are drawn twice in one place, for shadows, outlines and false bold. */
class Shadows {
  readonly #cells = new Map<number, number[]>();
  readonly #glyphs: Glyphs;

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs;
  }

  has(glyph: number): boolean {
    const { text, originX, originY, sizePt } = this.#glyphs;
    const own = text[glyph] ?? "";
    if (own === " " || own.trim() === "") {
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
        for (const other of this.#cells.get(row * ROW + column) ?? NONE) {
          if (
            text[other] === own &&
            Math.abs((originX[other] ?? 0) - x) < reach &&
            Math.abs((originY[other] ?? 0) - y) < reach
          ) {
            return true;
          }
        }
      }
    }
    const key = cellY * ROW + cellX;
    const cell = this.#cells.get(key);
    if (cell === undefined) {
      this.#cells.set(key, [glyph]);
    } else if (cell.length < MOST_IN_CELL) {
      cell.push(glyph);
    }
    return false;
  }
}

const NONE: readonly number[] = [];
