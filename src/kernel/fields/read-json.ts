import { type Fault, InvalidContent, valueError } from "../faults.ts";
import { JsonScanner } from "../json/json-scanner.ts";

/* The reading of JSON in a field of a form. */

export const notAnObject: Fault = {
  type: "model_attributes_type",
  message: "Input should be a JSON object",
  takes: 'a JSON object such as {"name": "value"}',
};

export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Reads a JSON value; `value` is undefined when there is none. */
export function readJson(raw: unknown): { readonly value: unknown } | { readonly fault: Fault } {
  if (isAbsent(raw)) {
    return { value: undefined };
  }
  if (typeof raw !== "string") {
    return { value: raw };
  }
  try {
    const value: unknown = JSON.parse(raw);
    return { value: value ?? undefined };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { fault: syntaxFault(raw) };
    }
    throw error;
  }
}

/** Returns the fault of a text that is not JSON, with the place at which it stops being JSON. */
function syntaxFault(text: string): Fault {
  const scanner = new JsonScanner(Number.POSITIVE_INFINITY);
  try {
    Array.from(scanner.push(Buffer.from(text)));
    scanner.finish();
  } catch (error) {
    const [found] = error instanceof InvalidContent ? error.faults : [];
    if (found !== undefined) {
      return found.fault;
    }
    throw error;
  }
  return { type: "json_invalid", message: "JSON decode error", context: { error: "Expected JSON" } };
}

export const notAList = (takes: string): Fault => valueError("expected a list", { takes });
