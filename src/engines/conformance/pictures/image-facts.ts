import { execFile } from "node:child_process";
import { promisify } from "node:util";

/* The properties of images and pages as ImageMagick and Poppler report them: neither has a part in any engine here. */

export interface ImageFacts {
  readonly format: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The channels by ImageMagick's names: `gray`, `srgb`, `srgba`. */
  readonly channels: string;
  /** The resolution in dots per inch, rounded. */
  readonly dpi: number;
}

export async function imageFacts(path: string): Promise<ImageFacts> {
  const text = await ask("identify", ["-units", "PixelsPerInch", "-format", "%m %w %h %[channels] %x", path]);
  const [format = "", widthPx, heightPx, channels = "", dpi] = text.split(" ");
  const dpiRounded = Math.round(Number.parseFloat(dpi ?? ""));
  return { format, widthPx: Number(widthPx), heightPx: Number(heightPx), channels, dpi: dpiRounded };
}

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

export interface Pixels {
  /** Returns the pixel at `x`, `y` from the top left, in shares of the width and height. */
  at(x: number, y: number): Pixel;
  /** The number of pixels that are neither white nor transparent. */
  readonly inked: number;
}

export async function decodeImage(path: string): Promise<Pixels> {
  const options = { encoding: "buffer", maxBuffer: 2 ** 30 } as const;
  // One process writes the size, on a separate line, and the pixels.
  const size = ["-format", "%w %h\n", "-write", "info:-"];
  const { stdout: reported } = await promisify(execFile)("convert", [path, "-depth", "8", ...size, "rgba:-"], options);
  const end = reported.indexOf("\n");
  const [widthPx = 0, heightPx = 0] = reported.toString("latin1", 0, end).split(" ").map(Number);
  const rgba = reported.subarray(end + 1);
  const pixel = (index: number): Pixel => [...rgba.subarray(4 * index, 4 * index + 4)] as unknown as Pixel;
  return {
    at: (x, y) => pixel(Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)),
    get inked() {
      let inked = 0;
      for (let offset = 0; offset < 4 * widthPx * heightPx; offset += 4) {
        inked += isInk(rgba, offset) ? 1 : 0;
      }
      return inked;
    },
  };
}

const isInk = (rgba: Buffer, offset: number): boolean =>
  rgba.readUInt8(offset + 3) > 0 &&
  Math.min(rgba.readUInt8(offset), rgba.readUInt8(offset + 1), rgba.readUInt8(offset + 2)) < 255;

/** Returns the colours of the corners: top left, top right, bottom left, bottom right. */
export function cornersOf(pixels: Pixels): string[] {
  const [near, far] = [0.03, 0.97];
  return [pixels.at(near, near), pixels.at(far, near), pixels.at(near, far), pixels.at(far, far)].map(colourName);
}

const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  white: [255, 255, 255],
  grey: [128, 128, 128],
  black: [0, 0, 0],
  red: [255, 0, 0],
  "light red": [255, 128, 128],
  green: [0, 255, 0],
  "dark green": [0, 153, 0],
  blue: [0, 0, 255],
  "light blue": [128, 128, 255],
  yellow: [255, 255, 0],
  amber: [255, 204, 0],
};

/**
 * Returns the name of a colour of the fixtures, to which lossy formats only come near; for any other pixel its values.
 */
export function colourName(pixel: Pixel): string {
  const isNear = (colour: readonly number[]): boolean =>
    colour.every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 30);
  return Object.entries(COLOURS).find(([, colour]) => isNear(colour))?.[0] ?? String(pixel);
}

/** Returns how much two images of one size differ, from 0 to 1: the root of the mean square over all channels. */
export async function difference(one: string, other: string): Promise<number> {
  // The status is 1 when the images differ at all.
  const { stderr } = await promisify(execFile)("compare", ["-metric", "RMSE", one, other, "null:"]).catch(statusOne);
  const [, share] = /\((.*)\)/.exec(stderr) ?? [];
  return share === undefined ? Number.NaN : Number(share);
}

function statusOne(error: unknown): { stderr: string } {
  if (error instanceof Error && "code" in error && error.code === 1 && "stderr" in error) {
    return { stderr: String(error.stderr) };
  }
  throw error;
}

/** Returns the visible size of each page in points, /Rotate applied, as pdfinfo prints it. */
export async function pageSizes(path: string): Promise<{ widthPt: number; heightPt: number }[]> {
  const text = await ask("pdfinfo", ["-f", "1", "-l", "-1", path]);
  return [...text.matchAll(/size: +([\d.]+) x ([\d.]+) pts.*\nPage +\d+ rot: +(\d+)/g)].map(
    ([, width, height, turn]) => {
      const [widthPt, heightPt] = [Number(width), Number(height)];
      return Number(turn) % 180 === 0 ? { widthPt, heightPt } : { widthPt: heightPt, heightPt: widthPt };
    },
  );
}

/** Draws the visible area of page `page` by Poppler to `root`.png. */
export async function drawByPoppler(path: string, { page, dpi, root }: { page: number; dpi: number; root: string }) {
  const pages = ["-f", `${page}`, "-l", `${page}`, "-singlefile"];
  await ask("pdftoppm", ["-png", "-cropbox", "-r", `${dpi}`, ...pages, path, root]);
  return `${root}.png`;
}

async function ask(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args);
  return stdout;
}
