import {
  type ContentProblem,
  contentOperations,
  contentText,
  type CosValue,
  Dict,
  decodeStream,
  resolve,
  Stream,
  type TokenFact,
} from "@quire/cos";
import type { Conversion, Correction, Found, Part } from "../conversion.ts";
import { isPermittedReal, withinLimits } from "./number-limits.ts";

/**
 * Removes operators that PDF does not define, with their operands, from contents (ISO 19005-1, 6.2.10; -2, -3 and -4,
 * 6.2.2): viewers pass over them. Operations with malformed numbers and strings, stray brackets, or numbers beyond the limits (-1, 6.1.6 and
 * 6.1.12; -2 and -3, 6.1.6 and 6.1.13; -4, 6.1.5), are written anew as viewers read them. In part 4 inline images are given
 * their lengths (6.1.9).
 */
export const content: Correction = {
  page({ dict, page, ref }, conversion) {
    const value = dict.get("Contents");
    const streams = (Array.isArray(value) ? value.map(resolve) : [value]).filter((one) => one instanceof Stream);
    const parts = streams.map((stream) => decodeStream(stream, conversion.bounds));
    if (parts.some(({ remaining }) => remaining.length > 0)) {
      return;
    }
    // An operator and its operands may be in different streams, between which there is white space.
    const joined = Buffer.concat(parts.flatMap(({ bytes }) => [bytes, LINE_FEED]));
    const kept = corrected(joined, { page, object: ref.number }, conversion);
    if (kept !== undefined) {
      dict.set("Contents", conversion.document.add(kept));
    }
  },

  stream(stream, found, conversion) {
    const { dict } = stream;
    if (dict.name("Subtype") !== "Form" && dict.get("PatternType") !== 1 && found.parentKey !== "CharProcs") {
      return stream;
    }
    const { bytes, remaining } = decodeStream(stream, conversion.bounds);
    const kept = remaining.length > 0 ? undefined : corrected(bytes, found, conversion);
    if (kept === undefined) {
      return stream;
    }
    const ofKept = dict.copy();
    for (const filtering of ["Filter", "DecodeParms", "DP"]) {
      ofKept.delete(filtering);
    }
    return new Stream(ofKept, kept.bytes);
  },
};

const LINE_FEED = Buffer.from("\n");

/** The length of the keyword before the data of an inline image, with the white space after it. */
const ID_BYTES = "ID ".length;

/** Returns the content with what it lacks and without what is no operator; undefined where nothing is to be changed. */
function corrected(
  bytes: Uint8Array,
  found: Found,
  { document, bounds, part, changes }: Conversion,
): Stream | undefined {
  const pieces: Uint8Array[] = [];
  const facts: TokenFact[] = [];
  let end = 0;
  for (const operation of contentOperations(bytes, { source: document, bounds, facts })) {
    const { problems, offset, endOffset, inlineImage } = operation;
    const isOdd = facts.splice(0).some((fact) => isMended(fact, part));
    if (problems.includes("unknown-operator")) {
      pieces.push(bytes.subarray(end, offset), LINE_FEED);
      end = endOffset;
      changes.note("operators_dropped", found);
    } else if (inlineImage === undefined && (isOdd || problems.length > 0) && problems.every(isStray)) {
      const operands = operation.operands.map((operand) => mended(operand, part));
      pieces.push(bytes.subarray(end, offset), contentText({ ...operation, operands }, bounds));
      end = endOffset;
      changes.note("invalid_values_mended", found, operation.operator);
    } else if (
      part === 4 &&
      inlineImage !== undefined &&
      !inlineImage.dict.has("L") &&
      !inlineImage.dict.has("Length")
    ) {
      const keyword = inlineImage.data.byteOffset - bytes.byteOffset - ID_BYTES;
      pieces.push(bytes.subarray(end, keyword), Buffer.from(` /L ${inlineImage.data.length} `));
      end = keyword;
      changes.note("invalid_values_mended", found, "L");
    }
  }
  return pieces.length === 0 ? undefined : new Stream(new Dict(), Buffer.concat([...pieces, bytes.subarray(end)]));
}

/** Returns whether an operation with such a token is written anew. */
const isMended = (fact: TokenFact, part: Part): boolean =>
  fact.kind === "number-malformed" ||
  fact.kind === "hex-string-odd" ||
  fact.kind === "hex-string-invalid" ||
  (fact.kind === "integer" && withinLimits(fact.value, part) !== fact.value) ||
  // One without decimals is then written as an integer, of which more are permitted.
  (fact.kind === "real" && !isPermittedReal(fact.value, part));

/** Returns whether a problem is a bracket or the like that closes or opens nothing. */
const isStray = (problem: ContentProblem): boolean => problem.startsWith("stray-");

/** Returns an operand with numbers within the limits; strings that were written in digits are so again. */
function mended(operand: CosValue, part: Part): CosValue {
  if (typeof operand === "number") {
    return withinLimits(operand, part);
  }
  if (Array.isArray(operand)) {
    return operand.map((element) => mended(element, part));
  }
  return operand;
}
