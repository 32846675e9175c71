import type { HeaderFacts } from "@quire/cos";
import type { Part } from "../../flavours.ts";
import { rule } from "../rule.ts";

/** The versions that the parts accept: any in ISO 19005-1, 6.1.2; 1.0 to 1.7 in -2 and -3; 2.0 and later ones in -4. */
const VERSIONS: Readonly<Record<Part, RegExp>> = { 1: /^\d\.\d$/, 2: /^1\.[0-7]$/, 3: /^1\.[0-7]$/, 4: /^2\.\d$/ };

export const headerRules = [
  rule({
    key: "file-header",
    on: "file",
    ids: { "1": "6.1.2-1", "2": "6.1.2-1", "3": "6.1.2-1", "4": "6.1.2-1", ua1: "6.1-1" },
    requirement:
      "The file begins with %PDF- and a version that the part permits, and (not in part 1) nothing else is on that line.",
    message: "The file does not begin with a header of a permitted version",
    hint: "Rewrite the file with the header %PDF-1.7 (%PDF-2.0 for PDF/A-4) as its first bytes: qpdf --force-version=1.7 in.pdf out.pdf.",
    fix: "rewrite",
    conversion: "mends",
    test({ document: { header } }, { part }) {
      const problem = headerProblem(header, part);
      return problem === undefined || { broken: problem };
    },
  }),
  rule({
    key: "binary-comment",
    on: "file",
    ids: { "1": "6.1.2-2", "2": "6.1.2-2", "3": "6.1.2-2", "4": "6.1.2-2" },
    requirement: "The line after the header is a comment that begins with four bytes above 127.",
    message: "The header is not followed by a comment of four bytes above 127",
    hint: "Rewrite the file with such a comment, so that programs treat it as binary data: qpdf in.pdf out.pdf writes one.",
    fix: "rewrite",
    conversion: "mends",
    test: ({ document: { header } }) => header.hasBinaryComment || { broken: header.comment ? "other bytes" : "none" },
  }),
];

function headerProblem({ offset, version, isAlone }: HeaderFacts, part: Part): string | undefined {
  if (offset === null) {
    return "no header";
  }
  if (offset > 0) {
    return `at byte ${offset}`;
  }
  if (!VERSIONS[part].test(version)) {
    return `version ${version || "missing"}`;
  }
  // Part 1 does not say what else may be on the line.
  return isAlone || part === 1 ? undefined : `other text on the line of ${version}`;
}
