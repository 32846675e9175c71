import { z } from "zod";
import { type TimedParameters, workerMethod, type Yielded } from "../pool/worker-method.ts";
import { ELEMENT_LISTS, type ExtractionSource, type Extractor } from "./port.ts";

/* The messages between the adapter of text extraction and the methods of the worker. */

const page = z.int().min(1);

interface SourceParameters extends Pick<ExtractionSource, "password" | "pages">, TimedParameters {}

export const SCANS = workerMethod<SourceParameters>("layout.scans").answering(
  "pages",
  z.strictObject({ scans: z.array(page) }),
);

type ExtractJob = Parameters<Extractor["extract"]>[0];

/** The parameters of an extraction; pages that were read from their images come in the second input file. */
export interface ExtractParameters extends SourceParameters, Pick<ExtractJob, "form" | "lists" | "images"> {
  /** Whether the text continues that of other pages, so that a separator comes first. */
  readonly isContinuation: boolean;
}

const content = z.enum(["text", ...ELEMENT_LISTS]);

export const fileOf = (written: z.output<typeof content>): string => `extracted_${written}`;

const property = z.string().max(10_000).nullable();
const IMAGE_NAME = /^images\/page_\d{1,9}_image_\d{1,9}\.(?:png|jpg)$/;

const extractionStep = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("page"),
    page,
    isUnreadable: z.boolean(),
    hasOtherFonts: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("file"), content, path: z.string() }),
  z.strictObject({ kind: z.literal("image"), name: z.string().regex(IMAGE_NAME), path: z.string() }),
  z.strictObject({
    kind: z.literal("end"),
    wordCount: z.int().min(0),
    language: property,
    properties: z.strictObject({
      title: property,
      author: property,
      subject: property,
      keywords: property,
      creator: property,
      producer: property,
      created: property,
      modified: property,
    }),
  }),
]);

/** A step as the worker yields it. */
export type YieldedStep = Yielded<z.output<typeof extractionStep>>;

export const EXTRACT = workerMethod<ExtractParameters>("layout.extract").answering("pages", extractionStep);
