import { run } from "./programs.ts";

/* Pages as pictures, by pdftoppm: what is turned, cut out of or put beside each other can be compared pixel by pixel. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row after row. */
  readonly samples: Uint8Array;
}

/** Draws a page as it is seen, at a resolution at which a point is half a pixel. */
export async function drawn(pdf: Buffer, page: number): Promise<Picture> {
  const args = ["-r", "36", "-cropbox", "-f", `${page}`, "-l", `${page}`, "-"];
  const { stdout, stderr } = await run("pdftoppm", args, { input: pdf });
  const [header = "", width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 40)) ?? [];
  if (header === "") {
    throw new Error(`pdftoppm drew nothing: ${stderr}`);
  }
  return { width: Number(width), height: Number(height), samples: stdout.subarray(header.length) };
}

/** Returns the part of a picture that begins at a point, from the upper left. */
export const part = (picture: Picture, { x, y, width, height }: Record<"x" | "y" | "width" | "height", number>) =>
  mapped({ width, height }, (column, row) => at(picture, x + column, y + row));

/** Returns the picture turned clockwise by a quarter. */
export const turned = (picture: Picture): Picture =>
  mapped({ width: picture.height, height: picture.width }, (column, row) =>
    at(picture, row, picture.height - 1 - column),
  );

/** Returns the share of pixels, from 0 to 1, in which pictures clearly differ; 1 when their sizes do. */
export function difference(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) {
    return 1;
  }
  let differing = 0;
  for (let index = 0; index < one.samples.length; index += 3) {
    const far = [0, 1, 2].some((c) => Math.abs((one.samples[index + c] ?? 0) - (other.samples[index + c] ?? 0)) > 96);
    differing += far ? 1 : 0;
  }
  return differing / (one.width * one.height);
}

type Colour = readonly [number, number, number];

function at({ width, samples }: Picture, column: number, row: number): Colour {
  const index = 3 * (row * width + column);
  return [samples[index] ?? 0, samples[index + 1] ?? 0, samples[index + 2] ?? 0];
}

function mapped(
  { width, height }: Pick<Picture, "width" | "height">,
  colour: (column: number, row: number) => Colour,
): Picture {
  const samples = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      samples.set(colour(column, row), 3 * (row * width + column));
    }
  }
  return { width, height, samples };
}
