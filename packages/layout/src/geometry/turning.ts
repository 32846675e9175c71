import type { Box } from "../content.ts";

export type Rotation = 0 | 90 | 180 | 270;

interface Sides {
  readonly widthPt: number;
  readonly heightPt: number;
}

/**
 * Returns a function that turns boxes of a page so that text whose baseline is at `rotation` degrees, clockwise from
 * rightwards, reads from left to right and downward.
 */
export function turning({ widthPt, heightPt }: Sides, rotation: Rotation): (box: Box) => Box {
  switch (rotation) {
    case 0:
      return (box) => box;
    // Text that reads downward has the top of its letters on the right.
    case 90:
      return ({ xMin, yMin, xMax, yMax }) => ({ xMin: yMin, xMax: yMax, yMin: widthPt - xMax, yMax: widthPt - xMin });
    case 180:
      return ({ xMin, yMin, xMax, yMax }) => ({
        xMin: widthPt - xMax,
        xMax: widthPt - xMin,
        yMin: heightPt - yMax,
        yMax: heightPt - yMin,
      });
    case 270:
      return ({ xMin, yMin, xMax, yMax }) => ({ xMin: heightPt - yMax, xMax: heightPt - yMin, yMin: xMin, yMax: xMax });
  }
}

/**
 * Returns a function that turns boxes from `turning` back into those of the page; the sides are those of the page
 * before it was turned.
 */
export function turningBack({ widthPt, heightPt }: Sides, rotation: Rotation): (box: Box) => Box {
  const isSideways = rotation === 90 || rotation === 270;
  const turned = isSideways ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
  return turning(turned, inverse(rotation));
}

const inverse = (rotation: Rotation): Rotation => (rotation === 90 ? 270 : rotation === 270 ? 90 : rotation);

export const rotationOf = (degrees: number): Rotation => {
  const quarter = Math.round(degrees / 90) % 4;
  return quarter === 1 ? 90 : quarter === 2 ? 180 : quarter === 3 ? 270 : 0;
};
