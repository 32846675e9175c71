import { z } from "zod";
import { fileMethod, type TimedParameters } from "../pool/worker-method.ts";
import type { ImageDocuments } from "./port.ts";

/* What the adapter and the method of the worker say to each other. */

type WriteJob = Parameters<ImageDocuments["write"]>[0];

interface WriteParameters
  extends Pick<WriteJob, "layout" | "title" | "pdfa" | "maxPixels" | "maxBytes">,
    TimedParameters {
  /** The producing program that the document names. */
  readonly producer: string;
}

/** The most losses that are reported: four for each of the most files. */
export const MAX_LOSSES = 1000;

export const WRITE = fileMethod<WriteParameters>("image-pages.write").answering(
  "documents",
  z.object({
    path: z.string(),
    pages: z.int().min(1),
    losses: z
      .array(
        z.object({
          code: z.enum(["frames_dropped", "image_clipped", "image_resized", "profile_dropped"]),
          source: z.int().min(0),
        }),
      )
      .max(MAX_LOSSES),
  }),
);
