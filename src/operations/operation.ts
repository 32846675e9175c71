import type { z } from "zod";
import type { Engines, PdfFacts } from "../engines/ports.ts";
import type { Compatibility } from "../kernel/compatibility.ts";
import type { Warning } from "../kernel/failure.ts";
import type { Limits } from "../kernel/limits.ts";
import type { MediaType } from "../kernel/media-type.ts";
import type { Work } from "../kernel/work.ts";

/** An uploaded file, and what an engine process found out about it before any work. */
export interface UploadedFile extends Pick<PdfFacts, "pages" | "protection" | "repaired"> {
  /** The client's name for it, cleaned; for names of results only, never for a path. */
  readonly filename: string;
  readonly path: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
}
export type Files = readonly [UploadedFile, ...UploadedFile[]];

export type Result =
  | { readonly kind: "file"; readonly mediaType: string; readonly filename: string; readonly path: string }
  | { readonly kind: "json"; readonly value: object };

/** What a run did. The platform turns warnings into X-Warnings and usage into the charge. */
export interface Outcome {
  readonly result: Result;
  readonly warnings?: readonly Warning[];
  readonly usage?: Readonly<Record<string, number>>;
}

export interface Context extends Work {
  readonly engines: Engines;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  /** An empty directory of this run alone; removed when the answer has been sent. */
  readonly workspace: string;
  progress(pagesDone: number, pagesTotal: number): void;
}

/** The groups of operations that a key can be limited to, and the tags of the API description. */
export type Scope = "convert" | "pdf" | "extract" | "ocr";

/**
 * One operation, stated once: the HTTP route, validation, API description, price and command line are derived from it.
 * `quote`, `settle` and `run` are methods, not function properties: TypeScript then lets a list hold operations of any
 * schema.
 */
export interface FileOperation<Schema extends z.ZodObject = z.ZodObject> {
  /** Kebab-case; its snake_case form, `operationId`, names it to generated clients. */
  readonly name: string;
  readonly operationId: string;
  readonly path: `/api/v1/${string}`;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  readonly accepts: readonly MediaType[];
  /** Number of files; the field is called `file` when `max` is 1, else `files` (and `file`, `files[]`). */
  readonly files: { readonly min: number; readonly max: number };
  /** Media types of a 200 answer. */
  readonly produces: readonly string[];
  /** Other spellings of parameters: alias -> name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Above this many pages the request becomes a job by itself. */
  readonly syncPages?: number;
  readonly parameters: Schema;
  /** The password for file number `index`; undefined: none given. */
  password(parameters: z.output<Schema>, index: number): string | undefined;
  /** Credits to hold before the work starts. */
  quote(files: Files, parameters: z.output<Schema>): number;
  /** Credits to charge for what was done, at most the quote; absent: the quote. */
  settle?(outcome: Outcome, quoted: number): number;
  run(files: Files, parameters: z.output<Schema>, context: Context): Promise<Outcome>;
}

/** Infers `Schema`, so that the methods need no annotations. */
export function fileOperation<Schema extends z.ZodObject>(operation: FileOperation<Schema>): FileOperation<Schema> {
  return operation;
}
