import { mkdir, rm } from "node:fs/promises";
import type { PagePicture, PictureJob, RecognizedPage } from "../../../engines/tesseract/port.ts";
import { Failure } from "../../../kernel/failure.ts";
import { workOf } from "../../../kernel/timing/work.ts";
import type { Context, UploadedFile } from "../../operation.ts";
import { drawPage, requireReadable } from "../draw-page.ts";
import { PAGE_FAILURES } from "../each-page.ts";
import { wordsOf } from "../page-text.ts";
import { agreesWithPage, agreesWithSample } from "./agreement.ts";

/* A page as it is shown to a model, and the parts that can be looked at again when its answer gives reason to. */

export interface LookedAt {
  readonly file: UploadedFile;
  readonly password: string | undefined;
  readonly longEdgePx: number;
  readonly languages: PictureJob["languages"];
  /** The directory for everything that is made for the page; it is emptied first. */
  readonly directory: string;
}

export interface PageLook {
  readonly picture: PagePicture;
  /** The resolution of the picture, in dots per inch of the page; null when it is unknown. */
  readonly dpi: number | null;
  /** Makes pictures of the page's parts. */
  parts(): Promise<readonly string[]>;
  /** Returns whether a model's text agrees with the page's text as an OCR engine reads it. */
  agrees(text: string): Promise<boolean>;
}

/**
 * Makes the picture of a page.
 * @throws Failure of the engines, `image_too_large` for a page on whose picture nothing could be read
 */
export async function lookAt(pageNumber: number, looked: LookedAt, context: Context): Promise<PageLook> {
  const { pagePictures } = context.engines;
  // What an attempt before this one has drawn is in the way of what is drawn now.
  await rm(looked.directory, { recursive: true, force: true });
  await mkdir(looked.directory);
  const { input, page, dpi, sizePx } = await imageOf(pageNumber, looked, context);
  const job: PictureJob = {
    input,
    page,
    dpi,
    languages: looked.languages,
    rotates: true,
    longEdgePx: looked.longEdgePx,
    maxPixels: context.limits.imagePixels,
    outputDirectory: looked.directory,
    ...workOf(context),
  };
  const picture = await pagePictures.picture(job);
  const { rotationDegrees, sample } = picture;
  const pictureDpi = dpi === undefined ? null : (dpi * Math.max(picture.widthPx, picture.heightPx)) / sizePx;
  if (pictureDpi !== null) {
    requireReadable(pageNumber, pictureDpi);
  }
  let reading: { readonly page: RecognizedPage | undefined } | undefined;
  return {
    picture,
    dpi: pictureDpi,
    parts: () => pagePictures.strips({ ...job, rotationDegrees, count: 2 }),
    async agrees(text) {
      if (agreesWithSample(text, sample)) {
        return true;
      }
      // The calls come one after the other; one that failed for want of a place is made again with the next.
      reading ??= { page: await readWhole(job, context) };
      const { page: whole } = reading;
      return whole !== undefined && agreesWithPage(text, wordsOf(whole));
    },
  };
}

/**
 * The resolution at which A4 is drawn, in dots per inch, and the length of the drawn edge relative to that of the
 * picture for the model: what an OCR engine needs.
 */
const DRAWN_DPI = 300;
const DRAWN_EDGE_RATIO = 1.5;

interface PageSource {
  readonly input: string;
  /** The page of that file, from 1. */
  readonly page: number;
  readonly dpi: number | undefined;
  /** The length of the longer side, in pixels; 0 where it does not matter. */
  readonly sizePx: number;
}

async function imageOf(pageNumber: number, looked: LookedAt, context: Context): Promise<PageSource> {
  const { file, password, directory, longEdgePx } = looked;
  if (file.mediaType !== "application/pdf") {
    return { input: file.path, page: pageNumber, dpi: undefined, sizePx: 0 };
  }
  const maxPixels = Math.round((DRAWN_EDGE_RATIO * longEdgePx) ** 2 / Math.SQRT2);
  const drawing = { file, password, dpi: DRAWN_DPI, maxPixels, outputDirectory: directory };
  const { path, dpi, widthPx, heightPx } = await drawPage(pageNumber, drawing, context);
  return { input: path, page: 1, dpi, sizePx: Math.max(widthPx, heightPx) };
}

/** Reads the whole page; undefined when it cannot be read. */
async function readWhole({ input, page, dpi, languages, maxPixels }: PictureJob, context: Context) {
  try {
    return await context.engines.recognizer.recognize({
      input,
      page,
      dpi,
      languages,
      effort: "simple",
      rotates: true,
      deskews: true,
      denoises: "when-noisy",
      maxPixels,
      ...workOf(context),
    });
  } catch (failure) {
    context.signal.throwIfAborted();
    if (failure instanceof Failure && PAGE_FAILURES.includes(failure.code)) {
      return undefined;
    }
    throw failure;
  }
}
