import { readToUnicode } from "@quire/fonts";
import { type Dict, Stream } from "@quire/cos";
import type { Validation } from "../validation.ts";

/** Returns the text that ToUnicode has for a code (ISO 32000-2, 9.10.3); undefined for one that it leaves out. */
export type ToUnicode = (code: number, lengthBytes: number) => string | undefined;

/** Returns the ToUnicode CMap of a font; undefined without one. Several fonts may share one, so it is read once. */
export function toUnicodeOf(font: Dict, validation: Validation): ToUnicode | undefined {
  const value = font.get("ToUnicode");
  if (!(value instanceof Stream)) {
    return undefined;
  }
  const known = validation.shared(toUnicodes);
  let toUnicode = known.get(value);
  if (toUnicode === undefined) {
    const cmap = readToUnicode(value, validation.bounds);
    // A section that goes on beyond its own end makes the file malformed (Adobe Technical Note 5014, 1.4).
    toUnicode = (code, lengthBytes) => (cmap.isShort ? undefined : cmap.textOf(code, lengthBytes));
    known.set(value, toUnicode);
  }
  return toUnicode;
}

const toUnicodes = (): Map<Stream, ToUnicode> => new Map();
