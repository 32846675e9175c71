import type { Fault } from "../../../kernel/faults.ts";
import { InvalidRequest, itemFor, type ValidationItem } from "../body/validation.ts";

/** A value that is of the right kind and yet wrong; `error` says what would be right. */
export const valueFault = (error: string): Fault => ({
  type: "value_error",
  message: `Value error, ${error}`,
  context: { error },
});

/** The same, found when the service's state or its clock was asked. */
export const invalidValue = (loc: ValidationItem["loc"], error: string, input?: unknown): InvalidRequest =>
  new InvalidRequest([itemFor(valueFault(error), loc, input)]);
