import { z } from "zod";
import type { FailureCode } from "../../kernel/failure.ts";
import { MAX_FAILURE_FACTS, MAX_FAILURE_MESSAGE } from "./lines.ts";
import type { WorkerMessage } from "./protocol.ts";

/*
 * The messages that the service accepts from a worker. A worker that a document has taken over may send anything; only
 * values of the shapes below get further. The contents of items are checked by the adapters that read them.
 */

/** The error for a message that no intact worker sends: the worker can no longer be trusted. */
export class ProtocolViolation extends Error {}

/**
 * Parses one line of a worker.
 * @throws ProtocolViolation when the line is no JSON, no message, or too deeply nested.
 */
export function parseWorkerMessage(line: Buffer): WorkerMessage {
  if (!isModestJson(line)) {
    throw new ProtocolViolation("The worker sent JSON that is nested too deeply or has too many parts.");
  }
  const parsed = workerMessage.safeParse(jsonOf(line));
  if (!parsed.success) {
    throw new ProtocolViolation(
      `The worker sent a message of an unknown shape: ${parsed.error.issues[0]?.message ?? ""}`,
    );
  }
  return parsed.data;
}

/** The failures that a document can cause. The others are only the service's to report; a worker cannot fake them. */
const WORKER_FAILURES = [
  "payload_too_large",
  "empty_file",
  "unsupported_file_type",
  "invalid_pdf",
  "pdf_encrypted",
  "wrong_password",
  "page_out_of_range",
  "too_many_pages",
  "image_too_large",
  "document_too_complex",
  "template_error",
  "validation_error",
  "engine_unavailable",
  "storage_unavailable",
] as const satisfies readonly FailureCode[];

const isWorkerFailureCode = (value: unknown): value is FailureCode => WORKER_FAILURES.some((code) => code === value);

const count = z.int().min(0);
const record = z.record(z.string(), z.unknown());
const workerMessage: z.ZodType<WorkerMessage> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), confinement: z.array(z.string().max(64)).max(32), residentBytes: count }),
  z.object({ kind: z.literal("item"), task: count, item: record }),
  z.object({ kind: z.literal("done"), task: count, residentBytes: count }),
  z.object({
    kind: z.literal("failed"),
    task: count,
    code: z.custom<FailureCode>(isWorkerFailureCode, "unknown failure code"),
    message: z.string().max(MAX_FAILURE_MESSAGE),
    facts: record.refine((facts) => JSON.stringify(facts).length <= MAX_FAILURE_FACTS, "facts too long"),
    residentBytes: count,
  }),
]);

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch (error) {
    throw new ProtocolViolation("The worker sent a line that is no JSON.", { cause: error });
  }
}

const MAX_DEPTH = 64;
const MAX_CONTAINERS = 250_000;

/**
 * Returns whether a line stays cheap to parse: 16 MiB of brackets would become some hundred megabytes of arrays, and
 * deep ones overflow the stack of the code that walks them. It counts before parsing, and leaves text that is no JSON
 * to the parser.
 */
function isModestJson(line: Buffer): boolean {
  let depth = 0;
  let containers = 0;
  let inString = false;
  for (let index = 0; index < line.length; index++) {
    const byte = line[index];
    if (inString) {
      if (byte === BACKSLASH) {
        index++;
      } else if (byte === QUOTE) {
        inString = false;
      }
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth++;
      containers++;
      if (depth > MAX_DEPTH || containers > MAX_CONTAINERS) {
        return false;
      }
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth--;
    }
  }
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
