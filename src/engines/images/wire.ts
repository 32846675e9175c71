import { z } from "zod";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that a document may have taken over.
 */

export const EXTRACT = "images.extract";

const page = z.int().min(1);
const number = z.int().min(1);
const pixels = z.int().min(1);

export const extractParameters = z.object({
  password: z.string().optional(),
  pages: z.array(page),
  format: z.enum(["original", "png", "jpeg"]),
  minWidthPx: z.number(),
  minHeightPx: z.number(),
  dedupe: z.boolean(),
  maxPixels: z.number().positive(),
  /** The time that the worker may take: less than until it is ended. */
  timeoutMs: z.number().min(0),
});

const extension = z.enum(["jpg", "jp2", "png"]);
export type ImageExtension = z.output<typeof extension>;

/** Returns the name of a file; `index` counts the files of a call from 1. */
export const imageFile = (index: number, type: ImageExtension): string => `image_${index}.${type}`;

/** An extracted image; the worker names `file`, and the pool has put `path` in its place. */
const extracted = z.object({
  page,
  number,
  role: z.enum(["image", "mask"]),
  extension,
  path: z.string(),
  widthPx: pixels,
  heightPx: pixels,
});

export const MAX_REASON_CHARACTERS = 200;

const lost = z.strictObject({ page, number, reason: z.string().max(MAX_REASON_CHARACTERS) });

export const extractedImage = z.union([extracted, lost]);
