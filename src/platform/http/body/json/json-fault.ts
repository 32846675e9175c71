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

/**
 * Returns the offset of the first byte of `body` that is not UTF-8, where it differs from `decoded`, its decoded form
 * encoded again.
 */
export function firstDifference(body: Buffer, decoded: Buffer): number {
  const offset = body.findIndex((byte, index) => byte !== decoded[index]);
  return offset < 0 ? body.length : offset;
}
