import { z } from "zod";
import { ELEMENT_LISTS } from "./port.ts";

/* The messages between the adapter of text extraction and the methods of the worker. */

export const SCANS = "layout.scans";
export const EXTRACT = "layout.extract";

const page = z.int().min(1);

const source = { password: z.string().optional(), pages: z.array(page), timeoutMs: z.number().min(0) };

export const scansParameters = z.object(source);

const form = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), arrangement: z.enum(["layout", "reading"]), pageSeparator: z.string() }),
  z.object({
    kind: z.literal("html"),
    arrangement: z.enum(["layout", "structured"]),
    frame: z.enum(["document", "article"]),
  }),
  z.object({
    kind: z.literal("markdown"),
    headingStyle: z.enum(["atx", "setext"]),
    tableFormat: z.enum(["pipe", "grid", "simple", "html"]),
    hasPageBreaks: z.boolean(),
    keepsBoldItalic: z.boolean(),
    hasHeadings: z.boolean(),
    hasLists: z.boolean(),
    hasTables: z.boolean(),
    hasCode: z.boolean(),
    keepsRunningHeaders: z.boolean(),
    hasFrontMatter: z.boolean(),
  }),
]);

/** The parameters of an extraction; pages that were read from their images come in the second input file. */
export const extractParameters = z.object({
  ...source,
  form,
  lists: z.array(z.enum(ELEMENT_LISTS)),
  images: z.enum(["omit", "embed", "files"]),
  /** Whether the text continues that of other pages, so that a separator comes first. */
  isContinuation: z.boolean(),
});
export type ExtractParameters = z.output<typeof extractParameters>;

export const scansAnswer = z.strictObject({ scans: z.array(page) });

const content = z.enum(["text", ...ELEMENT_LISTS]);

export const fileOf = (written: z.output<typeof content>): string => `extracted_${written}`;

const property = z.string().max(10_000).nullable();
const IMAGE_NAME = /^images\/page_\d{1,9}_image_\d{1,9}\.(?:png|jpg)$/;

/** One step of an extraction; the worker names `file`, and the pool has put `path` in its place. */
export const extractionStep = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), page }),
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

const coordinate = z.number();

const recognizedText = z.object({
  kind: z.literal("recognized"),
  page,
  rotationDegrees: z.literal([0, 90, 180, 270]),
  lines: z.array(
    z.array(z.object({ text: z.string(), box: z.tuple([coordinate, coordinate, coordinate, coordinate]) })),
  ),
});

const transcribedText = z.object({
  kind: z.literal("transcribed"),
  page,
  blocks: z.array(
    z.object({ type: z.enum(["heading", "paragraph", "list", "table", "code", "other"]), text: z.string() }),
  ),
});

export const readPage = z.discriminatedUnion("kind", [recognizedText, transcribedText]);
