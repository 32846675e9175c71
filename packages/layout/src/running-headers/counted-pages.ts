import type { Line, PageLines } from "../words.ts";

/** The least number of pages one after the other that count on before their numbers are those of pages. */
const LEAST_PAGES = 3;
/** The greatest distance between the heights of the numbers of two pages, in points. */
const SAME_HEIGHT_PT = 3;
/** The height that page numbers are below, as a share of that of the page. */
const LOWER_SHARE = 0.6;
/** The least distance from the baseline above a page number to its own, in ems. */
const SET_APART_EM = 1.6;

const NUMBER = /^\d{1,4}$/u;

/**
 * Finds the number of each page where it stands further inward than running footers do: alone below all text, at one
 * height of at least three pages, where it counts on. A wide margin below it is that of a journal on larger paper.
 */
export function findCountedPages(pages: readonly PageLines[]): Line[][] {
  const lasts = pages.map(lastNumber);
  const isNext = (index: number): boolean => {
    const [own, next] = [lasts[index], lasts[index + 1]];
    return (
      own !== undefined &&
      next !== undefined &&
      next.number === own.number + 1 &&
      Math.abs(next.line.baselineY - own.line.baselineY) < SAME_HEIGHT_PT
    );
  };
  const found: Line[][] = pages.map(() => []);
  for (let from = 0, to = 0; from < pages.length; from = to) {
    to = from + 1;
    while (isNext(to - 1)) {
      to++;
    }
    if (to - from >= LEAST_PAGES) {
      for (const [index, last] of lasts.slice(from, to).entries()) {
        found[from + index]?.push(...(last === undefined ? [] : [last.line]));
      }
    }
  }
  return found;
}

/** Returns the number that stands alone below all other text of a page. */
function lastNumber({ content, lines }: PageLines): { readonly line: Line; readonly number: number } | undefined {
  const [line, above] = lines.filter(({ rotation }) => rotation === 0).toSorted((a, b) => b.baselineY - a.baselineY);
  const text = line?.words.map((word) => word.text).join("") ?? "";
  const isAlone =
    line !== undefined &&
    above !== undefined &&
    NUMBER.test(text) &&
    line.baselineY > LOWER_SHARE * content.heightPt &&
    line.baselineY - above.baselineY >= SET_APART_EM * line.sizePt;
  return isAlone ? { line, number: Number(text) } : undefined;
}
