import { type CosDirect, rectangleOf } from "@quire/cos";

/** The lengths that the sides of page boundaries may have, in units of user space (ISO 32000-1, table C.1). */
const SIDE = { least: 3, greatest: 14_400 } as const;

/** Returns whether a value is no page boundary, or one whose sides are too short or too long. */
export function isUnusableBox(value: CosDirect): boolean {
  const box = rectangleOf(value);
  const sides = box === undefined ? [0] : [box.right - box.left, box.top - box.bottom];
  return sides.some((side) => side < SIDE.least || side > SIDE.greatest);
}
