import { InvalidRequest, itemFor } from "../validation.ts";

/** What a body is refused with that is no JSON; `expected` at the offset of its byte (contract §3, `loc`). */
export function jsonFault(offsetBytes: number, expected: string): InvalidRequest {
  const fault = {
    type: "json_invalid",
    message: "JSON decode error",
    context: { error: `Expected ${expected}` },
  } as const;
  return new InvalidRequest([itemFor(fault, ["body", offsetBytes])]);
}
