import { type CosDirect, resolve } from "../objects.ts";

/** A rectangle (ISO 32000-2, 7.9.5) in user space, normalised: left <= right and bottom <= top. */
export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/**
 * Returns the rectangle that any two opposite corners name; undefined when the value is not an array of four finite
 * numbers.
 */
export function rectangleOf(value: CosDirect): Rectangle | undefined {
  if (!Array.isArray(value) || value.length !== 4) {
    return undefined;
  }
  const [x1, y1, x2, y2] = value.map(resolve);
  if (!isFiniteNumber(x1) || !isFiniteNumber(y1) || !isFiniteNumber(x2) || !isFiniteNumber(y2)) {
    return undefined;
  }
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

export const isEmptyRectangle = ({ left, bottom, right, top }: Rectangle): boolean => left >= right || bottom >= top;

/** Returns the area that two rectangles share; undefined when there is none. */
export function intersection(one: Rectangle, other: Rectangle): Rectangle | undefined {
  const common = {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
  return isEmptyRectangle(common) ? undefined : common;
}

/** Returns the rectangle as it is written in a dictionary: left, bottom, right, top. */
export const rectangleArray = ({ left, bottom, right, top }: Rectangle): number[] => [left, bottom, right, top];

const isFiniteNumber = (value: CosDirect | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);
