import { type Validated, type Verdict, type Verdicts, verdictsOn } from "./validation-report.ts";

/*
 * The report in the XML of JUnit, which continuous integration reads: a test case for each file and standard. One that does not
 * conform is a failure, one that could not be opened an error, each with the lines of the report for people.
 */

/** The test cases of a file. */
export interface JunitCases {
  readonly elements: readonly string[];
  readonly failures: number;
  readonly errors: number;
  readonly seconds: number;
}

/** Returns the test cases of a file; the time that it took is that of the first. */
export function junitCase(
  { validated, tookMs }: { readonly validated: Validated; readonly tookMs: number },
  verdicts: Verdicts,
): JunitCases {
  const seconds = tookMs / 1000;
  if ("error" in validated) {
    const { code, detail } = validated.error;
    const element = `<error message="${escaped(detail)}" type="${escaped(code)}"/>`;
    const elements = [caseElement(validated.file, { standard: "readable", seconds, element })];
    return { elements, failures: 0, errors: 1, seconds };
  }
  const those = verdictsOn(validated, verdicts);
  const elements = those.map((verdict, index) =>
    caseElement(validated.file, {
      standard: verdict.standard,
      seconds: index === 0 ? seconds : 0,
      element: verdict.isKept ? "" : failureElement(verdict),
    }),
  );
  return { elements, failures: those.filter(({ isKept }) => !isKept).length, errors: 0, seconds };
}

/** Returns the document, without an end of line after it. */
export function junitText(files: readonly JunitCases[]): string {
  const sum = (of: (file: JunitCases) => number) => files.reduce((total, file) => total + of(file), 0);
  const counts =
    `name="quire validate" tests="${sum(({ elements }) => elements.length)}" failures="${sum(({ failures }) => failures)}" ` +
    `errors="${sum(({ errors }) => errors)}" time="${sum(({ seconds }) => seconds).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite ${counts}>`,
    ...files.flatMap(({ elements }) => elements),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function caseElement(
  file: string,
  { standard, seconds, element }: { readonly standard: string; readonly seconds: number; readonly element: string },
): string {
  const attributes = `classname="${escaped(standard)}" name="${escaped(file)}" time="${seconds.toFixed(3)}"`;
  return element === "" ? `    <testcase ${attributes}/>` : `    <testcase ${attributes}>${element}</testcase>`;
}

function failureElement({ standard, sentence, issues, lines }: Verdict): string {
  const message = `${sentence} (${issues} ${issues === 1 ? "issue" : "issues"})`;
  return `<failure message="${escaped(message)}" type="${escaped(standard)}">\n${escaped(lines.join("\n"))}\n</failure>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns text for an element or attribute; characters that XML 1.0 does not have, and those that control, are replaced. */
const escaped = (text: string): string =>
  text
    .replaceAll(/(?!\n)\p{C}|[\uFFFE\uFFFF]/gu, "\u{FFFD}")
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
