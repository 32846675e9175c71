import { z } from "zod";
import { WATERMARK_POSITIONS } from "./port.ts";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that a document may have taken over. Pages count from 1.
 */

export const APPLY = "watermark.apply";

const intensity = z.int().min(0).max(255);

const footerStrip = z.object({
  leftPt: z.number(),
  rightPt: z.number(),
  bottomPt: z.number(),
  heightPt: z.number(),
  align: z.enum(["left", "center", "right"]),
});

export const applyParameters = z.object({
  file: z.string(),
  password: z.string().optional(),
  text: z.array(z.union([z.string(), z.object({ variable: z.literal("page") })])).readonly(),
  pages: z.array(z.int().min(1)).min(1).readonly(),
  position: z.union([z.enum(WATERMARK_POSITIONS), footerStrip]),
  rotationDegrees: z.number().optional(),
  opacity: z.number().min(0).max(1),
  sizePt: z.number().positive(),
  colour: z.tuple([intensity, intensity, intensity]).readonly(),
  layer: z.enum(["over", "under"]),
  fit: z.boolean(),
  fontFamily: z.string().optional(),
  maxBytes: z.number().positive(),
  /** The time that the worker may take: less than until it is ended. */
  timeoutMs: z.number().min(0),
});

export const MAX_WARNINGS = 20;

/** The worker names `file`; the pool has put `path` in its place. */
export const applyAnswer = z.object({
  path: z.string(),
  warnings: z.array(z.string().regex(/^[a-z_]{1,64}$/)).max(MAX_WARNINGS),
});
