import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";

/** The pixels of a picture: red, green and blue in turn. */
export interface Plane {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/** Returns the colours of a PNG file and, if it has one, its alpha channel as gray. Profiles are not applied. */
export async function planesOf(path: string): Promise<Plane[]> {
  const { channels } = await sharp(path, SAMPLES).metadata();
  const colours = await planeOf(channels % 2 === 0 ? sharp(path, SAMPLES).removeAlpha() : sharp(path, SAMPLES));
  return channels % 2 === 0 ? [colours, await planeOf(sharp(path, SAMPLES).extractChannel("alpha"))] : [colours];
}

const SAMPLES = { ignoreIcc: true, limitInputPixels: false };

async function planeOf(image: Sharp): Promise<Plane> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width: widthPx, height: heightPx, channels } = info;
  return { widthPx, heightPx, rgb: channels === 1 ? repeated(data) : data };
}

function repeated(gray: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(3 * gray.length);
  for (let index = 0; index < gray.length; index++) {
    rgb.fill(gray[index] ?? 0, 3 * index, 3 * index + 3);
  }
  return rgb;
}

export const inverse = ({ rgb, ...size }: Plane): Plane => ({ ...size, rgb: rgb.map((byte) => 255 - byte) });

/** Returns the plane as it was before its pixels were repeated to enlarge it. */
export function shrunk({ widthPx, heightPx, rgb }: Plane, to: Pick<Plane, "widthPx" | "heightPx">): Plane {
  const result = new Uint8Array(3 * to.widthPx * to.heightPx);
  let position = 0;
  for (let y = 0; y < to.heightPx; y++) {
    const row = Math.floor(((y + 0.5) * heightPx) / to.heightPx) * widthPx;
    for (let x = 0; x < to.widthPx; x++) {
      const source = 3 * (row + Math.floor(((x + 0.5) * widthPx) / to.widthPx));
      for (let channel = 0; channel < 3; channel++) {
        result[position++] = rgb[source + channel] ?? 0;
      }
    }
  }
  return { widthPx: to.widthPx, heightPx: to.heightPx, rgb: result };
}

/** Returns a digest that is the same for planes of the same pixels, and for no others. */
export const digestOfPlane = ({ widthPx, heightPx, rgb }: Plane): string =>
  createHash("sha256").update(`${widthPx} ${heightPx} `).update(rgb).digest("hex");

export async function digestOfFile(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

/** Returns the greatest difference between two planes; Infinity when their sizes differ. */
export function distance(one: Plane, other: Plane): number {
  if (one.widthPx !== other.widthPx || one.heightPx !== other.heightPx) {
    return Number.POSITIVE_INFINITY;
  }
  let most = 0;
  for (let index = 0; index < one.rgb.length; index++) {
    most = Math.max(most, Math.abs((one.rgb[index] ?? 0) - (other.rgb[index] ?? 0)));
  }
  return most;
}
