import { z } from "zod";
import type { ImageLook, RecognizedPage, TextBox } from "./port.ts";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that an image may have taken over.
 */

export const RECOGNIZE = "tesseract.recognize";
export const LOOK = "tesseract.look";
export const PICTURE = "tesseract.picture";
export const STRIPS = "tesseract.strips";

const dpi = z.number().positive().optional();
const languages = z.union([z.array(z.string()).min(1).readonly(), z.literal("auto")]);
const maxPixels = z.number().positive();
const longEdgePx = z.int().min(1);
const quarterTurns = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

export const recognizeParameters = z.object({
  dpi,
  languages,
  effort: z.enum(["simple", "advanced"]),
  rotates: z.boolean(),
  deskews: z.boolean(),
  denoises: z.enum(["always", "when-noisy", "never"]),
  maxPixels,
});

export const pictureParameters = z.object({
  dpi,
  languages,
  rotates: z.boolean(),
  longEdgePx,
  maxPixels,
  /** The name of the file to write. */
  file: z.string(),
});

const MAX_STRIPS = 100;

export const stripsParameters = z.object({
  rotationDegrees: quarterTurns,
  longEdgePx,
  maxPixels,
  /** The names of the files to write, one for each strip. */
  files: z.array(z.string()).min(1).max(MAX_STRIPS),
});

/** The longest side that any format can state. */
const MAX_SIDE_PX = 2 ** 31;
const side = z.int().min(1).max(MAX_SIDE_PX);
export const lookAnswer = z.object({ widthPx: side, heightPx: side });

/** The largest number of words of a page; a broadsheet newspaper's page of small print has about ten thousand. */
export const MAX_WORDS = 40_000;
export const MAX_CHARACTERS = 400_000;

const coordinate = z.number().min(0).max(MAX_SIDE_PX);
const box = z.object({ xMin: coordinate, yMin: coordinate, xMax: coordinate, yMax: coordinate });
const word = z.object({ text: z.string().min(1), confidence: z.number().min(0).max(1), box });
const line = z.object({ box, words: z.array(word).min(1) });
const paragraph = z.object({ lines: z.array(line).min(1) });
const block = z.object({ box, paragraphs: z.array(paragraph).min(1) });

export const pageAnswer = z
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

/** The largest number of words of a sample; two bands of small print have some hundred. */
export const MAX_SAMPLE_WORDS = 2000;

/** The worker names `file`; the pool has put `path` in its place. */
export const pictureAnswer = z
  .object({
    path: z.string(),
    widthPx: side,
    heightPx: side,
    rotationDegrees: quarterTurns,
    isBlank: z.boolean(),
    sample: z.array(z.object({ ...word.shape, text: z.string().min(1).max(1000) })).max(MAX_SAMPLE_WORDS),
  })
  .refine((picture) => picture.sample.every((found) => isInside(found.box, picture)));

export const stripAnswer = z.object({ path: z.string() });

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

const isInside = ({ xMin, yMin, xMax, yMax }: TextBox, { widthPx, heightPx }: ImageLook): boolean =>
  xMin <= xMax && xMax <= widthPx && yMin <= yMax && yMax <= heightPx;
