import type { Bounds } from "../bounds.ts";
import type { Operation } from "../syntax/content-stream.ts";
import { ByteWriter } from "./byte-writer.ts";
import { ownNumbers, Serialiser } from "./serialise.ts";

/**
 * Writes an operation of a content stream anew, in the syntax of ISO 32000-2, 7.3: its operands and its operator, with a space
 * after each. It must not be that of an inline image, whose data would be lost.
 */
export function contentText({ operands, operator }: Operation, bounds: Bounds): Uint8Array {
  const out = new ByteWriter();
  const serialiser = new Serialiser(out, ownNumbers, bounds);
  for (const operand of operands) {
    serialiser.write(operand);
    out.byte(SPACE);
  }
  out.text(`${operator} `);
  return out.take();
}

const SPACE = 0x20;
