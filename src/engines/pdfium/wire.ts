import { z } from "zod";
import { workerMethod } from "../pool/worker-method.ts";
import type { PageComparer, Rasterizer } from "./port.ts";

/* What the adapters and the methods of the worker say to each other. */

type RenderJob = Parameters<Rasterizer["render"]>[0];

const pixels = z.int().min(1);

export type RenderParameters = Pick<RenderJob, "password" | "pages" | "size" | "encoding" | "maxPixels">;

export const RENDER = workerMethod<RenderParameters>("pdfium.render").answering(
  "images",
  z.object({ page: z.int().min(1), path: z.string(), widthPx: pixels, heightPx: pixels, dpi: z.number().positive() }),
);

type CompareJob = Parameters<PageComparer["compare"]>[0];

export type CompareParameters = Pick<CompareJob, "pages" | "dpi" | "tolerance" | "maxPixels" | "password">;

export const COMPARE = workerMethod<CompareParameters>("pdfium.compare").answering(
  "pages",
  z.object({ page: z.int().min(1), differingShare: z.number().min(0).max(1) }),
);
