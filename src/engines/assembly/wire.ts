import { z } from "zod";
import { MAX_STORED_BYTES } from "../archive/zip-records.ts";
import { fileMethod, type TimedParameters, workerMethod } from "../pool/worker-method.ts";
import type { PageStep } from "./page-steps.ts";
import type { Assembler, MergeSource, SplitPart } from "./port.ts";

/* What the adapter and the methods of the worker say to each other. Pages count from 1, places in lists from 0. */

type MergeJob = Parameters<Assembler["merge"]>[0];

interface MergeParameters extends Pick<MergeJob, "bookmarks" | "information" | "maxBytes">, TimedParameters {
  readonly sources: readonly Omit<MergeSource, "input">[];
}

const page = z.int().min(1);
const index = z.int().min(0);
const warningCode = z.string().regex(/^[a-z_]{1,64}$/);

export const MAX_WARNINGS = 1000;

export const MERGE = fileMethod<MergeParameters>("assembly.merge").answering(
  "documents",
  z.object({
    path: z.string(),
    warnings: z.array(z.object({ code: warningCode, source: index })).max(MAX_WARNINGS),
  }),
);

interface TakeParameters extends TimedParameters {
  readonly password?: string | undefined;
  readonly pages: readonly number[];
  readonly maxBytes: number;
}

const warnings = z.array(warningCode).max(MAX_WARNINGS);

export const TAKE = fileMethod<TakeParameters>("assembly.take").answering(
  "documents",
  z.object({ path: z.string(), warnings }),
);

interface ArrangeParameters extends TimedParameters {
  readonly password?: string | undefined;
  readonly steps: readonly PageStep[];
  readonly maxBytes: number;
}

export const ARRANGE = fileMethod<ArrangeParameters>("assembly.arrange").answering(
  "documents",
  z.object({
    path: z.string(),
    warnings: z.array(z.object({ code: warningCode, step: index.optional() })).max(MAX_WARNINGS),
  }),
);

/** The facts of a `validation_error`: the step that the pages cannot take, and why. */
export const stepFault = z.object({
  step: index,
  verb: z.string().regex(/^[a-z_]{1,20}$/),
  member: z.string().regex(/^[a-z_]{1,20}$/),
  message: z.string().max(1000),
});
export type StepFault = z.output<typeof stepFault>;

interface SplitParameters extends TimedParameters {
  readonly password?: string | undefined;
  readonly parts: readonly SplitPart[];
  readonly maxBytes: number;
}

/**
 * The items are what is said of each part, in their order, and then the file of them all, each behind the header that it has
 * in an archive.
 */
export const SPLIT = fileMethod<SplitParameters>("assembly.split").answering(
  "documents",
  z.union([
    z.strictObject({ sizeBytes: z.int().min(0).max(MAX_STORED_BYTES), crc32: z.uint32(), warnings }),
    z.strictObject({ path: z.string() }),
  ]),
);

interface OutlineStartsParameters extends TimedParameters {
  readonly password?: string | undefined;
}

export const MAX_TITLE_CHARACTERS = 200;

export const OUTLINE_STARTS = workerMethod<OutlineStartsParameters>("assembly.outline-starts").answering(
  "documents",
  z.object({ starts: z.array(z.object({ page, title: z.string().max(MAX_TITLE_CHARACTERS) })) }),
);
