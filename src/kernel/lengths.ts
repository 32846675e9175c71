import { type Fault, valueError } from "./faults.ts";
import type { Bounds, Parse } from "./fields/field-values.ts";
import { didYouMean } from "./nearest.ts";

/* Lengths and page sizes as callers write them. A bare number is in points of 1/72 inch; a CSS pixel is 1/96 inch. */

const PT_PER_UNIT = { pt: 1, mm: 72 / 25.4, cm: 72 / 2.54, in: 72, px: 0.75 } as const;
const NUMBER = "(\\d+(?:\\.\\d*)?|\\.\\d+)";
const UNIT = "(pt|mm|cm|in|px)";

export const LENGTH_PATTERN = `^[+-]?${NUMBER}\\s*${UNIT}?$`;
const LENGTH = new RegExp(`^([+-]?)${NUMBER}\\s*${UNIT}?$`, "i");
const PAGE_SIZE = new RegExp(`^${NUMBER}(?:\\s*${UNIT})?\\s*[x×]\\s*${NUMBER}\\s*${UNIT}?$`, "i");

/** Makes a parser of lengths: a number of points or a text such as `20mm`; the value is in points. */
export const parseLength =
  ({ min = 0, max = MAX_SIDE_PT }: Bounds): Parse<number> =>
  (raw) => {
    const [, sign = "", number = "", unit] = LENGTH.exec(typeof raw === "number" ? String(raw) : textOf(raw)) ?? [];
    if (number === "") {
      return { fault: valueError("expected a length in points, or with a unit of pt, mm, cm, in or px, such as 20mm") };
    }
    const lengthPt = (sign === "-" ? -1 : 1) * inPoints(number, unit);
    const fault = faultOf(lengthPt, { min, max }, { noun: "a length", unit });
    return fault === undefined ? { value: lengthPt } : { fault };
  };

export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** The shortest side of a page, in points: half an inch; no label is smaller. */
export const MIN_SIDE_PT = 36;
/** The longest side of a page, in units of default user space (ISO 32000-1, Annex C). */
export const MAX_SIDE_PT = 14_400;

const mm = (width: number, height: number): PageSize => ({
  widthPt: width * PT_PER_UNIT.mm,
  heightPt: height * PT_PER_UNIT.mm,
});
const inches = (width: number, height: number): PageSize => ({ widthPt: width * 72, heightPt: height * 72 });

/** The page sizes of ISO 216 and ASME Y14.1, upright. */
export const PAGE_SIZES = {
  A0: mm(841, 1189),
  A1: mm(594, 841),
  A2: mm(420, 594),
  A3: mm(297, 420),
  A4: mm(210, 297),
  A5: mm(148, 210),
  A6: mm(105, 148),
  Letter: inches(8.5, 11),
  Legal: inches(8.5, 14),
  Tabloid: inches(11, 17),
} as const satisfies Readonly<Record<string, PageSize>>;

const BY_LOWER_CASE: ReadonlyMap<string, PageSize> = new Map(
  Object.entries(PAGE_SIZES).map(([name, size]) => [name.toLowerCase(), size]),
);

/**
 * Parses a name of `PAGE_SIZES`, whatever its case, or width and height such as `210x297mm`; without a unit they are in
 * points.
 */
export const parsePageSize: Parse<PageSize> = (raw) => pageSizeOf(textOf(raw), Object.keys(PAGE_SIZES));

/** Parses a page size as `parsePageSize` does, or the word `fit`: as large as what is on the page. */
export const parsePageSizeOrFit: Parse<PageSize | "fit"> = (raw) =>
  textOf(raw).toLowerCase() === "fit" ? { value: "fit" } : pageSizeOf(textOf(raw), ["fit", ...Object.keys(PAGE_SIZES)]);

/** Parses a page size; `names` are all words that could have been meant. */
function pageSizeOf(text: string, names: readonly string[]): ReturnType<Parse<PageSize>> {
  const named = BY_LOWER_CASE.get(text.toLowerCase());
  if (named !== undefined) {
    return { value: named };
  }
  const [, width = "", widthUnit, height = "", heightUnit] = PAGE_SIZE.exec(text) ?? [];
  if (width === "") {
    const advice = didYouMean(text, names);
    return { fault: valueError(`expected ${names.join(", ")}, or width and height such as 210x297mm`, { advice }) };
  }
  const size = { widthPt: inPoints(width, widthUnit ?? heightUnit), heightPt: inPoints(height, heightUnit) };
  const bounds = { min: MIN_SIDE_PT, max: MAX_SIDE_PT };
  const of = { noun: "sides", unit: heightUnit ?? widthUnit };
  const fault = faultOf(size.widthPt, bounds, of) ?? faultOf(size.heightPt, bounds, of);
  return fault === undefined ? { value: size } : { fault };
}

const textOf = (raw: unknown): string => (typeof raw === "string" ? raw.trim() : "");

function inPoints(number: string, unit: string | undefined): number {
  const known = Object.entries(PT_PER_UNIT).find(([name]) => name === unit?.toLowerCase());
  return Number(number) * (known?.[1] ?? 1);
}

// The tolerance lets a limit in points be named in any unit.
const ROUNDING_PT = 1e-6;

/** Returns the fault of a length that is out of bounds, with both of them in the unit in which it was given. */
function faultOf(
  lengthPt: number,
  { min, max }: Required<Bounds>,
  { noun, unit = "pt" }: { readonly noun: string; readonly unit: string | undefined },
): Fault | undefined {
  const inUnit = (pt: number): string => String(Math.round((pt / inPoints("1", unit)) * 100) / 100);
  const shownUnit = unit.toLowerCase() === "pt" ? " points" : unit.toLowerCase();
  const takes = `${noun} from ${inUnit(min)} to ${inUnit(max)}${shownUnit}`;
  if (lengthPt < min - ROUNDING_PT) {
    const message = `Input should be greater than or equal to ${min} points`;
    return { type: "greater_than_equal", message, context: { ge: min }, takes };
  }
  if (lengthPt > max + ROUNDING_PT) {
    return {
      type: "less_than_equal",
      message: `Input should be less than or equal to ${max} points`,
      context: { le: max },
      takes,
    };
  }
  return undefined;
}
