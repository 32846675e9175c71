import { type Fault, InvalidContent } from "../faults.ts";
import type { Position } from "./text-position.ts";

/** A place at which a text is not JSON. */
export interface JsonPlace extends Position {
  /** The offset of the first byte that is not allowed, in bytes. */
  readonly offsetBytes: number;
  /** The offset from which `found` is, in bytes: where the word begins that the byte is in. */
  readonly startBytes: number;
  /** What is allowed there, in the words of the scanner. */
  readonly expected: string;
  /** The text from there on, or from the beginning of the word that it is in; empty at the end of the text. */
  readonly found: string;
}

/** Returns the error for a text that is not JSON: what was expected at the offset of its byte (contract §3, `loc`). */
export const jsonFault = (place: JsonPlace): InvalidContent =>
  new InvalidContent([{ fault: faultAt(place), path: [place.offsetBytes] }]);

function faultAt(place: JsonPlace): Fault {
  const { line, column, expected, found } = place;
  const wanted = WANTED[expected] ?? expected;
  const stood = found === "" ? "the text ends here, and the JSON is not complete" : `found ${shown(place)}`;
  return {
    type: "json_invalid",
    message: `JSON decode error at line ${line}, column ${column}: ${stood}; expected ${wanted}`,
    context: { error: `Expected ${expected}` },
    advice: causeOf(place),
  };
}

const WANTED: Readonly<Record<string, string>> = {
  value: "a value",
  "value or end of array": "a value or ]",
  name: "the name of a member in double quotes",
  "name or end of object": "the name of a member in double quotes, or }",
  colon: "a colon",
  "comma or end": "a comma or the closing bracket",
  "end of data": "nothing more",
  "no control character in a string": "no control characters within a text",
};

/** Words that people and programs write where JSON has another word, or none. */
const FOREIGN_WORD = /^(?:NaN|nan|[+]?Infinity|undefined|True|False|None|TRUE|FALSE|NULL|Null|nil)\b/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]{0,39}/u;

/** Returns what stood at the place: a name or a foreign word, else one character, since values may be secrets. */
function shown({ found, expected }: JsonPlace): string {
  if (expected === "UTF-8") {
    return found;
  }
  const word = FOREIGN_WORD.exec(found)?.[0] ?? (isName(expected) ? NAME.exec(found)?.[0] : undefined);
  const [character = ""] = found;
  return CONTROL_NAMES[character] ?? `\`${word ?? character}\``;
}

const CONTROL_NAMES: Readonly<Record<string, string>> = { "\n": "a line break", "\r": "a line break", "\t": "a tab" };

const isName = (expected: string): boolean => expected.startsWith("name");

/** A mistake that is known by what stands at the place. */
interface Cause {
  is(place: JsonPlace): boolean;
  readonly advice: string;
}

const atStart = ({ startBytes }: JsonPlace): boolean => startBytes === 0;
const begins =
  (...starts: readonly string[]) =>
  ({ found }: JsonPlace): boolean =>
    starts.some((start) => found.startsWith(start));

const CAUSES: readonly Cause[] = [
  {
    is: (place) => atStart(place) && begins("%PDF-")(place),
    advice: "This is a PDF, not JSON: send files in a form, with curl -F file=@document.pdf.",
  },
  {
    is: (place) => atStart(place) && begins("--")(place),
    advice: "This is a form: leave out the Content-Type header, which the client sets itself with the boundary.",
  },
  {
    is: (place) => atStart(place) && begins("<")(place),
    advice: "This is HTML or XML: put it into a member of a JSON object, as a string in double quotes.",
  },
  {
    is: (place) => atStart(place) && begins("'")(place),
    advice:
      "Single quotes around JSON belong to Unix shells; in the command prompt of Windows write double quotes around " +
      'it and \\" inside.',
  },
  {
    is: (place) => atStart(place) && /^\w{1,60}=/.test(place.found),
    advice:
      'This looks like a form: write it as JSON, such as {"text": "Hello"}, or send a form with curl -F text=Hello.',
  },
  {
    is: ({ found, startBytes }) => startBytes === 1 && /^object \w{1,30}\]/.test(found),
    advice: "JavaScript has written that for an object: serialise it with JSON.stringify.",
  },
  {
    is: ({ found, offsetBytes }) => found === "byte 0x8b" && offsetBytes === 1,
    advice: "This is compressed with gzip: send it uncompressed and without Content-Encoding, which is not read.",
  },
  { is: ({ found, expected }) => found === "" && expected === "value", advice: "A value is missing at the end." },
  {
    is: ({ found }) => found === "",
    advice: "It may have been cut short: a bracket or a quotation mark that was opened is not closed.",
  },
  { is: begins("'", "‘", "’"), advice: "Texts and names have double quotes in JSON: \"text\", not 'text'." },
  { is: begins("“", "”", "„"), advice: "JSON takes straight double quotes only; an editor has replaced them." },
  { is: begins("//", "/*", "#"), advice: "JSON has no comments: remove this one." },
  {
    is: begins("NaN", "nan", "Infinity", "+Infinity", "undefined"),
    advice: "JSON has no such value: write null, or leave the member out.",
  },
  {
    is: (place) => FOREIGN_WORD.test(place.found),
    advice: "JSON writes true, false and null in small letters; serialise with a JSON library, such as json.dumps.",
  },
  {
    is: ({ found, expected }) => expected === "name" && found.startsWith("}"),
    advice: "There is a comma before it that nothing follows (a trailing comma): remove the comma.",
  },
  {
    is: ({ found, expected }) => expected === "value" && found.startsWith("]"),
    advice: "There is a comma before it that nothing follows (a trailing comma): remove the comma.",
  },
  {
    is: ({ found, expected }) => expected === "value" && found.startsWith("}"),
    advice: "The member before it has no value: write one after the colon.",
  },
  { is: ({ found, expected }) => isName(expected) && NAME.test(found), advice: "Names have double quotes in JSON." },
  {
    is: ({ found, expected }) => found.startsWith(",") && (expected.startsWith("value") || isName(expected)),
    advice: "There is one comma too many.",
  },
  {
    is: ({ found, expected }) => expected === "comma or end" && /^["{[\p{L}\p{N}-]/u.test(found),
    advice: 'A comma may be missing before it, or a quotation mark inside a text is not written as \\".',
  },
  {
    is: ({ found, expected }) => expected === "colon" && /^[=,}]/.test(found),
    advice: "A colon stands between name and value.",
  },
  {
    is: ({ expected }) => expected === "end of data",
    advice: "The JSON is complete before it.",
  },
  {
    is: ({ expected }) => expected === "no control character in a string",
    advice: "Inside a text write a line break as \\n and a tab as \\t, or escape the text with a JSON library.",
  },
  { is: ({ expected }) => expected === "an escape", advice: "A backslash in a text is written twice: \\\\." },
  { is: ({ expected }) => expected === "UTF-8", advice: "JSON is sent in UTF-8: convert the text from its encoding." },
  {
    is: ({ found, expected }) => expected.startsWith("value") && NAME.test(found),
    advice: "Texts have double quotes in JSON.",
  },
];

const causeOf = (place: JsonPlace): string | undefined => CAUSES.find((cause) => cause.is(place))?.advice;
