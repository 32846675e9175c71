import { createHash } from "node:crypto";
import { type Bounds, CosString, type CosValue, Dict, decodeStream, Name, resolve, Stream } from "@quire/cos";

/** The depth to which values are compared; functions and colour spaces are not as deep. */
const MAX_NESTING = 24;

const digests = new WeakMap<object, string>();

/**
 * Returns a text that is the same for equal values: numbers are compared by value, dictionaries regardless of the order
 * of their keys, streams by their decoded bytes and the other entries of their dictionaries.
 */
export const digestOf = (value: CosValue, bounds: Bounds): string => digest(value, bounds, 0);

function digest(value: CosValue, bounds: Bounds, nesting: number): string {
  const direct = resolve(value);
  bounds.step();
  if (direct === null || typeof direct !== "object") {
    return String(direct);
  }
  if (direct instanceof Name) {
    return `/${direct.value}`;
  }
  if (direct instanceof CosString) {
    return `(${Buffer.from(direct.bytes).toString("latin1")})`;
  }
  const known = digests.get(direct);
  if (known !== undefined || nesting > MAX_NESTING) {
    return known ?? "";
  }
  // A value that contains itself is not visited again.
  digests.set(direct, "");
  const made = createHash("sha256")
    .update(textOf(direct, bounds, nesting + 1))
    .digest("base64");
  digests.set(direct, made);
  return made;
}

/** The keys that only concern the encoding of the bytes, which makes no difference. */
const ENCODING_KEYS: ReadonlySet<string> = new Set(["Length", "Filter", "DecodeParms", "DL"]);

function textOf(value: CosValue[] | Dict | Stream, bounds: Bounds, nesting: number): string {
  if (Array.isArray(value)) {
    return `[${value.map((element) => digest(element, bounds, nesting)).join(" ")}]`;
  }
  const dict = value instanceof Stream ? value.dict : value;
  const entries = [...dict.entries]
    .filter(([key]) => dict.has(key) && !(value instanceof Stream && ENCODING_KEYS.has(key)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => `/${key} ${digest(entry, bounds, nesting)}`);
  const bytes =
    value instanceof Stream ? createHash("sha256").update(decodeStream(value, bounds).bytes).digest("base64") : "";
  return `<<${entries.join(" ")}>>${bytes}`;
}
