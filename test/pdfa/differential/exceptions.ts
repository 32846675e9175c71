import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";
import type { Difference } from "./compare.ts";

/** A class of differences in which the text of the standard speaks against veraPDF. */
export interface Exception {
  readonly flavours: RegExp;
  /** The rules that our validator alone finds broken. */
  readonly invented: readonly string[];
  /** The clause, and why it says what our validator says. */
  readonly because: string;
}

/** The differences that stay. Each names the text; where that is silent, our validator follows veraPDF. */
const EXCEPTIONS: readonly Exception[] = [
  {
    flavours: /^[23]/,
    invented: ["6.5.1-1"],
    because: "ISO 19005-2, 6.5.1: JavaScript actions are forbidden; veraPDF does not look at those of the name tree.",
  },
  {
    flavours: /^1/,
    invented: ["6.6.1-1"],
    because: "ISO 19005-1, 6.6.1: JavaScript actions are forbidden; veraPDF does not look at those of the name tree.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.1.9-1"],
    because: "ISO 19005-2, 6.1.9: an end-of-line marker stands before and after endobj; veraPDF accepts `58endobj`.",
  },
  {
    flavours: /^[14]/,
    invented: ["6.1.8-1"],
    because: "ISO 19005-1 and -4, 6.1.8: an end-of-line marker stands before and after endobj.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.4.2-1"],
    because: "ISO 19005-2, 6.2.4.2, with ISO 32000-1, 8.6.5.5: N is the number of the profile's components.",
  },
  {
    flavours: /^4/,
    invented: ["6.2.4.2-1"],
    because: "ISO 19005-4, 6.2.4.2, with ISO 32000-2, 8.6.5.5: N is the number of the profile's components.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.2-2"],
    because: "ISO 19005-2, 6.2.11.2: fonts have a Subtype that is defined; veraPDF does not see fonts without one.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.2-2", "6.2.11.4.1-1"],
    because: "ISO 19005-2, 6.2.11.2 and 6.2.11.4.1: as above; and what has no known type has no program.",
  },
  {
    flavours: /^1/,
    invented: ["6.3.2-2"],
    because: "ISO 19005-1, 6.3.2: fonts have a Subtype that is defined; veraPDF does not see fonts without one.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.2-3"],
    because: "ISO 19005-2, 6.2.11.2, with ISO 32000-1, table 121: a composite font has a BaseFont of its own.",
  },
  {
    flavours: /^1/,
    invented: ["6.3.2-3"],
    because: "ISO 19005-1, 6.3.2, with PDF Reference 1.4, table 5.17: a composite font has a BaseFont of its own.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.6-3"],
    because: "ISO 19005-2, 6.2.11.6: a symbolic TrueType font has no Encoding, nor one that is a dictionary.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.1.6-1"],
    because: "ISO 19005-2, 6.1.6: hexadecimal strings have an even number of digits, as operands of any operator.",
  },
  {
    flavours: /^1/,
    invented: ["6.1.12-4"],
    because: "ISO 19005-1, 6.1.12: names have at most 127 bytes; veraPDF does not count those of operands of gs.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.1.13-4"],
    because: "ISO 19005-2, 6.1.13: names have at most 127 bytes; veraPDF does not count those of operands of gs.",
  },
];

/** Returns the exception that a difference is; undefined where it is none. */
export const exceptionOf = (flavour: Flavour, { missed, invented }: Difference): Exception | undefined =>
  missed.length > 0
    ? undefined
    : EXCEPTIONS.find(
        (one) =>
          one.flavours.test(flavour) &&
          one.invented.length === invented.length &&
          one.invented.every((rule) => invented.includes(rule)),
      );
