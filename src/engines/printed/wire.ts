import { z } from "zod";
import { fileMethod, type TimedParameters } from "../pool/worker-method.ts";
import type { PostProcessor } from "./port.ts";

/* What the adapter and the method of the worker say to each other. */

type FinishJob = Parameters<PostProcessor["finish"]>[0];

interface FinishParameters extends Omit<FinishJob, "input" | "output" | "signal" | "engineTime">, TimedParameters {
  /** What documents say that they were made with. */
  readonly creator: string;
}

const MAX_OBSTACLES = 20;
const MAX_RULE_CHARACTERS = 60;
const MAX_ELEMENT_CHARACTERS = 200;
const MAX_TAG_CHARACTERS = 20;

const accessibility = z.object({
  claimed: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  obstacles: z
    .array(
      z.object({
        kind: z.enum(["alternative_text", "missing_glyph", "title", "content", "structure"]),
        rule: z.string().max(MAX_RULE_CHARACTERS).exactOptional(),
        page: z.int().min(1).exactOptional(),
        element: z.string().max(MAX_ELEMENT_CHARACTERS).exactOptional(),
      }),
    )
    .max(MAX_OBSTACLES),
  obstacleCount: z.int().min(0),
  guessedLanguage: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .max(MAX_TAG_CHARACTERS)
    .exactOptional(),
});

export const FINISH = fileMethod<FinishParameters>("printed.finish").answering(
  "documents",
  z.object({ path: z.string(), pages: z.int().min(1), accessibility }),
);
