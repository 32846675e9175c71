import { textWidthEm } from "./text-width.ts";

/* The widths of a table's columns, by what their cells need. */

/** The space that a column needs, in ems of the table's type. */
export interface Need {
  /** The width that it cannot do without. */
  readonly leastEm: number;
  /** The width that all but its longest values take on one line. */
  readonly wantedEm: number;
  readonly width: string | undefined;
  /** Its share of the width that is left where not all get what they want; 1 for all but long texts. */
  readonly weight: number;
}

export function widthsOf(
  needs: readonly Need[],
  { fontSizePt, textWidthPt }: { readonly fontSizePt: number; readonly textWidthPt: number },
): number[] | undefined {
  const asked = needs.map(({ width }) => askedPt(width, { fontSizePt, textWidthPt }));
  const least = needs.map(({ leastEm }, index) => asked[index] ?? leastEm * fontSizePt);
  const spare = textWidthPt - total(least);
  // Widths that the caller chose may exceed the text by a tenth, which is shared by all.
  if (spare < (asked.some((width) => width !== undefined) ? -textWidthPt / 10 : 0)) {
    return undefined;
  }
  const requests = needs.map(({ wantedEm }, index) =>
    asked[index] === undefined ? Math.max(0, wantedEm * fontSizePt - (least[index] ?? 0)) : 0,
  );
  const given = shared(
    Math.max(0, spare),
    requests,
    needs.map(({ weight }) => weight),
  );
  const widths = least.map((width, index) => width + (given[index] ?? 0));
  // Width that is left over is shared by all columns whose widths the caller did not choose, or else by all.
  const isFree = asked.every((width) => width !== undefined)
    ? () => true
    : (index: number) => asked[index] === undefined;
  const free = total(widths.filter((_, index) => isFree(index)));
  const rest = textWidthPt - total(widths);
  return widths.map((width, index) => (isFree(index) ? width + (rest * width) / free : width));
}

/** Shares spare width out: small requests are fulfilled first; the rest is shared by weight. */
function shared(spare: number, requests: readonly number[], weights: readonly number[]): number[] {
  const order = requests
    .map((_, index) => index)
    .toSorted((one, other) => (requests[one] ?? 0) - (requests[other] ?? 0));
  const given = requests.map(() => 0);
  let left = spare;
  let weight = total(weights);
  order.forEach((index) => {
    const own = weights[index] ?? 1;
    const share = Math.min(requests[index] ?? 0, (left * own) / weight);
    given[index] = share;
    left -= share;
    weight -= own;
  });
  return given;
}

const PT_PER_UNIT: Readonly<Record<string, number>> = {
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  q: 72 / 101.6,
};

/** Returns a CSS width in points, at most that of the text; undefined for none, and for values that are no length. */
function askedPt(
  width: string | undefined,
  { fontSizePt, textWidthPt }: { readonly fontSizePt: number; readonly textWidthPt: number },
): number | undefined {
  const [, number, unit = ""] = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z%]+)\s*$/i.exec(width ?? "") ?? [];
  const perUnit: Readonly<Record<string, number>> = {
    ...PT_PER_UNIT,
    "%": textWidthPt / 100,
    em: fontSizePt,
    rem: fontSizePt,
    ch: fontSizePt * textWidthEm("0"),
  };
  const unitPt = perUnit[unit.toLowerCase()];
  return number === undefined || unitPt === undefined ? undefined : Math.min(textWidthPt, Number(number) * unitPt);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
