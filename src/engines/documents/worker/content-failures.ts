import { ContentError } from "@quire/documents";
import { Failure } from "../../../kernel/failure.ts";
import { faultTypes } from "../../../kernel/faults.ts";
import { MAX_FAILURE_FACTS } from "../../pool/lines.ts";
import type { FaultFacts } from "../wire.ts";

/** Runs `work` on content, and throws the service's failure for what the content made impossible. */
export async function withContentFailures<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * Returns the failure that is thrown in place of `error`, or `error` itself when the content is not to blame.
 * @internal Exported for its tests alone.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof ContentError) {
    return ofContent(error);
  }
  if (error instanceof RangeError && STACK_OVERFLOW.test(error.message)) {
    return tooComplex("The content is nested more deeply than the service can follow.");
  }
  return error instanceof RangeError && LENGTH.test(error.message)
    ? tooComplex("The result would be longer than the service can hold.")
    : error;
}

/** Matches V8's messages for errors that content can cause without breaking anything. */
const STACK_OVERFLOW = /call stack/;
const LENGTH = /^Invalid string length/;

export const tooComplex = (message: string): Failure => new Failure("document_too_complex", message);

function ofContent(error: ContentError): Failure {
  switch (error.kind) {
    case "template_error":
      return new Failure("template_error", error.message.slice(0, MAX_MESSAGE_CHARACTERS));
    case "too_complex":
    case "document_too_complex":
      return tooComplex(error.message.slice(0, MAX_MESSAGE_CHARACTERS));
    default:
      return new Failure("validation_error", "The content is invalid.", {
        facts: { faults: asManyAsFit([error, ...error.others].map(faultOf)) } satisfies FaultFacts,
      });
  }
}

const MAX_MESSAGE_CHARACTERS = 1000;

/**
 * The longest quote: a message may quote the content, and a key of the content may be of any length, but a worker's
 * messages are limited.
 */
const MAX_QUOTE_CHARACTERS = 300;
const MAX_STEPS = 20;
const MAX_STEP_CHARACTERS = 60;

const faultOf = ({ kind, message, path }: ContentError): FaultFacts["faults"][number] => ({
  type: faultTypes.find((type) => type === kind) ?? "value_error",
  message: message.slice(0, MAX_QUOTE_CHARACTERS),
  path: path.slice(0, MAX_STEPS).map((step) => (typeof step === "string" ? step.slice(0, MAX_STEP_CHARACTERS) : step)),
});

/** Returns as many of the first faults as fit, at least one: a failure's facts have a limit. */
function asManyAsFit(faults: FaultFacts["faults"]): FaultFacts["faults"] {
  let sizeCharacters = JSON.stringify({ faults: [] }).length;
  const beyond = faults.findIndex((fault) => {
    sizeCharacters += JSON.stringify(fault).length + 1;
    return sizeCharacters > MAX_FAILURE_FACTS;
  });
  return beyond < 0 ? faults : faults.slice(0, Math.max(1, beyond));
}
