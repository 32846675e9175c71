import type { Box } from "@quire/layout";
import type { GlyphArrays } from "./arrays.ts";
import type { PageFont } from "./fonts.ts";
import type { TextStyle } from "./style.ts";

/**
 * The heights of fonts that do not state them: those of their glyphs on the page. Among them are fonts of Type 3 whose
 * glyphs are drawn in another size than they are set in (ISO 32000-2, 9.6.4).
 */
export class InkHeights {
  readonly #heights = new Map<PageFont, { top: number; bottom: number }>();
  readonly #waiting: { at: number; style: TextStyle; x: number; y: number }[] = [];

  /** Adds the glyph at that place of the arrays; `ink` is the box of what it draws. */
  add(at: number, style: TextStyle, { ink, x, y }: { ink: Box; x: number; y: number }): void {
    const { up, sizePt, font } = style;
    this.#waiting.push({ at, style, x, y });
    // Heights are in ems upwards from the baseline.
    const perEm = sizePt * sizePt;
    const of = (cornerX: number, cornerY: number): number => ((cornerX - x) * up.x + (cornerY - y) * up.y) / perEm;
    const corners = [of(ink.xMin, ink.yMin), of(ink.xMax, ink.yMin), of(ink.xMin, ink.yMax), of(ink.xMax, ink.yMax)];
    const heights = this.#heights.get(font) ?? { top: 0, bottom: 0 };
    if (corners.every(Number.isFinite)) {
      heights.top = Math.max(heights.top, ...corners);
      heights.bottom = Math.min(heights.bottom, ...corners);
    }
    this.#heights.set(font, heights);
  }

  /** Sets sizes and boxes of the added glyphs, once all glyphs are read. */
  complete(glyphs: GlyphArrays): void {
    for (const { at, style, x, y } of this.#waiting) {
      const { top, bottom } = this.#heights.get(style.font) ?? { top: 0, bottom: 0 };
      const height = top - bottom;
      if (height < MIN_EM || height > MAX_EM) {
        glyphs.sizePt[at] = height > 0 ? style.sizePt * height * EM_OF_HEIGHT : style.sizePt;
      }
      if (height > 0 && Math.abs(style.along.y) < 1e-3 * style.sizePt) {
        glyphs.yMin[at] = y + Math.min(style.up.y * top, style.up.y * bottom);
        glyphs.yMax[at] = y + Math.max(style.up.y * top, style.up.y * bottom);
      } else if (height > 0 && Math.abs(style.along.x) < 1e-3 * style.sizePt) {
        glyphs.xMin[at] = x + Math.min(style.up.x * top, style.up.x * bottom);
        glyphs.xMax[at] = x + Math.max(style.up.x * top, style.up.x * bottom);
      }
    }
  }
}

/**
 * The least and largest extent in ems, from the deepest to the highest, that glyphs of a usual font have; a full stop
 * alone has less.
 */
const MIN_EM = 0.1;
const MAX_EM = 2.2;
const EM_OF_HEIGHT = 1.05;
