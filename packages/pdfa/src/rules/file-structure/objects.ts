import type { ObjectSyntax } from "@quire/cos";
import { rule } from "../rule.ts";

/** The largest number of indirect objects (ISO 19005-1, 6.1.12; -2 and -3, 6.1.13). */
const MAX_OBJECTS = 8_388_607;

export const objectRules = [
  rule({
    key: "object-spacing",
    on: "object",
    ids: { "1": "6.1.8-1", "2": "6.1.9-1", "3": "6.1.9-1", "4": "6.1.8-1" },
    requirement:
      "Object number, generation and obj are one white-space character apart; end-of-line markers stand before the " +
      "number and before endobj, and after obj and endobj.",
    message: "The white space around the numbers, obj or endobj of an object is wrong",
    hint: "Rewrite the file with each object on lines of its own: qpdf in.pdf out.pdf does. An editor for text must not save a PDF.",
    fix: "rewrite",
    conversion: "mends",
    test({ object: { location, value } }) {
      if (location.kind !== "file") {
        return true;
      }
      const problem = spacingProblem(location.syntax, Number.isInteger(value));
      return problem === undefined || { broken: problem };
    },
  }),
  rule({
    key: "object-count",
    on: "file",
    ids: { "1": "6.1.12-7", "2": "6.1.13-7", "3": "6.1.13-7" },
    requirement: "A file has at most 8,388,607 indirect objects.",
    message: "The file has too many indirect objects",
    hint: "Split the document, with qpdf --split-pages=500 in.pdf out.pdf for example.",
    fix: "rewrite",
    test: ({ objectCount }) => objectCount <= MAX_OBJECTS || { broken: `${objectCount} objects` },
  }),
];

const SPACING_PROBLEMS: readonly (readonly [keyof ObjectSyntax, string])[] = [
  ["hasEolBeforeNumber", "no end of line before the object number"],
  ["hasSingleSpaces", "not one white-space character between the numbers and obj"],
  ["hasEolAfterObj", "no end of line after obj"],
  // ISO 32000 requires endobj itself; where it is missing, the clause concerns what stands in its place.
  ["hasEolBeforeEndobj", "no end of line before endobj"],
  ["hasEolAfterEndobj", "no end of line after endobj"],
];

/**
 * Returns the first problem in the syntax of an object; undefined when there is none. `58endobj`, as many writers have
 * it, is told apart by all readers, and passes for an integer.
 */
const spacingProblem = (syntax: ObjectSyntax, isInteger: boolean): string | undefined =>
  SPACING_PROBLEMS.find(([key]) => !syntax[key] && !(isInteger && key === "hasEolBeforeEndobj"))?.[1];
