import { readToUnicode } from "@quire/fonts";
import { type Dict, Name, Stream } from "@quire/cos";
import { bytesAsWritten } from "../file/decoded.ts";
import type { Validation } from "../validation.ts";

/** Returns the text that ToUnicode has for a code (ISO 32000-2, 9.10.3); undefined for one that it leaves out. */
export type ToUnicode = (code: number, lengthBytes: number) => string | undefined;

/**
 * Returns the ToUnicode CMap of a font; undefined without one. Several fonts may share one, so it is read once. That of
 * Identity-H or Identity-V says that codes are Unicode values, which ISO 19005-2, 6.2.11.7.2, accepts as an entry.
 */
export function toUnicodeOf(font: Dict, validation: Validation): ToUnicode | undefined {
  const value = font.get("ToUnicode");
  const name = value instanceof Name ? value.value : value instanceof Stream ? value.dict.name("CMapName") : undefined;
  if (name?.startsWith("Identity-")) {
    return (code) => String.fromCharCode(code & 0xffff);
  }
  if (!(value instanceof Stream)) {
    return undefined;
  }
  const known = validation.shared(toUnicodes);
  let toUnicode = known.get(value);
  if (toUnicode === undefined) {
    const cmap = readToUnicode(value, validation.bounds, bytesAsWritten);
    // A malformed file maps nothing (Adobe Technical Note 5014, 1.4).
    toUnicode = (code, lengthBytes) =>
      cmap.isMalformed || !cmap.isInRow(code, lengthBytes) ? undefined : cmap.textOf(code, lengthBytes);
    known.set(value, toUnicode);
  }
  return toUnicode;
}

const toUnicodes = (): Map<Stream, ToUnicode> => new Map();
