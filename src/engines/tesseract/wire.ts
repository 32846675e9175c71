import { z } from "zod";
import type { Work } from "../../kernel/timing/work.ts";
import { workerMethod } from "../pool/worker-method.ts";
import type { ImageLook, PagePicture, PictureJob, RecognizedPage, Recognizer, StripsJob, TextBox } from "./port.ts";

/* What the adapters and the methods of the worker say to each other. */

const quarterTurns = z.literal([0, 90, 180, 270]);

/** The longest side that any format can state. */
const MAX_SIDE_PX = 2 ** 31;
const side = z.int().min(1).max(MAX_SIDE_PX);

export const LOOK = workerMethod<object>("tesseract.look").answering(
  "pages",
  z.object({ pages: z.int().min(1), isDamaged: z.boolean(), widthPx: side, heightPx: side }),
);

/** The largest number of words of a page; a broadsheet newspaper's page of small print has about ten thousand. */
const MAX_WORDS = 40_000;
const MAX_CHARACTERS = 400_000;

const coordinate = z.number().min(0).max(MAX_SIDE_PX);
const box = z.object({ xMin: coordinate, yMin: coordinate, xMax: coordinate, yMax: coordinate });
const word = z.object({ text: z.string().min(1), confidence: z.number().min(0).max(1), box });
const line = z.object({ box, words: z.array(word).min(1) });
const paragraph = z.object({ lines: z.array(line).min(1) });
const block = z.object({ box, paragraphs: z.array(paragraph).min(1) });

const recognizedPage: z.ZodType<RecognizedPage> = z
  .object({
    widthPx: side,
    heightPx: side,
    dpi: z.number().positive(),
    rotationDegrees: quarterTurns,
    skewDegrees: z.number().min(-90).max(90),
    script: z.string().max(64).nullable(),
    languages: z.array(z.string().max(64)).min(1).max(64),
    blocks: z.array(block),
  })
  .refine((page) => isWithinBounds(page) && boxesOf(page).every((inner) => isInside(inner, page)));

type RecognizeParameters = Omit<Parameters<Recognizer["recognize"]>[0], "input" | keyof Work>;

export const RECOGNIZE = workerMethod<RecognizeParameters>("tesseract.recognize").answering("pages", recognizedPage);

/** The largest number of words of a sample; two bands of small print have some hundred. */
export const MAX_SAMPLE_WORDS = 2000;

const pagePicture: z.ZodType<PagePicture> = z
  .object({
    path: z.string(),
    widthPx: side,
    heightPx: side,
    rotationDegrees: quarterTurns,
    isBlank: z.boolean(),
    sample: z.array(z.object({ ...word.shape, text: z.string().min(1).max(1000) })).max(MAX_SAMPLE_WORDS),
  })
  .refine((picture) => picture.sample.every((found) => isInside(found.box, picture)));

interface PictureParameters
  extends Pick<PictureJob, "page" | "dpi" | "languages" | "rotates" | "longEdgePx" | "maxPixels"> {
  /** The name of the file to write. */
  readonly file: string;
}

export const PICTURE = workerMethod<PictureParameters>("tesseract.picture").answering("pages", pagePicture);

interface StripsParameters extends Pick<StripsJob, "page" | "rotationDegrees" | "longEdgePx" | "maxPixels"> {
  /** The names of the files to write, one for each strip. */
  readonly files: readonly string[];
}

export const STRIPS = workerMethod<StripsParameters>("tesseract.strips").answering(
  "pages",
  z.object({ path: z.string() }),
);

/** Returns whether a page has no more text than allowed. */
export function isWithinBounds(page: Pick<RecognizedPage, "blocks">): boolean {
  let words = 0;
  let characters = 0;
  for (const { text } of wordsOf(page)) {
    words += 1;
    characters += text.length;
  }
  return words <= MAX_WORDS && characters <= MAX_CHARACTERS;
}

const linesOf = ({ blocks }: Pick<RecognizedPage, "blocks">) =>
  blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
const wordsOf = (page: Pick<RecognizedPage, "blocks">) => linesOf(page).flatMap(({ words }) => words);
const boxesOf = (page: Pick<RecognizedPage, "blocks">) =>
  [...page.blocks, ...linesOf(page), ...wordsOf(page)].map((thing) => thing.box);

const isInside = (
  { xMin, yMin, xMax, yMax }: TextBox,
  { widthPx, heightPx }: Pick<ImageLook, "widthPx" | "heightPx">,
): boolean => xMin <= xMax && xMax <= widthPx && yMin <= yMax && yMax <= heightPx;
