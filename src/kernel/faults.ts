import type { z } from "zod";

/** The words of the validation vocabulary that clients know (contract §3, `type`). */
export type FaultType =
  | "missing"
  | "string_type"
  | "string_too_short"
  | "string_too_long"
  | "string_pattern_mismatch"
  | "int_parsing"
  | "float_parsing"
  | "bool_parsing"
  | "greater_than_equal"
  | "less_than_equal"
  | "enum"
  | "too_short"
  | "too_long"
  | "json_invalid"
  | "model_attributes_type"
  | "value_error"
  | "url_parsing"
  | "extra_conflict";

export interface Fault {
  readonly type: FaultType;
  readonly message: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** How a fault travels through zod to the answer: `params` of a custom issue. */
export interface FaultParameters {
  readonly fault: Fault;
}

/** Adds `fault` to what is wrong with a request; `path` is below the object being checked. */
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
    params: { fault } satisfies FaultParameters,
  });
}
