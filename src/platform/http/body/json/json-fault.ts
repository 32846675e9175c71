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

/** The offset of the first byte of `body` that is no UTF-8: it was decoded as something else. */
export function firstDifference(body: Buffer, decoded: Buffer): number {
  const offset = body.findIndex((byte, index) => byte !== decoded[index]);
  return offset < 0 ? body.length : offset;
}
