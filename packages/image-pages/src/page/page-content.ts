import type { Placement } from "./placement.ts";

/** The name of the image in the page's resources. */
export const IMAGE_NAME = "Im";

/** Returns the content stream of a page that shows an image, oriented as in EXIF, on paper of a colour. */
export function pageContent(
  { page, image, clip }: Placement,
  { orientation, background }: { readonly orientation: number; readonly background: string | undefined },
): string {
  const { leftPt, bottomPt, widthPt, heightPt } = image;
  const [across, along, start] = AXES[orientation] ?? UPRIGHT;
  const matrix = [
    widthPt * across[0],
    heightPt * across[1],
    widthPt * along[0],
    heightPt * along[1],
    leftPt + widthPt * start[0],
    bottomPt + heightPt * start[1],
  ];
  return [
    ...(background === undefined ? [] : [`${rgb(background)} rg 0 0 ${numbers([page.widthPt, page.heightPt])} re f`]),
    "q",
    ...(clip === undefined ? [] : [`${numbers([clip.leftPt, clip.bottomPt, clip.widthPt, clip.heightPt])} re W n`]),
    `${numbers(matrix)} cm /${IMAGE_NAME} Do`,
    "Q",
  ].join("\n");
}

type Vector = readonly [x: number, y: number];
type Axes = readonly [across: Vector, along: Vector, start: Vector];

/** An image is drawn in the unit square, its first row at the top. */
const UPRIGHT: Axes = [
  [1, 0],
  [0, 1],
  [0, 0],
];

/**
 * Where the sides of the unit square go by orientation (Exif 2.32, 4.6.4, tag 0112), in a square of the same size: the
 * direction of the rows, that from the last row to the first, and the place of the first pixel of the last row.
 */
const AXES: Readonly<Record<number, Axes>> = {
  1: UPRIGHT,
  2: [
    [-1, 0],
    [0, 1],
    [1, 0],
  ],
  3: [
    [-1, 0],
    [0, -1],
    [1, 1],
  ],
  4: [
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  5: [
    [0, -1],
    [-1, 0],
    [1, 1],
  ],
  6: [
    [0, -1],
    [1, 0],
    [0, 1],
  ],
  7: [
    [0, 1],
    [1, 0],
    [0, 0],
  ],
  8: [
    [0, 1],
    [-1, 0],
    [1, 0],
  ],
};

/** Formats numbers as PDF takes them: without exponents, to a ten-thousandth of a point. */
const numbers = (list: readonly number[]): string => list.map((number) => String(Number(number.toFixed(4)))).join(" ");

const rgb = (colour: string): string =>
  numbers([1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255));
