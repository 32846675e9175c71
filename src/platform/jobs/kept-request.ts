import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { assert } from "../../kernel/assert.ts";
import type { Warning } from "../../kernel/failure.ts";
import { currentTraceparent } from "../../kernel/observation.ts";
import { allEnded } from "../../kernel/timing/all-ended.ts";
import type { Content, ContentFile, Files, Input, Operation, UploadedFile } from "../../operations/operation.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import type { PaymentTerms } from "../credits/payment-terms.ts";
import { parseParameters } from "../execution/parameters.ts";
import type { Submission } from "./jobs.ts";
import { contentSchema, filesSchema, schema } from "./kept-request-schema.ts";

/** What a synchronous request needs that another node does. */
type HandedTerms = NonNullable<z.output<typeof schema>["handed"]>;

/** Keeps the request that the job works on; it lasts when this resolves. Returns the bytes that it takes. */
export const keepRequest = (
  jobId: string,
  {
    caller,
    fields,
    warnings,
    files,
    terms,
    handed,
  }: Pick<Submission, "caller" | "fields" | "warnings" | "files" | "terms"> & { readonly handed?: HandedTerms },
  inputs: JobInputs,
): Promise<number> =>
  inputs.keep(jobId, {
    files: pathsOf(files),
    // The job may outlive the key.
    request: {
      isTest: caller.key.mode === "test",
      terms,
      ...traced(currentTraceparent()),
      fields,
      warnings,
      files: factsOf(files),
      ...(handed !== undefined && { handed }),
    } satisfies z.input<typeof schema>,
  });

const traced = (traceparent: string | undefined) => (traceparent === undefined ? {} : { traceparent });

/** Returns the path of every file, in the order in which `readInput` asks for them. */
const pathsOf = (input: Input): string[] =>
  "assets" in input
    ? [input.file, ...input.assets, input.template].flatMap((file) => file?.path ?? [])
    : input.map(({ path }) => path);

/**
 * Returns the facts about each file without its path: paths are internal to the server, and change when the files are
 * kept.
 */
function factsOf(input: Input): z.input<typeof schema>["files"] {
  if (!("assets" in input)) {
    return input.map(({ filename, mediaType, sizeBytes, pages, protection, repaired, pagesToRead }) => ({
      filename,
      mediaType,
      sizeBytes,
      pages,
      protection,
      repaired,
      ...(pagesToRead !== undefined && { pagesToRead: [...pagesToRead] }),
    }));
  }
  const { file, assets, template } = input;
  return {
    file: file === undefined ? null : contentFactsOf(file),
    assets: assets.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    ...(template !== undefined && { template: { slug: template.slug } }),
  };
}

const contentFactsOf = ({ source, sentAs, isText, filename, mediaType, sizeBytes }: ContentFile) => ({
  source,
  ...(sentAs !== undefined && { sentAs }),
  isText,
  filename: filename ?? null,
  mediaType,
  sizeBytes,
});

export interface KeptRequest {
  /** Whether the request came with a test key. */
  readonly isTest: boolean;
  /** Undefined: the request pays at most what was held for it at first. */
  readonly terms: PaymentTerms | undefined;
  readonly files: Input;
  readonly parameters: Record<string, unknown>;
  readonly warnings: readonly Warning[];
  /** Present when a node waits for the answer. */
  readonly handed: HandedTerms | undefined;
  /** The step of the request that the job belongs to, when it was traced. */
  readonly traceparent: string | undefined;
}

/** Where the files of a request are kept, and the directory of the task that works on them. */
export interface KeptPlace {
  readonly inputs: Pick<JobInputs, "request" | "fetch">;
  readonly directory: string;
}

/**
 * Reads the request as it was kept, brings its files to the directory of the task, and parses its fields again. It was valid when it was kept, so what is missing or
 * wrong now is not the caller's doing; what is thrown then goes to the log, and repeats nothing of the request.
 */
export async function readRequest(jobId: string, operation: Operation, place: KeptPlace): Promise<KeptRequest> {
  const kept = schema.safeParse(await parsedRequest(jobId, place.inputs));
  assert(kept.success, "a job's request is there and has the form that it was kept in");
  const { isTest, terms, traceparent, fields, warnings, files, handed } = kept.data;
  assert(Array.isArray(files) === (operation.kind === "files"), "a job's input is of its operation's kind");
  const parameters = parseParameters(operation, fields);
  assert(parameters.success, "a job's fields are still valid");
  const input = Array.isArray(files) ? await readFiles(jobId, files, place) : await readContent(jobId, files, place);
  return { isTest, terms, files: input, parameters: parameters.data, warnings, handed, traceparent };
}

async function readFiles(jobId: string, facts: z.output<typeof filesSchema>, place: KeptPlace): Promise<Files> {
  const [first, ...rest] = await allEnded(
    facts.map(async (file, index): Promise<UploadedFile> => withPath(file, { jobId, index, place })),
  );
  assert(first !== undefined, "a job has a file");
  return [first, ...rest];
}

async function readContent(
  jobId: string,
  { file, assets, template }: z.output<typeof contentSchema>,
  place: KeptPlace,
): Promise<Content> {
  const firstAsset = file === null ? 0 : 1;
  return {
    file:
      file === null
        ? undefined
        : { ...(await withPath(file, { jobId, index: 0, place })), filename: file.filename ?? undefined },
    assets: await allEnded(assets.map((asset, index) => withPath(asset, { jobId, index: firstAsset + index, place }))),
    // The template is the one of the time when the request was accepted, whatever has become of it since.
    template: template && {
      slug: template.slug,
      path: await fetched({ jobId, index: firstAsset + assets.length, place }),
    },
  };
}

async function withPath<Facts extends { readonly sizeBytes: number }>(
  facts: Facts,
  kept: FilePlace,
): Promise<Facts & { readonly path: string }> {
  const path = await fetched(kept);
  const { size } = await stat(path);
  assert(size === facts.sizeBytes, "an input has the size that it was kept with");
  return { ...facts, path };
}

interface FilePlace {
  readonly jobId: string;
  readonly index: number;
  readonly place: KeptPlace;
}

/** Brings a file to the directory of the task and returns its path. */
async function fetched({ jobId, index, place: { inputs, directory } }: FilePlace): Promise<string> {
  const path = join(directory, `input-${index + 1}`);
  assert(await inputs.fetch(jobId, index, path), "an input of a job is there");
  return path;
}

async function parsedRequest(jobId: string, inputs: KeptPlace["inputs"]): Promise<unknown> {
  try {
    return await inputs.request(jobId);
  } catch (error) {
    // The message of a SyntaxError quotes the text, in which there may be a password.
    throw error instanceof SyntaxError ? new Error("The request of a job is no JSON.") : error;
  }
}
