import {
  type CosArray,
  type CosValue,
  inverted,
  mappedPoint,
  mappedRectangle,
  Name,
  type Rectangle,
  resolve,
} from "@quire/cos";
import type { TakenPage } from "../excerpt.ts";
import { type PageView, type PointOfPage, viewHas } from "../page-view.ts";

/* Explicit destinations (ISO 32000-2, 12.3.2.2, table 149) on pages of which only a part is shown, or on a sheet. */

/** Returns whether the view of the page has the place that a destination leads to, as far as it names one. */
export const showsDestination = ({ page, view }: TakenPage, destination: CosArray): boolean =>
  view === undefined || viewHas(view, page, placeOf(destination));

/** Returns the destination to the same place on the sheet that shows the page; undefined for a page that is on none. */
export function destinationOnSheet({ view }: TakenPage, destination: CosArray): CosArray | undefined {
  if (view?.sheet === undefined) {
    return undefined;
  }
  const { ref, matrix, isAlone } = view.sheet;
  const box = mappedRectangle(matrix, view.window);
  const corner = mappedPoint(inverted(matrix), { x: box.left, y: box.top });
  const place = placeOf(destination);
  const { x, y } = mappedPoint(matrix, { x: place.x ?? corner.x, y: place.y ?? corner.y });
  const isUpright = isAlone && matrix[0] > 0 && matrix[3] > 0;
  const kind = kindOf(destination);
  switch (kind) {
    case "XYZ":
      return [ref, new Name("XYZ"), x, y, zoomOnSheet(destination[4], view)];
    case "FitH":
    case "FitBH":
      return isUpright ? [ref, new Name(kind), y] : [ref, new Name("XYZ"), x, y, null];
    case "FitV":
    case "FitBV":
      return isUpright ? [ref, new Name(kind), x] : [ref, new Name("XYZ"), x, y, null];
    case "FitR": {
      const area = rectangle(destination);
      return area === undefined ? [ref, new Name("Fit")] : fitting(ref, mappedRectangle(matrix, area));
    }
    default:
      return isAlone ? [ref, new Name(kind === "FitB" ? kind : "Fit")] : fitting(ref, box);
  }
}

const fitting = (ref: CosValue, { left, bottom, right, top }: Rectangle): CosArray => [
  ref,
  new Name("FitR"),
  left,
  bottom,
  right,
  top,
];

const kindOf = ([, kind]: CosArray): string => {
  const value = resolve(kind);
  return value instanceof Name ? value.value : "";
};

/** Returns the coordinates that a destination names, in the user space of its page. */
function placeOf(destination: CosArray): PointOfPage {
  switch (kindOf(destination)) {
    case "XYZ":
      return { x: numberAt(destination, 2), y: numberAt(destination, 3) };
    case "FitH":
    case "FitBH":
      return { y: numberAt(destination, 2) };
    case "FitV":
    case "FitBV":
      return { x: numberAt(destination, 2) };
    case "FitR": {
      const area = rectangle(destination);
      return area === undefined ? {} : { x: (area.left + area.right) / 2, y: (area.bottom + area.top) / 2 };
    }
    default:
      return {};
  }
}

function rectangle(destination: CosArray): Rectangle | undefined {
  const [left, bottom, right, top] = [2, 3, 4, 5].map((index) => numberAt(destination, index));
  return left === undefined || bottom === undefined || right === undefined || top === undefined
    ? undefined
    : {
        left: Math.min(left, right),
        bottom: Math.min(bottom, top),
        right: Math.max(left, right),
        top: Math.max(bottom, top),
      };
}

function numberAt(destination: CosArray, index: number): number | undefined {
  const value = resolve(destination[index]);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Returns the magnification at which the page on the sheet is as large as it was at the one that was asked for. */
function zoomOnSheet(zoom: CosValue | undefined, { sheet }: PageView): number | null {
  const value = resolve(zoom);
  const [a, b] = sheet?.matrix ?? [1, 0];
  const scale = Math.hypot(a, b);
  return typeof value === "number" && value > 0 && scale > 0 ? value / scale : null;
}
