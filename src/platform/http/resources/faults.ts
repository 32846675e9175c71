import type { Fault } from "../../../kernel/faults.ts";
import { InvalidRequest, itemFor, type ValidationItem } from "../body/validation.ts";

/** Returns the fault of a value that is of the right kind and yet wrong; `error` says what would be right. */
export const valueFault = (error: string): Fault => ({
  type: "value_error",
  message: `Value error, ${error}`,
  context: { error },
});

/** Returns the error of such a value when it was found to be wrong by the service's state or its clock. */
export const invalidValue = (loc: ValidationItem["loc"], error: string, input?: unknown): InvalidRequest =>
  new InvalidRequest([itemFor(valueFault(error), loc, input)]);
