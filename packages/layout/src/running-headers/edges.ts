import { isCaption } from "../captions/captions.ts";
import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { median } from "../geometry/statistics.ts";
import type { Line, Word } from "../words.ts";
import { isHeadOfTable, ROWS_BELOW } from "./repeated-heads.ts";

/** A row of text at the top or the bottom of a page, which may be a running header or footer. */
export interface Edge extends Box {
  readonly side: "top" | "bottom";
  readonly lines: readonly Line[];
  /** The row's text in lower case with numbers as `#`, its parts from the left. */
  readonly pattern: string;
  /** The row's text as it is shown. */
  readonly shownText: string;
  /** Whether it is the caption of a table or a figure, which names another one on each page. */
  readonly isCaption: boolean;
  /** The numbers that the row begins and ends with, one of which may be that of the page. */
  readonly numbers: { readonly first: number | undefined; readonly last: number | undefined };
  readonly sizePt: number;
  /** The distance to the next row inward, from letters to letters; infinite where there is none. */
  readonly gapPt: number;
  /** The distance between most rows of the page. */
  readonly usualGapPt: number;
  /** The size of the next row inward; 0 where there is none. */
  readonly nextSizePt: number;
  readonly page: Pick<PageContent, "page" | "widthPt" | "heightPt">;
  /** Whether the row is the head of a table that goes on on the page. */
  readonly isHead: boolean;
  /** The left and right ends of all text of the page. */
  readonly text: Pick<Box, "xMin" | "xMax">;
}

/** The greatest number of rows that running headers or footers have on a side of a page. */
const MOST_ROWS = 8;

/** The height of the outer bands of a page that hold running headers and footers, as a share of its height. */
const BAND_SHARE = 0.14;

/** Returns the rows of the outer bands of a page, each side from the margin inward. */
export function edgesOf({ content, lines }: { readonly content: PageContent; readonly lines: readonly Line[] }): {
  readonly top: readonly Edge[];
  readonly bottom: readonly Edge[];
} {
  const rows = rowsOf(lines);
  const text = boxAround(lines);
  const usualGapPt = usualGapOf(rows);
  const { page, widthPt, heightPt } = content;
  const edge = (side: "top" | "bottom", index: number): Edge => {
    const own = rows[index] ?? [];
    const next = side === "top" ? rows[index + 1] : rows[index - 1];
    const box = inkOf(own);
    const beside = next === undefined ? undefined : inkOf(next);
    const gapPt =
      beside === undefined
        ? Number.POSITIVE_INFINITY
        : side === "top"
          ? beside.yMin - box.yMax
          : box.yMin - beside.yMax;
    const parts = own.toSorted((a, b) => a.xMin - b.xMin);
    const shownText = parts.map(textOf).join(" ");
    return {
      ...box,
      side,
      lines: own,
      pattern: parts.map(patternOf).join(" "),
      shownText,
      isCaption: isCaption(shownText),
      numbers: { first: numberOf(parts[0]?.words[0]), last: numberOf(parts.at(-1)?.words.at(-1)) },
      sizePt: sizeOf(own),
      gapPt,
      usualGapPt,
      nextSizePt: next === undefined ? 0 : sizeOf(next),
      page: { page, widthPt, heightPt },
      isHead: side === "top" && isHeadOfTable(own, rows.slice(index + 1, index + 1 + ROWS_BELOW)),
      text,
    };
  };
  const top = rows.slice(0, MOST_ROWS).map((_, index) => edge("top", index));
  const bottom = rows.slice(-MOST_ROWS).map((_, index) => edge("bottom", rows.length - 1 - index));
  return {
    top: top.filter(({ yMax }) => yMax < BAND_SHARE * heightPt),
    bottom: bottom.filter(({ yMin }) => yMin > (1 - BAND_SHARE) * heightPt),
  };
}

/** The reach of letters above and below their baseline, in ems. Boxes of fonts may be much higher. */
const ASCENT_EM = 0.75;
const DESCENT_EM = 0.22;

function inkOf(lines: readonly Line[]): Box {
  return boxAround(
    lines.map(({ xMin, xMax, baselineY, sizePt }) => ({
      xMin,
      xMax,
      yMin: baselineY - ASCENT_EM * sizePt,
      yMax: baselineY + DESCENT_EM * sizePt,
    })),
  );
}

function usualGapOf(rows: readonly (readonly Line[])[]): number {
  const boxes = rows.map(inkOf);
  return median(
    boxes.slice(1).map(({ yMin }, index) => yMin - (boxes[index]?.yMax ?? yMin)),
    0,
  );
}

const sizeOf = (lines: readonly Line[]): number => lines.reduce((most, { sizePt }) => Math.max(most, sizePt), 0);

const textOf = ({ words }: Line): string =>
  words
    .map(({ text, isJoined }) => (isJoined === true ? text : ` ${text}`))
    .join("")
    .trim();

const patternOf = (line: Line): string =>
  textOf(line)
    .toLowerCase()
    .replace(/\p{Nd}+/gu, "#")
    .replace(/\b[ivxl]+$/, "#");

const PAGE_NUMBER = /^\d{1,4}$/u;

const numberOf = (word: Word | undefined): number | undefined =>
  word !== undefined && PAGE_NUMBER.test(word.text) ? Number(word.text) : undefined;

/** Groups lines into rows of a shared height, from the top. */
function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  let foot = Number.NEGATIVE_INFINITY;
  for (const line of lines.toSorted((a, b) => a.baselineY - b.baselineY)) {
    const isBelow = line.baselineY - foot > 0.5 * line.sizePt;
    const row = rows.at(-1);
    if (row === undefined || isBelow) {
      rows.push([line]);
      foot = line.baselineY;
    } else {
      row.push(line);
    }
  }
  return rows;
}
