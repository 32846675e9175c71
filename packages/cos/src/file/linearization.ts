import { Dict } from "../objects.ts";
import { skipWhiteSpaceAndComments } from "../syntax/characters.ts";
import { type ParseContext, parseIndirectObject } from "../syntax/parser.ts";
import { searchable } from "./scan.ts";

/** The linearization parameter dictionary (ISO 32000-2, annex F.3.3). */
export interface LinearizationFacts {
  readonly number: number;
  /** Of the object, from the start of the bytes. */
  readonly offset: number;
  readonly endOffset: number;
  readonly dict: Dict;
  /** /L is the length of the file: when it is not, the file was changed, and does not count as linearized. */
  readonly isLengthOfFile: boolean;
}

/** F.3.3: the dictionary is wholly within the first 1,024 bytes of the file. */
const WINDOW = 1024;

/** What the first object of the file says, when it is such a dictionary. */
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
