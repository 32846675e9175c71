import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import type { Engines } from "../../engines/engines.ts";
import type { Compatibility } from "../../kernel/compatibility.ts";
import type { FailureCode, Warning } from "../../kernel/failure.ts";
import { attachment } from "../../kernel/file-name.ts";
import type { Limits } from "../../kernel/limits.ts";
import { observed } from "../../kernel/observation.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type {
  Checkpoints,
  Input,
  Outcome,
  PageSharing,
  Result,
  RunnableOperation,
} from "../../operations/operation.ts";
import { factHeaders } from "./result-facts.ts";
import { warningsHeader } from "./warnings.ts";

/** The dependencies that every run is given, whoever asked for it. */
export interface ExecutionDeps {
  readonly engines: Engines;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
}

/** One piece of work: an operation with its files and parameters, without credits or callers. */
export interface WorkOrder {
  readonly operation: RunnableOperation;
  readonly files: Input;
  readonly parameters: Record<string, unknown>;
  /** Whether the request came with a test key. */
  readonly isTest: boolean;
  readonly checkpoints: Checkpoints;
  /** When the request was accepted, in milliseconds of Unix time. */
  readonly acceptedAt: number;
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** The engine time that is left for the work. */
  readonly engineTime: TimeBudget;
  /** True when no client waits for the answer at this moment. */
  readonly isBackground?: boolean | undefined;
  /** The account that the work is for. */
  readonly tenant: string;
  /** The processes that may do some of the pages; undefined: this one does all of them. */
  readonly sharing?: PageSharing | undefined;
  progress(pagesDone: number, pagesTotal: number): void;
}

/**
 * Runs the operation.
 * @throws Failure of the operation and its engines; the signal's reason once it is aborted
 */
export function execute(order: WorkOrder, deps: ExecutionDeps): Promise<Outcome> {
  const { operation, files, parameters, ...rest } = order;
  rest.signal.throwIfAborted();
  return observed("operation", { operation: operation.name, files: fileCount(files) }, () =>
    operation.run(files, parameters, { ...rest, ...deps }),
  );
}

const fileCount = (input: Input): number => ("assets" in input ? 1 + input.assets.length : input.length);

/** Returns what the work costs, given what was quoted for it: no more than that, unless the quote is a minimum. */
export function costOf(
  operation: Pick<RunnableOperation, "isQuoteMinimum" | "settle">,
  outcome: Outcome,
  quoted: number,
): number {
  const cost = operation.settle?.(outcome, quoted) ?? quoted;
  return operation.isQuoteMinimum === true ? cost : Math.min(quoted, cost);
}

/** The content of an answer that was kept; undefined when it has been removed meanwhile. */
interface KeptFile {
  /** Reads the whole of a small file. */
  read(): Promise<Buffer | undefined>;
  /** Begins to read a file. It fails rather than end early. */
  open(): Promise<Readable | undefined>;
}

/** An answer that is ready to be sent or kept. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: /** A file in the directory of the task that made it. */
    | { readonly kind: "file"; readonly path: string; readonly sizeBytes: number }
    /** A file that has outlived its task. */
    | { readonly kind: "kept"; readonly file: KeptFile; readonly sizeBytes: number }
    | { readonly kind: "json"; readonly value: object }
    /** The members of an error without `request_id`, which is that of the request that is answered. */
    | { readonly kind: "problem"; readonly code: FailureCode; readonly members: object }
    | { readonly kind: "none" };
}

/** Returns the answer to a success (contract §4). */
export function answerOf(
  { result, warnings = [], facts = {} }: Outcome,
  before: readonly Warning[],
  charged: number,
): Answer {
  const all = [...before, ...warnings];
  const headers = {
    "cache-control": "no-store",
    "x-credits-charged": String(charged),
    ...(all.length > 0 && { "x-warnings": warningsHeader(all) }),
    ...factHeaders(facts),
  };
  const { contentHeaders, body } = contentOf(result);
  return { status: 200, headers: { ...headers, ...contentHeaders }, body };
}

function contentOf(result: Result): {
  readonly contentHeaders: Readonly<Record<string, string>>;
  readonly body: Answer["body"];
} {
  switch (result.kind) {
    case "json":
      return { contentHeaders: JSON_HEADERS, body: { kind: "json", value: result.value } };
    case "json file":
      return { contentHeaders: JSON_HEADERS, body: fileBody(result.path) };
    case "file":
      return {
        contentHeaders: {
          "content-type": result.mediaType,
          "content-disposition": attachment(result.filename),
        },
        body: fileBody(result.path),
      };
  }
}

const JSON_HEADERS = { "content-type": "application/json" };

const fileBody = (path: string): Answer["body"] => ({ kind: "file", path, sizeBytes: statSync(path).size });
