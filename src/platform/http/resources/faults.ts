import type { z } from "zod";
import { addFault, type Fault } from "../../../kernel/faults.ts";
import { InvalidRequest, itemFor, type ValidationItem } from "../body/validation.ts";

/** Returns the fault of a value that is of the right kind and yet wrong; `error` says what would be right. */
export const valueFault = (error: string): Fault => ({
  type: "value_error",
  message: `Value error, ${error}`,
  context: { error },
});

/** Restricts a text to what every store can keep: it has no U+0000. */
export const storable = <Text extends string | undefined>(field: z.ZodType<Text>): z.ZodType<Text> =>
  field.superRefine((text, context) => {
    if (typeof text === "string" && text.includes("\0")) {
      addFault(context, valueFault("the text should not have the character U+0000"));
    }
  });

/** Returns the error of such a value when it was found to be wrong by the service's state or its clock. */
export const invalidValue = (loc: ValidationItem["loc"], error: string, input?: unknown): InvalidRequest =>
  new InvalidRequest([itemFor(valueFault(error), loc, input)]);
