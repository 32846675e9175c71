import { z } from "zod";
import { fileMethod, type TimedParameters } from "../pool/worker-method.ts";
import type { Watermark } from "./port.ts";

/* What the adapter and the methods of the worker say to each other. */

interface ApplyParameters extends Watermark, TimedParameters {
  readonly password?: string | undefined;
  readonly maxBytes: number;
}

export const MAX_WARNINGS = 20;

export const APPLY = fileMethod<ApplyParameters>("watermark.apply").answering(
  "documents",
  z.object({
    path: z.string(),
    warnings: z.array(z.string().regex(/^[a-z_]{1,64}$/)).max(MAX_WARNINGS),
  }),
);
