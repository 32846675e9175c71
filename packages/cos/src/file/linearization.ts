import { Dict } from "../objects.ts";
import { skipWhiteSpaceAndComments } from "../syntax/characters.ts";
import { type ParseContext, parseIndirectObject } from "../syntax/parser.ts";
import { searchable } from "./scan.ts";

/** The linearization parameter dictionary (ISO 32000-2, annex F.3.3). */
export interface LinearizationFacts {
  readonly number: number;
  /** The offset of the object from the start of the bytes. */
  readonly offset: number;
  readonly endOffset: number;
  readonly dict: Dict;
  /** Whether /L is the length of the file. When it is not, the file was changed, and does not count as linearized. */
  readonly isLengthOfFile: boolean;
}

/** The length of the part of the file, in bytes, that must contain the whole dictionary (F.3.3). */
const WINDOW = 1024;

/** Returns the linearization parameters when the first object of the file is such a dictionary; undefined otherwise. */
export function readLinearization(
  bytes: Uint8Array,
  headerOffset: number,
  parse: ParseContext,
): LinearizationFacts | undefined {
  const end = Math.min(bytes.length, headerOffset + WINDOW);
  if (!searchable(bytes.subarray(headerOffset, end)).includes("/Linearized")) {
    return undefined;
  }
  const offset = skipWhiteSpaceAndComments(bytes, headerOffset, end);
  const object = parseIndirectObject(bytes, offset, { ...parse, facts: undefined }, end);
  if (object?.location.kind !== "file" || !(object.value instanceof Dict) || !object.value.has("Linearized")) {
    return undefined;
  }
  return {
    number: object.number,
    offset: object.location.offset,
    endOffset: object.location.endOffset,
    dict: object.value,
    isLengthOfFile: object.value.get("L") === bytes.length - headerOffset,
  };
}
