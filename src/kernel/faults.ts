import type { z } from "zod";
import { Failure } from "./failure.ts";

/** The validation vocabulary that clients know (contract §3, `type`). */
export const faultTypes = [
  "missing",
  "string_type",
  "string_too_short",
  "string_too_long",
  "string_pattern_mismatch",
  "int_parsing",
  "float_parsing",
  "bool_parsing",
  "greater_than_equal",
  "less_than_equal",
  "enum",
  "too_short",
  "too_long",
  "json_invalid",
  "model_attributes_type",
  "value_error",
  "url_parsing",
  "extra_conflict",
] as const;

export type FaultType = (typeof faultTypes)[number];

export interface Fault {
  readonly type: FaultType;
  readonly message: string;
  readonly context?: Readonly<Record<string, unknown>>;
  /** What the parameter takes, as a phrase that follows "takes": `a number from 0 to 1`. */
  readonly takes?: string | undefined;
  /** What to do, in whole sentences. */
  readonly advice?: string | undefined;
}

/** Returns the fault of a value that has the right type and is wrong; `error` says what was expected. */
export const valueError = (error: string, { takes, advice }: Pick<Fault, "takes" | "advice"> = {}): Fault => ({
  type: "value_error",
  message: `Value error, ${error}`,
  context: { error },
  takes,
  advice,
});

/** A fault, and its place in the content: steps from the outside in; none: the content as a whole. */
export interface FaultInContent {
  readonly fault: Fault;
  readonly path: readonly (string | number)[];
}

/** Reports content that the work found to be wrong; it is answered like faults of a request's parameters. */
export class InvalidContent extends Failure {
  readonly faults: readonly FaultInContent[];

  constructor(faults: readonly FaultInContent[]) {
    // Faults may repeat what was sent, which must not get into the log.
    super("validation_error", "The content is invalid.");
    this.faults = faults;
  }
}

/** Runs `work` on the content that came by a field, and names that field in the faults that it finds. */
export async function asContentOf<Result>(
  { source, sentAs = source }: { readonly source: string; readonly sentAs?: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidContent
      ? new InvalidContent(error.faults.map(({ fault, path }) => ({ fault, path: [sentAs, ...path] })))
      : error;
  }
}

/** The form in which a fault travels through zod to the answer: `params` of a custom issue. */
export interface FaultParameters {
  readonly fault: Fault;
  /** The value that has the fault, where it is part of a parameter. */
  readonly input?: unknown;
}

/** Returns the fault that an issue of zod carries, and its value; undefined of an issue that is zod's own. */
export const faultParametersOf = (issue: z.core.$ZodIssue): FaultParameters | undefined =>
  issue.code === "custom" && isFaultParameters(issue.params) ? issue.params : undefined;

const isFaultParameters = (parameters: unknown): parameters is FaultParameters =>
  typeof parameters === "object" && parameters !== null && "fault" in parameters;

/** Adds `fault` to the faults of a request; `path` is below the object being checked. */
export function addFault(
  context: { readonly issues: z.core.$ZodRawIssue[] },
  fault: Fault,
  at: { readonly path?: readonly PropertyKey[]; readonly input?: unknown } = {},
): void {
  context.issues.push({
    code: "custom",
    message: fault.message,
    input: at.input,
    path: [...(at.path ?? [])],
    // Checks over several fields still run, so that all faults are reported together.
    continue: true,
    params: { fault, input: at.input } satisfies FaultParameters,
  });
}
