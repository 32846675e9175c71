import { z } from "zod";
import { fileMethod, type TimedParameters } from "../pool/worker-method.ts";
import type { PostProcessor } from "./port.ts";

/* What the adapter and the method of the worker say to each other. */

type FinishJob = Parameters<PostProcessor["finish"]>[0];

interface FinishParameters
  extends Pick<FinishJob, "information" | "language" | "conformance" | "maxBytes">,
    TimedParameters {
  /** What documents say that they were made with. */
  readonly creator: string;
}

export const FINISH = fileMethod<FinishParameters>("printed.finish").answering(
  "documents",
  z.object({ path: z.string(), pages: z.int().min(1) }),
);
