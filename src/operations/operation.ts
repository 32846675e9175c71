import type { z } from "zod";
import type { PdfFacts } from "../engines/cos/port.ts";
import type { Engines } from "../engines/engines.ts";
import type { Compatibility } from "../kernel/compatibility.ts";
import type { Failure, Warning } from "../kernel/failure.ts";
import type { Fault } from "../kernel/faults.ts";
import type { Limits } from "../kernel/limits.ts";
import type { ContentType, MediaType } from "../kernel/media-type.ts";
import type { Work } from "../kernel/timing/work.ts";
import type { WorkClass } from "../kernel/work-class.ts";
import type { PageSharing } from "./page-sharing.ts";

/*
 * Operations: each is one value. There are two kinds, which differ in the input of `quote` and `run`:
 *
 * - `fileOperation`: uploaded files, which an engine has looked at before: `Files`.
 * - `contentOperation`: content that need not be a file with the client: `Content`. It is sent as JSON, or as a form with
 *   the same field names, in which a file part may stand for the content's text and lists and objects are JSON text.
 *   `content.sources` names the fields that give the content; the platform sees to it that exactly one of them is given,
 *   and brings whatever came, by JSON or in a form, to a file. Those fields are not in `parameters`, except sources of
 *   kind `parameter`, which are nothing else. Makers of parameters (kernel/fields/fields.ts, kernel/fields/json-fields.ts) read both
 *   JSON's typed values and a form's text; an empty text counts as absent in a form and as itself in JSON, null as absent.
 */

export type { KeptPage, PageSharing, PageWork } from "./page-sharing.ts";

/** An uploaded file, and what an engine process found out about it before any work. */
export interface UploadedFile extends Pick<PdfFacts, "pages" | "protection" | "repaired"> {
  /** The client's name for the file, cleaned; it is used for names of results only, never for a path. */
  readonly filename: string;
  readonly path: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /**
   * The numbers of the pages that are read from their images, as `examine` found them; absent: they were not looked
   * for.
   */
  readonly pagesToRead?: readonly number[] | undefined;
}
export type Files = readonly [UploadedFile, ...UploadedFile[]];

/** Content in a file, whichever way it came. */
export interface ContentFile {
  /** The field by which the content came: a name in `content.sources`. */
  readonly source: string;
  /** The field's other spelling that the client used, if it did; faults in the content are reported under it. */
  readonly sentAs?: string | undefined;
  /** Whether the content came as text: then it is UTF-8 without a byte order mark. A file is as it was uploaded. */
  readonly isText: boolean;
  /**
   * The client's name for a file, cleaned; it is used for names of results only, never for a path. Undefined for text.
   */
  readonly filename: string | undefined;
  readonly path: string;
  readonly mediaType: ContentType;
  readonly sizeBytes: number;
}

/** A file that was sent along with the content. */
interface Asset {
  /** The relative path as the client gave it: decoded, `/` between its parts, none of them empty, `.` or `..`. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Content {
  /** The file of the content; undefined: a parameter names the content, such as a URL. */
  readonly file: ContentFile | undefined;
  /** The assets in the order of the form, names not repeated. JSON has none. */
  readonly assets: readonly Asset[];
  /** The stored template that the parameters of `content.template` name; undefined for operations without one. */
  readonly template?: { readonly slug: string; readonly path: string } | undefined;
}

/** The input that `run` works on. */
export type Input = Files | Content;

export type Result =
  | { readonly kind: "file"; readonly mediaType: string; readonly filename: string; readonly path: string }
  | { readonly kind: "json"; readonly value: object }
  /** A file of JSON that is too much to be held in memory. */
  | { readonly kind: "json file"; readonly path: string };

/** A fact that is reported along with a result: the platform makes a header of each. */
export type ResultFact = "imageCount";

/** The outcome of a run. The platform turns warnings into X-Warnings and usage into the charge. */
export interface Outcome {
  readonly result: Result;
  readonly warnings?: readonly Warning[];
  /** The facts that the operation announces. */
  readonly facts?: Readonly<Partial<Record<ResultFact, number>>>;
  readonly usage?: Readonly<Record<string, number>>;
  /** The number of pages of the result, for the account's usage; given by operations whose input has no pages. */
  readonly pages?: number;
}

/**
 * Keeps results of the work that cost money elsewhere, so that they are not asked for again: those of a job are on
 * disk, for whichever process continues it. Those of a synchronous request are forgotten with it.
 */
export interface Checkpoints {
  /**
   * Returns what was kept under `name`, by this attempt or an earlier one of the same job; undefined when nothing was.
   */
  read(name: string): Promise<unknown>;
  /**
   * Keeps a JSON value under a name of `[a-z0-9-]{1,40}`, once each; it is kept for good when this resolves. From then
   * on `credits` are owed for it, whatever becomes of the rest of the work: a job that is cancelled or fails is charged
   * the sum of them (contract §5), at most what is held. A job that completes is charged what `settle` says.
   */
  keep(name: string, value: object, credits: number): Promise<void>;
}

/**
 * The checkpoints of work that is not continued once it has stopped.
 * @internal Exported for tests.
 */
export const noCheckpoints: Checkpoints = { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

export interface Context extends Work {
  /** Whether the request came with a test key: nothing is charged, and no provider is asked. */
  readonly isTest: boolean;
  readonly checkpoints: Checkpoints;
  readonly engines: Engines;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  /**
   * The time at which the service accepted the work, in milliseconds of Unix time; for a job that starts again, still the
   * first time.
   */
  readonly acceptedAt: number;
  /** An empty directory for this run alone; removed when the answer has been sent. */
  readonly workspace: string;
  /** The processes that may do some of the pages; undefined: this one does all of them. */
  readonly sharing?: PageSharing | undefined;
  progress(pagesDone: number, pagesTotal: number): void;
}

/** The groups of operations that a key can be limited to, and the tags of the API description. */
export type Scope = "convert" | "pdf" | "extract" | "ocr" | "vision";

/** A scope that an option needs. */
interface OptionScope {
  readonly scope: Scope;
  readonly option: string;
}

/**
 * One operation, stated once: the HTTP route, validation, API description, price and command line are derived from it.
 * `quote`, `settle` and `run` are methods, not function properties: TypeScript then lets a list hold operations of any
 * schema and input.
 */
interface Statement<Given, Schema extends z.ZodObject> {
  /** The name in kebab-case; its snake_case form, `operationId`, names the operation to generated clients. */
  readonly name: string;
  readonly operationId: string;
  readonly path: `/api/v1/${string}`;
  readonly scope: Scope;
  /** The engine that it needs most: the queue that its jobs wait in. */
  readonly workClass: WorkClass;
  readonly summary: string;
  readonly description: string;
  /** The media types of a 200 answer. */
  readonly produces: readonly string[];
  /** The facts that a 200 answer reports along with the result. */
  readonly facts?: readonly ResultFact[];
  /** The JSON Schema of a 200 answer that is JSON. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The other spellings of fields: alias -> name. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly parameters: Schema;
  /**
   * The checks of a parameter as it was sent, by its name, that only the engines can make, such as whether a language
   * is installed.
   */
  readonly engineChecks?: Readonly<Record<string, (value: string, engines: Engines) => Fault | undefined>>;
  /**
   * The limits of work that grows with the pages, and is still waited for: how long a request may take, and how long
   * the engines may work on each page, in milliseconds, where that is more than the service's general limits. Where
   * `examine` reports which pages are to be read, it is these that count, and without any of them the general limits
   * hold.
   */
  readonly longWork?: { readonly syncTimeoutMs: number; readonly engineTimePerPageMs: number };
  /**
   * Returns the failure when something that the work on `input` needs at all is missing; it is reported before anything
   * is held or a job is made (contract §2, step 9). Not called for a test key.
   */
  unavailable?(engines: Engines, parameters: z.output<Schema>, input: Given): Failure | undefined;
  /**
   * Returns the scopes that the chosen options need in addition to `scope`; `option` names the option and its value as a
   * caller would write them.
   */
  optionScopes?(parameters: z.output<Schema>): readonly OptionScope[];
  /** Returns the name that the result will have; given by operations whose input need not be a file. */
  resultName?(input: Given, parameters: z.output<Schema>): string | Promise<string>;
  /** A sentence for people that says what `quote` charges. */
  readonly price: string;
  /** Returns the credits to hold before the work starts. */
  quote(input: Given, parameters: z.output<Schema>): number;
  /**
   * Whether the quote is the least that the work costs, because its price is known only when the result is there: the
   * hold is then raised to what `settle` returns before the result is delivered.
   */
  readonly isQuoteMinimum?: boolean;
  /**
   * Returns the credits to charge for what was done, at most the quote unless that is a minimum; absent: the quote.
   */
  settle?(outcome: Outcome, quoted: number): number;
  run(input: Given, parameters: z.output<Schema>, context: Context): Promise<Outcome>;
}

/** The tools that `examine` works with. */
export interface Examination extends Work {
  readonly engines: Engines;
  readonly limits: Limits;
}

interface FileStatement<Schema extends z.ZodObject> extends Statement<Files, Schema> {
  readonly accepts: readonly MediaType[];
  /** The number of files; the field is called `file` when `max` is 1, else `files` (and `file`, `files[]`). */
  readonly files: { readonly min: number; readonly max: number };
  /**
   * The number of pages, of those to be read where `examine` reports these, above which the request becomes a job by
   * itself.
   */
  readonly syncPages?: number | ((parameters: z.output<Schema>) => number);
  /** The limit of the service that applies to a document's pages; absent: `pagesPerDocument`. */
  readonly pageLimit?: "pagesPerDocument" | "ocrPagesPerDocument" | "visionPagesPerDocument";
  /** The names of the parameters that are lists with one item for each file, when they are given. */
  readonly perFile?: readonly string[];
  /** The choice that makes the result a file, for clients that accept no JSON. */
  readonly asFile?: { readonly field: string; readonly value: string };
  /**
   * Finds out what the price depends on and the files' facts do not say; `quote` and `run` are given what it returns.
   * @throws Failure of the engines
   */
  examine?(files: Files, parameters: z.output<Schema>, tools: Examination): Promise<Files>;
  /** Returns the password for file number `index`; undefined when none was given. */
  password(parameters: z.output<Schema>, index: number): string | undefined;
}

/** A field that gives the content; `description` is for the API description. */
export type ContentSource =
  /** A text in JSON; in a form a text, or a file of that type. Not in `parameters`. */
  | { readonly kind: "text"; readonly mediaType: ContentType; readonly description: string }
  /**
   * A JSON value: in JSON itself, or a string that holds JSON; in a form JSON text, or a file. It comes to the
   * operation as text of JSON, whichever way it came. Not in `parameters`.
   */
  | { readonly kind: "json"; readonly description: string }
  /** A file part of a form, whose type is determined by its content. Not in `parameters`. */
  | { readonly kind: "file"; readonly accepts: readonly ContentType[]; readonly description: string }
  /** An optional one of `parameters`, which names the content. */
  | { readonly kind: "parameter" };

interface ContentStatement<Schema extends z.ZodObject> extends Statement<Content, Schema> {
  readonly content: {
    /**
     * The sources by field name. Exactly one is given; the first is the one that is named to a client that gives none.
     */
    readonly sources: Readonly<Record<string, ContentSource>>;
    /** Whether files in other fields of a form are assets; without it they are unknown fields. */
    readonly takesAssets?: boolean;
    /**
     * The parameters that name a stored template of the account and, when it is given, its version: the platform
     * provides it as JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts).
     */
    readonly template?: { readonly slug: string; readonly version: string };
  };
  /** The size of a request body, in bytes, above which the request becomes a job by itself. */
  readonly syncBodyBytes?: number;
  /** The JSON for the API description's examples; `parameters` and content by their names. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface FileOperation<Schema extends z.ZodObject = z.ZodObject> extends FileStatement<Schema> {
  readonly kind: "files";
}

export interface ContentOperation<Schema extends z.ZodObject = z.ZodObject> extends ContentStatement<Schema> {
  readonly kind: "content";
}

export type Operation = FileOperation | ContentOperation;

/** The form that all operations have in common: code with an operation's input at hand can quote and run it so. */
export type RunnableOperation = Statement<Input, z.ZodObject>;

/**
 * The size of a request body, in bytes, above which operations that print what they are sent become jobs: 5 MiB
 * (contract §6).
 */
export const SYNC_BODY_BYTES = 5 * 1024 * 1024;

/** Makes a file operation; it infers `Schema`, so that the methods need no annotations. */
export function fileOperation<Schema extends z.ZodObject>(operation: FileStatement<Schema>): FileOperation<Schema> {
  return { kind: "files", ...operation };
}

/** Makes a content operation; it infers `Schema` as `fileOperation` does. */
export function contentOperation<Schema extends z.ZodObject>(
  operation: ContentStatement<Schema>,
): ContentOperation<Schema> {
  return { kind: "content", ...operation };
}
