import type { XmpItem, XmpProperty, XmpValue } from "./rdf.ts";
import type { StructureType } from "./structures.ts";

/** Finds a structured type by its name in lower case; returns undefined when there is none. */
export type StructureTypes = (name: string) => StructureType | undefined;

/** A type parsed from the words of the specifications: `Seq ProperName`, `Closed Choice of Integer`, `Lang Alt`. */
interface ParsedType {
  readonly form: "Bag" | "Seq" | "Alt" | "Lang Alt" | "single";
  /** The name in lower case. */
  readonly name: string;
}

/** The form of a date (XMP Specification 2004, "Date"); whether the day is one of the calendar, the type leaves open. */
const DATE = /^(?:-?\d+(?:-\d+(?:-\d+(?:T\d+(?::\d+(?::\d+(?:\.\d+)?)?(?:Z|[-+]\d+(?::\d+)?)?)?)?)?)?)?$/;
const ANY = /^/;

/**
 * The patterns of simple types, by name in lower case. Names, identifiers and languages can be any text, so they are
 * not checked.
 */
const SIMPLE_TYPES: ReadonlyMap<string, RegExp> = new Map([
  ["boolean", /^(?:True|False)$/],
  ["integer", /^[-+]?\d+$/],
  ["real", /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/],
  ["rational", /^[-+]?\d+\/[-+]?\d+$/],
  ["date", DATE],
  ["mimetype", /^[-\w+.]+\/[-\w+.]+$/],
  // The point of a tone curve is two integers, in parentheses or not.
  ["point", /^\(?\s*[-+]?\d+\s*,\s*[-+]?\d+\s*\)?$/],
  // A coordinate is degrees, minutes and seconds, or degrees and minutes with a fraction, and then the direction.
  ["gpscoordinate", /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/],
  ...["text", "propername", "agentname", "renditionclass", "uri", "url", "xpath", "locale", "guid"].map(
    (name): [string, RegExp] => [name, ANY],
  ),
]);

const MAX_DEPTH = 30;

/** Returns whether values can be checked against a type. */
export function isKnownType(type: string, structures: StructureTypes): boolean {
  const { form, name } = parseType(type);
  return form === "Lang Alt" || SIMPLE_TYPES.has(name) || structures(name) !== undefined;
}

/** Describes in a few words a value that is not of the type; returns undefined where it is. */
export function mismatchOf(item: XmpItem, type: string, structures: StructureTypes): string | undefined {
  return new TypeCheck(structures).mismatch(item, parseType(type), 0);
}

class TypeCheck {
  readonly #structures: StructureTypes;

  constructor(structures: StructureTypes) {
    this.#structures = structures;
  }

  mismatch({ value }: XmpItem, { form, name }: ParsedType, depth: number): string | undefined {
    if (depth > MAX_DEPTH) {
      return "values nested too deeply";
    }
    if (form === "single") {
      return this.#singleMismatch(value, name, depth);
    }
    const wanted = form === "Lang Alt" ? "Alt" : form;
    if (value.kind !== "array" || value.form !== wanted) {
      return describe(value);
    }
    if (form === "Lang Alt") {
      return languageMismatch(value.items);
    }
    for (const [index, item] of value.items.entries()) {
      const mismatch = this.mismatch(item, { form: "single", name }, depth + 1);
      if (mismatch !== undefined) {
        return `${mismatch} at rdf:li ${index + 1}`;
      }
    }
    return undefined;
  }

  #singleMismatch(value: XmpValue, name: string, depth: number): string | undefined {
    const structure = this.#structures(name);
    if (structure === undefined) {
      return value.kind === "simple" && (SIMPLE_TYPES.get(name)?.test(value.text) ?? false)
        ? undefined
        : describe(value);
    }
    if (value.kind !== "structure") {
      // A type without fields, which an extension schema of part 1 may describe, is a kind of text.
      return value.kind === "simple" && Object.keys(structure.fields).length === 0 ? undefined : describe(value);
    }
    for (const field of value.fields) {
      const mismatch = this.#fieldMismatch(field, structure, depth);
      if (mismatch !== undefined) {
        return mismatch;
      }
    }
    return undefined;
  }

  #fieldMismatch(field: XmpProperty, { uris, fields }: StructureType, depth: number): string | undefined {
    const written = `${field.prefix}:${field.local}`;
    const type = uris.includes(field.uri) && Object.hasOwn(fields, field.local) ? fields[field.local] : undefined;
    if (type === undefined) {
      return `the unknown field ${written}`;
    }
    const mismatch = this.mismatch(field, parseType(type), depth + 1);
    return mismatch === undefined ? undefined : `${mismatch} in ${written}, which is ${type}`;
  }
}

/** Checks language alternatives: at least one of them has a language, but an array without any is accepted. */
function languageMismatch(items: readonly XmpItem[]): string | undefined {
  if (items.some(({ value }) => value.kind !== "simple")) {
    return "alternatives that are not text";
  }
  return items.length === 0 || items.some(({ language }) => language !== undefined)
    ? undefined
    : "rdf:Alt without xml:lang";
}

function parseType(type: string): ParsedType {
  const words = type
    .trim()
    .toLowerCase()
    .replaceAll(/\b(?:closed|open)\s+(?:choice(?:\s+of)?\b)?|\bchoice(?:\s+of)?\b/g, " ")
    .trim()
    .replaceAll(/\s+/g, " ");
  if (words === "lang alt" || words === "alt lang") {
    return { form: "Lang Alt", name: "text" };
  }
  const array = /^(bag|seq|alt)(?: of)? (.+)$/.exec(words);
  if (array === null) {
    return { form: "single", name: words === "" ? "text" : words };
  }
  const form = array[1] === "bag" ? "Bag" : array[1] === "seq" ? "Seq" : "Alt";
  return { form, name: array[2] ?? "text" };
}

const LONGEST_SHOWN = 60;

/** Describes a value for a message. */
export function describe(value: XmpValue): string {
  if (value.kind === "array") {
    return `rdf:${value.form} of ${value.items.length}`;
  }
  if (value.kind === "structure") {
    return "a structure";
  }
  const { text } = value;
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}
