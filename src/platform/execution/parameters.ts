import type { z } from "zod";
import { EMPTY_TEXT } from "../../kernel/fields/fields.ts";
import type { Operation } from "../../operations/operation.ts";

/**
 * Parses parameters from fields as they were sent, by their documented names. For an operation that takes content,
 * absent fields are already left out (contract §1.4), so that an empty text counts as a text.
 */
export function parseParameters(
  { kind, parameters }: Pick<Operation, "kind" | "parameters">,
  fields: Readonly<Record<string, unknown>>,
): z.ZodSafeParseResult<Record<string, unknown>> {
  const isText = kind === "content";
  const values = Object.entries(fields).map(([name, value]) => [name, isText && value === "" ? EMPTY_TEXT : value]);
  return parameters.safeParse(Object.fromEntries(values));
}
