import { Bounds } from "../../bounds.ts";
import type { CosValue } from "../../objects.ts";
import { ByteWriter } from "../byte-writer.ts";
import { ownNumbers, type References, Serialiser } from "../serialise.ts";

/**
 * Returns the bytes of a value (ISO 32000-2, 7.3). Null entries of dictionaries, which are equivalent to absent ones,
 * are left out.
 */
export function serialise(value: CosValue, references: References = ownNumbers, bounds = new Bounds()): Uint8Array {
  const out = new ByteWriter(256);
  new Serialiser(out, references, bounds).write(value);
  return out.view();
}
