import type { PageImage } from "../../engines/pdfium/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { withinTime } from "../../kernel/timing/work.ts";
import type { Context, UploadedFile } from "../operation.ts";

/** The time of a worker that a page gets to be drawn, however much its request has, in milliseconds. */
const DRAWING_TIME_MS = 25_000;

export interface Drawing {
  readonly file: Pick<UploadedFile, "path">;
  readonly password: string | undefined;
  readonly dpi: number;
  /** The most pixels of a drawn page; one that would have more is drawn at a resolution that fits. */
  readonly maxPixels: number;
  readonly outputDirectory: string;
}

/**
 * Draws the page as a viewer shows it, in grey. With one call for each page, its neighbours can be drawn when it cannot
 * be.
 */
export async function drawPage(pageNumber: number, drawing: Drawing, context: Context): Promise<PageImage> {
  const { file, password, dpi, maxPixels, outputDirectory } = drawing;
  const images = await withinTime(context, DRAWING_TIME_MS, (work) =>
    Array.fromAsync(
      context.engines.rasterizer.render({
        input: file.path,
        password,
        pages: [pageNumber],
        size: { kind: "resolution", dpi, fits: true },
        encoding: { format: "pgm", quality: 100, transparent: false },
        maxPixels: Math.min(context.limits.imagePixels, maxPixels),
        outputDirectory,
        ...work,
      }),
    ),
  );
  const [image] = images;
  if (image === undefined) {
    throw new Error("The rasterizer returned no image for one page.");
  }
  return image;
}

/** The least resolution, in dots per inch: below it letters of common sizes have too few pixels to be distinguished. */
const MIN_DPI = 30;

/**
 * Checks that a page could be drawn at a readable resolution.
 * @throws Failure `image_too_large` for a page that is so large that nothing can be read in a picture of it
 */
export function requireReadable(pageNumber: number, dpi: number): void {
  if (dpi < MIN_DPI) {
    throw new Failure(
      "image_too_large",
      `Page ${pageNumber} is so large that it could only be drawn at ${Math.floor(dpi)} dpi.`,
      { facts: { page: pageNumber } },
    );
  }
}
