import type { z } from "zod";
import type { PdfFacts } from "../engines/cos/port.ts";
import type { Engines } from "../engines/engines.ts";
import type { Compatibility } from "../kernel/compatibility.ts";
import type { Failure, Warning } from "../kernel/failure.ts";
import type { Fault } from "../kernel/faults.ts";
import type { Limits } from "../kernel/limits.ts";
import type { ContentType, MediaType } from "../kernel/media-type.ts";
import type { Work } from "../kernel/work.ts";

/*
 * One operation is one value. There are two kinds, which differ in what `quote` and `run` are given:
 *
 * - `fileOperation`: uploaded files, which an engine has looked at before: `Files`.
 * - `contentOperation`: content that need not be a file with the client: `Content`. It is sent as JSON, or as a form with
 *   the same field names, in which a file part may stand for the content's text and lists and objects are JSON text.
 *   `content.sources` names the fields that give the content; the platform sees to it that exactly one of them is given,
 *   and brings whatever came, by JSON or in a form, to a file. Those fields are not in `parameters`, but for sources of
 *   kind `parameter`, which are nothing else. Makers of parameters (kernel/fields.ts, kernel/json-fields.ts) read both
 *   JSON's typed values and a form's text; an empty text counts as absent in a form and as itself in JSON, null as absent.
 */

/** An uploaded file, and what an engine process found out about it before any work. */
export interface UploadedFile extends Pick<PdfFacts, "pages" | "protection" | "repaired"> {
  /** The client's name for it, cleaned; for names of results only, never for a path. */
  readonly filename: string;
  readonly path: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /** Page numbers that are read from their images, as `examine` found them; absent: it was not asked. */
  readonly pagesToRead?: readonly number[] | undefined;
}
export type Files = readonly [UploadedFile, ...UploadedFile[]];

/** Content, on disk whichever way it came. */
export interface ContentFile {
  /** The field that it came by: a name in `content.sources`. */
  readonly source: string;
  /** The other spelling of it that the client used, if it did: what faults in the content are told of. */
  readonly sentAs?: string | undefined;
  /** Whether it came as text: then it is UTF-8 without a byte order mark. A file is as it was uploaded. */
  readonly isText: boolean;
  /** The client's name for a file, cleaned; for names of results only, never for a path. Undefined for text. */
  readonly filename: string | undefined;
  readonly path: string;
  readonly mediaType: ContentType;
  readonly sizeBytes: number;
}

/** A file that was sent beside the content. */
interface Asset {
  /** Relative path as the client gave it: decoded, `/` between its parts, none of them empty, `.` or `..`. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Content {
  /** Undefined: the content is what a parameter names, such as a URL. */
  readonly file: ContentFile | undefined;
  /** In the order of the form, names not repeated. JSON has none. */
  readonly assets: readonly Asset[];
  /** The stored template that the parameters of `content.template` name; undefined for operations without one. */
  readonly template?: { readonly slug: string; readonly path: string } | undefined;
}

/** What `run` is given to work on. */
export type Input = Files | Content;

export type Result =
  | { readonly kind: "file"; readonly mediaType: string; readonly filename: string; readonly path: string }
  | { readonly kind: "json"; readonly value: object }
  /** JSON that is too much to be held in memory. */
  | { readonly kind: "json file"; readonly path: string };

/** What can be told beside a result: the platform makes a header of each. */
export type ResultFact = "imageCount";

/** What a run did. The platform turns warnings into X-Warnings and usage into the charge. */
export interface Outcome {
  readonly result: Result;
  readonly warnings?: readonly Warning[];
  /** Those that the operation announces. */
  readonly facts?: Readonly<Partial<Record<ResultFact, number>>>;
  readonly usage?: Readonly<Record<string, number>>;
  /** Pages of the result, for the account's usage: of operations whose input has no pages. */
  readonly pages?: number;
}

/**
 * What work has brought that costs money elsewhere, kept so that it is not asked for again: of a job on disk, for
 * whichever process goes on with it. A synchronous request's is forgotten with it.
 */
export interface Checkpoints {
  /** What was kept under `name`, by this attempt or an earlier one of the same job; undefined: nothing. */
  read(name: string): Promise<unknown>;
  /**
   * Keeps a JSON value under a name of `[a-z0-9-]{1,40}`, once each; kept for good when this resolves. From then on
   * `credits` are owed for it, whatever becomes of the rest of the work: a job that is cancelled or fails is charged the
   * sum of them (contract §5), at most what is held. A job that completes is charged what `settle` says.
   */
  keep(name: string, value: object, credits: number): Promise<void>;
}

/** Of work that nobody goes on with once it has stopped. */
export const noCheckpoints: Checkpoints = { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

export interface Context extends Work {
  /** Of a test key: nothing is charged, and no provider is asked. */
  readonly isTest: boolean;
  readonly checkpoints: Checkpoints;
  readonly engines: Engines;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  /** When the service took the work on, in milliseconds of Unix time; of a job that begins anew, still the first time. */
  readonly acceptedAt: number;
  /** An empty directory of this run alone; removed when the answer has been sent. */
  readonly workspace: string;
  progress(pagesDone: number, pagesTotal: number): void;
}

/** The groups of operations that a key can be limited to, and the tags of the API description. */
export type Scope = "convert" | "pdf" | "extract" | "ocr" | "vision";

/**
 * One operation, stated once: the HTTP route, validation, API description, price and command line are derived from it.
 * `quote`, `settle` and `run` are methods, not function properties: TypeScript then lets a list hold operations of any
 * schema and input.
 */
interface Statement<Given, Schema extends z.ZodObject> {
  /** Kebab-case; its snake_case form, `operationId`, names it to generated clients. */
  readonly name: string;
  readonly operationId: string;
  readonly path: `/api/v1/${string}`;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  /** Media types of a 200 answer. */
  readonly produces: readonly string[];
  /** What a 200 answer tells beside the result. */
  readonly facts?: readonly ResultFact[];
  /** JSON Schema of a 200 answer that is JSON. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Other spellings of fields: alias -> name. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly parameters: Schema;
  /**
   * What only the engines can say of a parameter as it was sent, by its name: such as that a language is not installed.
   */
  readonly engineChecks?: Readonly<Record<string, (value: string, engines: Engines) => Fault | undefined>>;
  /**
   * Of work that grows with the pages, and is still waited for: how long a request may take, and how long the engines may
   * work on each page, where that is more than the service's general limits. Where `examine` tells which pages are to be
   * read, it is these that count, and without any of them the general limits hold.
   */
  readonly longWork?: { readonly syncTimeoutMs: number; readonly engineTimePerPageMs: number };
  /**
   * What the operation needs at all and is not there: told before anything is held or a job is made (contract §2, step
   * 9). Not asked for a test key.
   */
  unavailable?(engines: Engines, parameters: z.output<Schema>): Failure | undefined;
  /** What `quote` charges, in one sentence for people. */
  readonly price: string;
  /** Credits to hold before the work starts. */
  quote(input: Given, parameters: z.output<Schema>): number;
  /** Credits to charge for what was done, at most the quote; absent: the quote. */
  settle?(outcome: Outcome, quoted: number): number;
  run(input: Given, parameters: z.output<Schema>, context: Context): Promise<Outcome>;
}

/** What `examine` works with. */
export interface Examination extends Work {
  readonly engines: Engines;
  readonly limits: Limits;
}

interface FileStatement<Schema extends z.ZodObject> extends Statement<Files, Schema> {
  readonly accepts: readonly MediaType[];
  /** Number of files; the field is called `file` when `max` is 1, else `files` (and `file`, `files[]`). */
  readonly files: { readonly min: number; readonly max: number };
  /** Above this many pages, of those to be read where `examine` tells these, the request becomes a job by itself. */
  readonly syncPages?: number | ((parameters: z.output<Schema>) => number);
  /** Which limit of the service a document's pages meet; absent: `pagesPerDocument`. */
  readonly pageLimit?: "pagesPerDocument" | "ocrPagesPerDocument" | "visionPagesPerDocument";
  /** Names of the parameters that are lists with one item for each file, when they are given. */
  readonly perFile?: readonly string[];
  /** The choice that makes the result a file, for clients that accept no JSON. */
  readonly asFile?: { readonly field: string; readonly value: string };
  /**
   * Finds out what the price depends on and the files' facts do not say; `quote` and `run` are given what it returns.
   * @throws Failure
   */
  examine?(files: Files, parameters: z.output<Schema>, tools: Examination): Promise<Files>;
  /** The password for file number `index`; undefined: none given. */
  password(parameters: z.output<Schema>, index: number): string | undefined;
}

/** A field that gives the content; `description` is for the API description. */
export type ContentSource =
  /** Text in JSON; in a form text, or a file of that type. Not in `parameters`. */
  | { readonly kind: "text"; readonly mediaType: ContentType; readonly description: string }
  /**
   * A JSON value: in JSON as itself or as a string that holds JSON; in a form JSON text, or a file. It comes to the
   * operation as text of JSON, whichever way it came. Not in `parameters`.
   */
  | { readonly kind: "json"; readonly description: string }
  /** A file part of a form; what it is, is told by its content. Not in `parameters`. */
  | { readonly kind: "file"; readonly accepts: readonly ContentType[]; readonly description: string }
  /** An optional one of `parameters`, which names the content. */
  | { readonly kind: "parameter" };

interface ContentStatement<Schema extends z.ZodObject> extends Statement<Content, Schema> {
  readonly content: {
    /** By field name. Exactly one is given; the first is the one that a client is told of that gives none. */
    readonly sources: Readonly<Record<string, ContentSource>>;
    /** Whether files in other fields of a form are assets; without it they are unknown fields. */
    readonly takesAssets?: boolean;
    /**
     * The parameters that name a stored template of the account and, when it is given, its version: the platform brings
     * it as JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts).
     */
    readonly template?: { readonly slug: string; readonly version: string };
  };
  /** Above this many bytes of request body the request becomes a job by itself. */
  readonly syncBodyBytes?: number;
  /** JSON for the API description's examples; `parameters` and content by their names. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface FileOperation<Schema extends z.ZodObject = z.ZodObject> extends FileStatement<Schema> {
  readonly kind: "files";
}

export interface ContentOperation<Schema extends z.ZodObject = z.ZodObject> extends ContentStatement<Schema> {
  readonly kind: "content";
}

export type Operation = FileOperation | ContentOperation;

/** What has the same form in all operations: whoever has an operation's input at hand can quote and run it so. */
export type RunnableOperation = Statement<Input, z.ZodObject>;

/** Contract §6: operations that print what they are sent become jobs above 5 MiB of request body. */
export const SYNC_BODY_BYTES = 5 * 1024 * 1024;

/** Infers `Schema`, so that the methods need no annotations. */
export function fileOperation<Schema extends z.ZodObject>(operation: FileStatement<Schema>): FileOperation<Schema> {
  return { kind: "files", ...operation };
}

/** As `fileOperation`. */
export function contentOperation<Schema extends z.ZodObject>(
  operation: ContentStatement<Schema>,
): ContentOperation<Schema> {
  return { kind: "content", ...operation };
}
