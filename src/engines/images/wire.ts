import { z } from "zod";
import { type TimedParameters, workerMethod } from "../pool/worker-method.ts";
import type { ImageExtractor } from "./port.ts";

/* What the adapter and the methods of the worker say to each other. */

type ExtractJob = Parameters<ImageExtractor["extract"]>[0];

export interface ExtractParameters
  extends Pick<ExtractJob, "password" | "pages" | "format" | "minWidthPx" | "minHeightPx" | "dedupe" | "maxPixels">,
    TimedParameters {}

const page = z.int().min(1);
const number = z.int().min(1);
const pixels = z.int().min(1);

const extension = z.enum(["jpg", "jp2", "png"]);
export type ImageExtension = z.output<typeof extension>;

/** Returns the name of a file; `index` counts the files of a call from 1. */
export const imageFile = (index: number, type: ImageExtension): string => `image_${index}.${type}`;

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

export const EXTRACT = workerMethod<ExtractParameters>("images.extract").answering(
  "images",
  z.union([extracted, lost]),
);
