import { addWatermark, type Fields, type File } from "./client.ts";
import { classicPdf } from "./documents.ts";
import { run, withFile } from "./programs.ts";
import { expectOk, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/* Pages to write on, and what other programs see of what was written. Points and pixels count from the top left. */

/** Makes a document of pages with these attributes; `/F1` is Helvetica. */
export function pagesWith(...pages: readonly { readonly attributes: string; readonly content?: string }[]): Buffer {
  const first = 4;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap(({ attributes, content = "" }, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> ${attributes} /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]);
}

/** Makes an empty page of this size. */
export const blank = (widthPt: number, heightPt: number): Buffer =>
  pagesWith({ attributes: `/MediaBox [0 0 ${widthPt} ${heightPt}]` });

/** Returns the document with its watermark. */
export async function marked(service: Service, file: File, fields: Fields): Promise<Buffer> {
  return expectOk(await addWatermark(service, file, fields)).body;
}

/** Returns the text of the first page, in one line. */
export async function textOf(pdf: Buffer | Reply, ...options: readonly string[]): Promise<string> {
  const input = Buffer.isBuffer(pdf) ? pdf : expectOk(pdf).body;
  const { stdout, stderr } = await run("pdftotext", [...options, "-l", "1", "-", "-"], { input });
  if (stdout.length === 0) {
    throw new Error(`pdftotext read nothing: ${stderr}`);
  }
  return stdout.toString("utf8").trim().replaceAll(/\s+/g, " ");
}

/** Returns the names of the fonts of all pages, without the tags of subsets, by pdffonts. */
export async function fontsOf(pdf: Buffer): Promise<string[]> {
  const { stdout } = await withFile(pdf, (path) => run("pdffonts", [path]));
  const lines = stdout.toString("utf8").trim().split("\n").slice(2);
  return lines.map((line) => line.split(/\s+/)[0]?.replace(/^[A-Z]{6}\+/, "") ?? "");
}

export interface Box {
  readonly leftPt: number;
  readonly topPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
}

/** Returns the words of a page as it is seen; their boxes reach from the ascent to the descent of the font. */
export async function wordsOf(pdf: Buffer, page = 1): Promise<(Box & { readonly text: string })[]> {
  const only = ["-f", `${page}`, "-l", `${page}`];
  const { stdout } = await run("pdftotext", ["-bbox", "-cropbox", ...only, "-", "-"], { input: pdf });
  const word = /<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)</g;
  return Array.from(stdout.toString("utf8").matchAll(word), ([, left, top, right, bottom, text = ""]) => ({
    leftPt: Number(left),
    topPt: Number(top),
    rightPt: Number(right),
    bottomPt: Number(bottom),
    text,
  }));
}

/** Returns the only word of a page. */
export async function onlyWordOf(pdf: Buffer, page = 1): Promise<Box & { readonly text: string }> {
  const words = await wordsOf(pdf, page);
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new Error(`The page has ${words.length} words: ${words.map(({ text }) => text).join(" ")}`);
  }
  return word;
}

export type Colour = readonly [red: number, green: number, blue: number];

export interface Drawing {
  readonly widthPx: number;
  readonly heightPx: number;
  at(x: number, y: number): Colour;
}

/** Draws the first page with pdftoppm. */
export async function drawn(pdf: Buffer, dpi = 72): Promise<Drawing> {
  const { stdout, stderr } = await run("pdftoppm", ["-r", `${dpi}`, "-cropbox", "-l", "1", "-"], { input: pdf });
  const [header = "", width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 40)) ?? [];
  if (header === "") {
    throw new Error(`pdftoppm drew nothing: ${stderr}`);
  }
  const widthPx = Number(width);
  return {
    widthPx,
    heightPx: Number(height),
    at(x, y) {
      const offset = header.length + 3 * (y * widthPx + x);
      return [stdout[offset] ?? 0, stdout[offset + 1] ?? 0, stdout[offset + 2] ?? 0];
    },
  };
}

/** Returns the most frequent colour among those for which `isMeant` returns true; undefined when there is none. */
export function commonest(
  drawing: Drawing,
  isMeant: (colour: Colour, x: number, y: number) => boolean,
): Colour | undefined {
  const counts = new Map<string, { readonly colour: Colour; count: number }>();
  for (let y = 0; y < drawing.heightPx; y++) {
    for (let x = 0; x < drawing.widthPx; x++) {
      const colour = drawing.at(x, y);
      if (isMeant(colour, x, y)) {
        const known = counts.get(colour.join()) ?? { colour, count: 0 };
        known.count += 1;
        counts.set(colour.join(), known);
      }
    }
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.colour;
}

export const isWhite = (colour: Colour): boolean => colour.every((value) => value === 255);

export interface Ink {
  /** The direction of the axis along which the ink is longest, counter-clockwise from the horizontal, -90 to 90. */
  readonly degrees: number;
  /** The point halfway between the ends of the ink, along the axis and across it. */
  readonly centrePt: readonly [x: number, y: number];
  readonly lengthPt: number;
  /**
   * The distance along the axis from the centre to the middle of the mass; negative when there is more of it at the
   * left end.
   */
  readonly leanPt: number;
}

/** Measures how everything that is not white lies on the page. */
export function inkOf(drawing: Drawing): Ink {
  const points = inkPoints(drawing);
  const count = points.length;
  if (count === 0) {
    throw new Error("There is no ink on the page.");
  }
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  // This is the direction of the largest eigenvalue of the covariance; y points downwards.
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [along, across] = [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ] as const;
  const middleAlong = middleOf(points, along);
  const middleAcross = middleOf(points, across);
  return {
    degrees: (-angle * 180) / Math.PI,
    centrePt: [
      middleAlong.middle * along[0] + middleAcross.middle * across[0],
      middleAlong.middle * along[1] + middleAcross.middle * across[1],
    ],
    lengthPt: middleAlong.length,
    leanPt: meanX * along[0] + meanY * along[1] - middleAlong.middle,
  };
}

type Point = readonly [x: number, y: number];

/** Returns the centres of the dark pixels of a drawing in 72 dpi. */
function inkPoints(drawing: Drawing): Point[] {
  const points: Point[] = [];
  for (let y = 0; y < drawing.heightPx; y++) {
    for (let x = 0; x < drawing.widthPx; x++) {
      if (drawing.at(x, y)[0] < 128) {
        points.push([x + 0.5, y + 0.5]);
      }
    }
  }
  return points;
}

function middleOf(points: readonly Point[], [dx, dy]: Point): { readonly middle: number; readonly length: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    least = Math.min(least, x * dx + y * dy);
    most = Math.max(most, x * dx + y * dy);
  }
  return { middle: (least + most) / 2, length: most - least };
}
