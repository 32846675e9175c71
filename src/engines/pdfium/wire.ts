import { z } from "zod";
import { workerMethod } from "../pool/worker-method.ts";
import type { Rasterizer } from "./port.ts";

/* What the adapters and the methods of the worker say to each other. */

type RenderJob = Parameters<Rasterizer["render"]>[0];

const pixels = z.int().min(1);

export type RenderParameters = Pick<RenderJob, "password" | "pages" | "size" | "encoding" | "maxPixels">;

export const RENDER = workerMethod<RenderParameters>("pdfium.render").answering(
  "images",
  z.object({ page: z.int().min(1), path: z.string(), widthPx: pixels, heightPx: pixels, dpi: z.number().positive() }),
);
