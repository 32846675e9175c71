import {
  type Bounds,
  type CosDirect,
  CosString,
  Dict,
  decodeStream,
  decodeTextString,
  encodeTextString,
  Stream,
} from "@quire/cos";
import { firstPart, type NewNames } from "./field-names.ts";

/**
 * Returns a script (ISO 32000-2, 12.6.4.17), a string or a stream, with the new names of fields where it names them to
 * the functions that find fields and add them up; the value itself when nothing changes. Names that a script puts
 * together from pieces stay as they are.
 */
export function scriptWithNewNames(script: CosDirect, names: NewNames, bounds: Bounds): CosDirect {
  if (!(script instanceof Stream) && !(script instanceof CosString)) {
    return script;
  }
  const text = decodeTextString(script instanceof Stream ? decodeStream(script, bounds).bytes : script.bytes);
  const newText = text.replaceAll(CALL, (call, called: string) => {
    bounds.step();
    return call.replaceAll(LITERAL, (literal, quote: string, content: string) =>
      called === CALCULATION && OPERATIONS.has(content) ? literal : quote + renamedList(content, names) + quote,
    );
  });
  if (newText === text) {
    return script;
  }
  const newBytes = encodeTextString(newText);
  return script instanceof Stream ? new Stream(new Dict(), newBytes) : new CosString(newBytes);
}

/** Matches a call with its arguments, which may contain calls; longer ones are left as they are. */
const CALL =
  /\b(getField|resetForm|AFSimple_Calculate)\s{0,10}\([^()]{0,4000}(?:\([^()]{0,4000}\)[^()]{0,4000}){0,10}\)/gu;
const CALCULATION = "AFSimple_Calculate";
/** The operations that the first argument of `AFSimple_Calculate` names; fields rarely have such names. */
const OPERATIONS: ReadonlySet<string> = new Set(["SUM", "PRD", "AVG", "MIN", "MAX"]);
const LITERAL = /(["'])([^"'\\\r\n]*)\1/gu;

/** Renames the fields in a literal: calculations take several names in one, with commas between them. */
const renamedList = (content: string, names: NewNames): string =>
  content
    .split(",")
    .map((name) => {
      const trimmed = name.trimStart();
      const first = firstPart(trimmed).trimEnd();
      const newFirst = names.get(first);
      return newFirst === undefined
        ? name
        : name.slice(0, name.length - trimmed.length) + newFirst + trimmed.slice(first.length);
    })
    .join(",");
