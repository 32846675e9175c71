import { InvalidRequest, itemFor } from "../validation.ts";

/** Returns the error for a body that is not JSON: what was expected at the offset of its byte (contract §3, `loc`). */
export function jsonFault(offsetBytes: number, expected: string): InvalidRequest {
  const fault = {
    type: "json_invalid",
    message: "JSON decode error",
    context: { error: `Expected ${expected}` },
  } as const;
  return new InvalidRequest([itemFor(fault, ["body", offsetBytes])]);
}
