import { BinaryView } from "../binary-view.ts";
import type { RegistryOrdering, Unreadable } from "../font-program.ts";
import { hasWholeCharset, readCharset } from "./charset.ts";
import { type CffDict, Operator, readDict } from "./dict-data.ts";
import { type PrivateFacts, readFontArray, readFontSelect, readPrivate, scaleOf } from "./font-dicts.ts";
import { type CffIndex, readIndex } from "./index-data.ts";
import { STANDARD_STRINGS } from "./standard-strings.ts";

/** The parts of a CFF font set that has one font (Adobe Technical Note 5176). */
export interface CffParts {
  readonly cff: BinaryView;
  readonly top: CffDict;
  readonly fontName: string | undefined;
  /** See FontProgram. */
  readonly damage: string | undefined;
  readonly charStrings: CffIndex;
  readonly globalSubrs: CffIndex;
  /** The SIDs by glyph, or the CIDs where `ros` is present. */
  readonly charset: Uint16Array;
  readonly ros: RegistryOrdering | undefined;
  stringOf(sid: number): string | undefined;
  privateOf(glyph: number): PrivateFacts | undefined;
}

/** The number of bytes that may precede the header, as in some programs. */
const MAX_LEADING_BYTES = 64;

export const isCff = (bytes: Uint8Array): boolean => headerStart(bytes) === 0;

export function readCff(bytes: Uint8Array): CffParts | Unreadable {
  const start = hasPlainHeader(bytes) ? 0 : headerStart(bytes);
  if (start === undefined) {
    return { unreadable: "has no CFF header" };
  }
  const cff = new BinaryView(bytes.subarray(start));
  const names = readIndex(cff, cff.u8(2));
  const tops = readIndex(cff, names.end);
  const strings = readIndex(cff, tops.end);
  const topData = tops.object(0);
  if (topData === undefined) {
    return { unreadable: "has no Top DICT" };
  }
  let isMalformed = false;
  const malformed = (): void => {
    isMalformed = true;
  };
  const top = readDict(topData, malformed);
  const charStrings = readIndex(cff, top.get(Operator.charStrings)?.at(-1) ?? cff.length);
  if (charStrings.count === 0) {
    return { unreadable: "has no CharStrings" };
  }
  const stringOf = (sid: number): string | undefined =>
    STANDARD_STRINGS[sid] ?? text(strings.object(sid - STANDARD_STRINGS.length));
  const ros = registryOrderingOf(top, stringOf);
  const offset = top.get(Operator.charset)?.at(-1) ?? 0;
  const globalSubrs = readIndex(cff, strings.end);
  const [privateSize = 0, privateOffset = 0] = top.get(Operator.private)?.slice(-2) ?? [];
  const ends = [strings.end, globalSubrs.end, charStrings.end, privateOffset + privateSize];
  const charset = { offset, glyphCount: charStrings.count, isCid: ros !== undefined };
  const isCutOff = ends.some((end) => end > cff.length) || !hasWholeCharset(cff, charset);
  const privateOf = ros === undefined ? onePrivate(cff, top, malformed) : privateBySelection(cff, top, malformed);
  return {
    cff,
    damage: isCutOff ? "is cut off" : isMalformed ? "has a malformed DICT or FDSelect" : undefined,
    top,
    charStrings,
    stringOf,
    ros,
    fontName: text(names.object(0)),
    globalSubrs,
    charset: readCharset(cff, charset),
    privateOf,
  };
}

/** Returns whether bytes begin with a header of version 1.0; that it gives the size of offsets is of no use. */
const hasPlainHeader = ([major, minor, headerSize = 0]: Uint8Array): boolean =>
  major === 1 && minor === 0 && headerSize === 4;

/** Returns the offset of a header with major version 1 and a valid offset size; undefined where there is none. */
function headerStart(bytes: Uint8Array): number | undefined {
  for (let start = 0; start < Math.min(bytes.length - 4, MAX_LEADING_BYTES); start++) {
    const headerSize = bytes[start + 2] ?? 0;
    const offsetSize = bytes[start + 3] ?? 0;
    if (bytes[start] === 1 && headerSize >= 4 && headerSize < 32 && offsetSize >= 1 && offsetSize <= 4) {
      return start;
    }
  }
  return undefined;
}

const text = (object: BinaryView | undefined): string | undefined => object?.latin1(0, object.length);

function registryOrderingOf(top: CffDict, stringOf: (sid: number) => string | undefined): RegistryOrdering | undefined {
  const ros = top.get(Operator.registryOrderingSupplement)?.slice(-3);
  if (ros === undefined) {
    return undefined;
  }
  const [registry = -1, ordering = -1, supplement = 0] = ros;
  return { registry: stringOf(registry), ordering: stringOf(ordering), supplement };
}

function onePrivate(cff: BinaryView, top: CffDict, malformed: () => void): CffParts["privateOf"] {
  const facts = readPrivate(cff, top, { scale: scaleOf(top), malformed });
  return () => facts;
}

function privateBySelection(cff: BinaryView, top: CffDict, malformed: () => void): CffParts["privateOf"] {
  const fonts = readFontArray(cff, top, malformed);
  const select = readFontSelect(cff, top.get(Operator.fontSelect)?.at(-1), malformed);
  return (glyph) => fonts[select(glyph)];
}
