import type { Part } from "../flavours.ts";
import { type AnyRule, rule } from "./rule.ts";

/** The longest string: ISO 19005-1, 6.1.12, and ISO 19005-2 and -3, 6.1.13, tables of limits. */
const MAX_STRING_BYTES: Readonly<Record<Part, number>> = {
  1: 65_535,
  2: 32_767,
  3: 32_767,
  4: Number.POSITIVE_INFINITY,
};
const MAX_NAME_BYTES = 127;
/** The largest magnitude of real numbers. */
const MAX_REAL: Readonly<Record<Part, number>> = { 1: 32_767, 2: 3.403e38, 3: 3.403e38, 4: Number.POSITIVE_INFINITY };
const LEAST_REAL = 1.175e-38;
/** The largest array of PDF Reference 1.4, table C.1; later parts have no limits of arrays and dictionaries. */
const MAX_ARRAY_ELEMENTS = 8191;
const MAX_DICTIONARY_ENTRIES = 4095;

const WORDS = {
  "content-stream": {
    suffix: "-in-content",
    subject: "A content stream",
  },
  object: {
    suffix: "",
    subject: "An object",
  },
  trailer: {
    suffix: "-in-trailer",
    subject: "The trailer",
  },
} as const;

/** A token that is no number, such as a sign without digits, has no value within any limits. */
const numberText = (value: number | undefined): string =>
  value === Number.POSITIVE_INFINITY ? "a number that cannot be read" : `${value}`;

/**
 * Returns the rules on limits of numbers, strings, names, arrays and dictionaries, and on how strings are written. They
 * are the same for content streams, objects and trailers.
 */
export function tokenRules(on: keyof typeof WORDS): readonly AnyRule[] {
  const { suffix, subject } = WORDS[on];
  return [
    rule({
      key: `integer-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-1", "2": "6.1.13-1", "3": "6.1.13-1" },
      requirement: "Integers are from -2,147,483,648 to 2,147,483,647.",
      message: `${subject} has an integer that does not fit into 32 bits`,
      hint: "Write the number as one from -2,147,483,648 to 2,147,483,647: one beyond is mostly a place or length that was computed wrongly.",
      fix: "rewrite",
      conversion: "mends",
      test: ({ tokens: { largestInteger, smallestInteger } }) =>
        largestInteger === undefined || {
          broken: numberText(Math.abs(largestInteger) > 2 ** 31 - 1 ? largestInteger : smallestInteger),
        },
    }),
    rule({
      key: `real-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-2", "2": "6.1.13-2", "3": "6.1.13-2" },
      requirement: "The absolute values of real numbers are not larger than the limit of the standard.",
      message: `${subject} has a real number that is too large`,
      hint: "Write a smaller number: one that large is mostly a place or matrix that was computed wrongly, and draws nothing.",
      fix: "rewrite",
      conversion: "mends",
      test: ({ tokens: { largestReal } }, { part }) =>
        largestReal === undefined || Math.abs(largestReal) <= MAX_REAL[part] || { broken: numberText(largestReal) },
    }),
    rule({
      key: `small-real-limit${suffix}`,
      on,
      ids: { "2": "6.1.13-5", "3": "6.1.13-5" },
      requirement: "Real numbers other than 0 are not closer to it than 1.175e-38.",
      message: `${subject} has a real number that is too close to 0`,
      hint: "Write 0 in its place: a number that small is what is left of a computation.",
      fix: "rewrite",
      conversion: "mends",
      test: ({ tokens: { leastReal } }) =>
        leastReal === undefined || Math.abs(leastReal) >= LEAST_REAL || { broken: `${leastReal}` },
    }),
    rule({
      key: `string-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-3", "2": "6.1.13-3", "3": "6.1.13-3" },
      requirement: "Strings are not longer than the limit of the standard.",
      message: `${subject} has a string that is too long`,
      hint: "Split the string: texts can be shown by several operators, and long values belong into streams.",
      fix: "rewrite",
      test: ({ tokens: { longestStringBytes } }, { part }) =>
        longestStringBytes <= MAX_STRING_BYTES[part] || { broken: `${longestStringBytes} bytes` },
    }),
    rule({
      key: `name-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-4", "2": "6.1.13-4", "3": "6.1.13-4" },
      requirement: "Names have at most 127 bytes.",
      message: `${subject} has a name that is too long`,
      hint: "Give it a name of at most 127 bytes, everywhere: layer, colour, style and field names become names in a PDF.",
      fix: "rewrite",
      test: ({ tokens: { longestNameBytes } }) =>
        longestNameBytes <= MAX_NAME_BYTES || { broken: `${longestNameBytes} bytes` },
    }),
    rule({
      key: `array-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-5" },
      requirement: "Arrays have at most 8,191 elements.",
      message: `${subject} has an array with too many elements`,
      hint: "Split the array, or aim for PDF/A-2, which has no such limit.",
      fix: "rewrite",
      test: ({ tokens: { largestArray } }) =>
        largestArray <= MAX_ARRAY_ELEMENTS || { broken: `${largestArray} elements` },
    }),
    rule({
      key: `dictionary-limit${suffix}`,
      on,
      ids: { "1": "6.1.12-6" },
      requirement: "Dictionaries have at most 4,095 entries.",
      message: `${subject} has a dictionary with too many entries`,
      hint: "Split the dictionary, or aim for PDF/A-2, which has no such limit.",
      fix: "rewrite",
      test: ({ tokens: { largestDictionary } }) =>
        largestDictionary <= MAX_DICTIONARY_ENTRIES || { broken: `${largestDictionary} entries` },
    }),
    rule({
      key: `hex-string-odd${suffix}`,
      on,
      ids: { "1": "6.1.6-1", "2": "6.1.6-1", "3": "6.1.6-1", "4": "6.1.5-1" },
      requirement: "Hexadecimal strings have an even number of digits.",
      message: `${subject} has a hexadecimal string with an odd number of digits`,
      hint: "Write each byte of the string with two digits.",
      fix: "rewrite",
      conversion: "mends",
      test: ({ tokens: { oddHexStrings } }) => oddHexStrings === 0 || { broken: `${oddHexStrings} strings` },
    }),
    rule({
      key: `hex-string-invalid${suffix}`,
      on,
      ids: { "1": "6.1.6-2", "2": "6.1.6-2", "3": "6.1.6-2", "4": "6.1.5-2" },
      requirement: "Hexadecimal strings have only hexadecimal digits and white space.",
      message: `${subject} has a hexadecimal string with other characters than digits`,
      hint: "Remove everything from the string that is not a hexadecimal digit.",
      fix: "rewrite",
      conversion: "mends",
      test: ({ tokens: { invalidHexStrings } }) =>
        invalidHexStrings === 0 || { broken: `${invalidHexStrings} strings` },
    }),
  ];
}
