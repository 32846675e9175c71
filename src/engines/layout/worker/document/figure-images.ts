import { readFileSync, truncateSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Block, Figure, ImageUrl, LaidOutDocument, PageContent } from "@quire/layout";
import sharp from "sharp";
import type { ImageUse } from "../../port.ts";
import type { TextDocument } from "./text-document.ts";

/** An image of a figure, in the output directory. */
export interface FigureImage {
  readonly page: number;
  /** The index of the image, as in `Figure.image`. */
  readonly image: number;
  /** The number of the figure on its page, from 1, which its file name contains. */
  readonly number: number;
  readonly file: string;
  readonly extension: "png" | "jpg";
}

/** The highest resolution: of a figure's own only what a reader sees is useful. */
const MAX_DPI = 200;
const MIN_DPI = 72;
/** The most pixels of a drawn page; one of A0 at 200 dpi has 62 million. */
const MAX_PIXELS = 64_000_000;
/** The least size of a figure; a picture of a few points is a mark. */
const MIN_PIXELS = 4;
/** The most figures of a document, more than any book has. */
const MAX_FIGURES = 5000;

/**
 * Draws the figures that are images, each as a reader sees it: with its mask, turned as the page is, and with what is
 * drawn over it. Pages are drawn one after the other.
 */
export async function* figureImages(
  document: TextDocument,
  laidOut: LaidOutDocument,
  outputDirectory: string,
): AsyncGenerator<FigureImage, void, undefined> {
  let count = 0;
  for (const [page, figures] of figuresByPage(laidOut)) {
    const content = document.readImages(page);
    if (content === undefined || count >= MAX_FIGURES) {
      continue;
    }
    const dpi = dpiFor(figures, content);
    for await (const drawn of document.draw({ page, dpi, maxPixels: MAX_PIXELS }, outputDirectory)) {
      const path = join(outputDirectory, drawn.file);
      try {
        for (const [index, { box, image }] of figures.entries()) {
          const region = regionOf(box, { ...drawn, scale: drawn.widthPx / Math.max(1, content.widthPt) });
          if (image !== undefined && region.width >= MIN_PIXELS && region.height >= MIN_PIXELS) {
            count += 1;
            const name = `figure_${page}_${index + 1}`;
            yield { page, image, number: index + 1, ...(await writeFigure(path, region, join(outputDirectory, name))) };
          }
        }
      } finally {
        // Its room is given back at once; its name stays until the end of the task.
        truncateSync(path);
      }
    }
  }
}

/**
 * Returns a function that returns the URL of an image for the writers: a data URL, or the name of the file in an
 * archive.
 */
export function imageUrls(
  images: readonly FigureImage[],
  { use, outputDirectory }: { readonly use: ImageUse; readonly outputDirectory: string },
): ImageUrl {
  const found = new Map(images.map((image) => [`${image.page} ${image.image}`, image]));
  return ({ page, image }) => {
    const figure = found.get(`${page} ${image}`);
    if (figure === undefined || use === "omit") {
      return undefined;
    }
    return use === "files" ? nameInArchive(figure) : dataUrl(join(outputDirectory, figure.file), figure.extension);
  };
}

export const nameInArchive = ({ page, number, extension }: Omit<FigureImage, "image" | "file">): string =>
  `images/page_${page}_image_${number}.${extension}`;

const dataUrl = (path: string, extension: FigureImage["extension"]): string =>
  `data:image/${extension === "jpg" ? "jpeg" : "png"};base64,${readFileSync(path).toString("base64")}`;

function figuresByPage({ blocks }: LaidOutDocument): Map<number, Figure[]> {
  const figures = new Map<number, Figure[]>();
  for (const figure of figuresIn(blocks)) {
    const own = figures.get(figure.page) ?? [];
    own.push(figure);
    figures.set(figure.page, own);
  }
  return figures;
}

function* figuresIn(blocks: readonly Block[]): Generator<Figure> {
  for (const block of blocks) {
    if (block.kind === "figure" && block.image !== undefined) {
      yield block;
    } else if (block.kind === "quote") {
      yield* figuresIn(block.blocks);
    } else if (block.kind === "list") {
      for (const item of block.items) {
        yield* figuresIn(item.blocks);
      }
    }
  }
}

/** Returns the resolution of the sharpest of the images, within limits. */
function dpiFor(figures: readonly Figure[], { images }: Pick<PageContent, "images">): number {
  const own = figures.map(({ image }) => {
    const place = images.find(({ index }) => index === image);
    return place === undefined ? MIN_DPI : (72 * place.widthPx) / Math.max(1, place.xMax - place.xMin);
  });
  return Math.round(Math.min(MAX_DPI, Math.max(MIN_DPI, ...own)));
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function regionOf(
  { xMin, yMin, xMax, yMax }: Figure["box"],
  { widthPx, heightPx, scale }: { readonly widthPx: number; readonly heightPx: number; readonly scale: number },
): Region {
  const left = Math.min(widthPx, Math.max(0, Math.floor(xMin * scale)));
  const top = Math.min(heightPx, Math.max(0, Math.floor(yMin * scale)));
  const right = Math.min(widthPx, Math.max(0, Math.ceil(xMax * scale)));
  const bottom = Math.min(heightPx, Math.max(0, Math.ceil(yMax * scale)));
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The size of a PNG that is kept without trying JPEG: it is small, and without loss. */
const SMALL_BYTES = 64 * 1024;
const JPEG_QUALITY = 88;

/** Writes a figure as PNG, or as JPEG where that takes less than half: a photograph rather than a drawing. */
async function writeFigure(
  page: string,
  region: Region,
  path: string,
): Promise<Pick<FigureImage, "file" | "extension">> {
  const pixels = sharp(page, { limitInputPixels: MAX_PIXELS }).extract(region);
  const png = await pixels.clone().png().toBuffer();
  const jpeg = png.length <= SMALL_BYTES ? undefined : await pixels.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const isPhotograph = jpeg !== undefined && jpeg.length < png.length / 2;
  const extension = isPhotograph ? "jpg" : "png";
  await writeFile(`${path}.${extension}`, isPhotograph ? jpeg : png);
  return { file: `${path.slice(path.lastIndexOf("/") + 1)}.${extension}`, extension };
}
