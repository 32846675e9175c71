import { z } from "zod";
import type { ImageLook, RecognizedPage, TextBox } from "../recognition.ts";

/*
 * What the adapter and the methods of the worker say to each other. Parameters come from the service itself; answers come
 * from a process that an image may have taken over.
 */

export const RECOGNIZE = "tesseract.recognize";
export const LOOK = "tesseract.look";

export const recognizeParameters = z.object({
  dpi: z.number().positive().optional(),
  languages: z.union([z.array(z.string()).min(1).readonly(), z.literal("auto")]),
  effort: z.enum(["simple", "advanced"]),
  rotates: z.boolean(),
  deskews: z.boolean(),
  denoises: z.enum(["always", "when-noisy", "never"]),
  maxPixels: z.number().positive(),
});

/** The longest side that any format can state. */
const MAX_SIDE_PX = 2 ** 31;
const side = z.int().min(1).max(MAX_SIDE_PX);
export const lookAnswer = z.object({ widthPx: side, heightPx: side });

/** A broadsheet newspaper's page of small print has about ten thousand. */
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
    rotationDegrees: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    skewDegrees: z.number().min(-90).max(90),
    script: z.string().max(64).nullable(),
    languages: z.array(z.string().max(64)).min(1).max(64),
    blocks: z.array(block),
  })
  .refine((page) => isWithinBounds(page) && boxesOf(page).every((inner) => isInside(inner, page)));

/** Whether there is no more text than a page may have. */
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
