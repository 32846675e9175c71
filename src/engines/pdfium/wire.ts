import { z } from "zod";

/*
 * The messages between the adapters and the methods of the worker. Parameters come from the service itself; answers
 * come from a process that a document may have taken over.
 */

export const RENDER = "pdfium.render";

const pixels = z.int().min(1);
const imageFormat = z.enum(["png", "jpeg", "webp", "pgm"]);

export const renderParameters = z.object({
  password: z.string().optional(),
  pages: z.array(z.int().min(1)),
  size: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("resolution"), dpi: z.number().positive(), fits: z.boolean().optional() }),
    z.object({ kind: z.literal("pixels"), widthPx: pixels.optional(), heightPx: pixels.optional() }),
  ]),
  encoding: z.object({ format: imageFormat, quality: z.int().min(1).max(100), transparent: z.boolean() }),
  maxPixels: z.number().positive(),
});

/** One drawn page; the worker names `file`, and the pool has put `path` in its place. */
export const renderedPage = z.object({
  page: z.int().min(1),
  path: z.string(),
  widthPx: pixels,
  heightPx: pixels,
  dpi: z.number().positive(),
});
