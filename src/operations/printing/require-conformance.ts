import type { BrokenRule, ConformanceReport, PdfaFlavour } from "../../engines/pdfa/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";

const MAX_NAMED = 10;

/**
 * Checks that a document that claims to conform does so, before it is delivered.
 * @throws Failure `not_convertible` that names the clauses
 */
export async function requireConformance(input: string, conformance: PdfaFlavour, context: Context): Promise<void> {
  const report = await context.engines.validator.validate({ input, flavour: conformance, ...workOf(context) });
  if (!report.isCompliant) {
    throw notConvertible(report, conformance);
  }
}

/**
 * Returns the failure that names the broken rules or, when none is broken, what could not be checked.
 * @internal Exported for its tests alone.
 */
export function notConvertible(
  { brokenRules, unchecked }: Pick<ConformanceReport, "brokenRules" | "unchecked">,
  conformance: PdfaFlavour,
): Failure {
  const named = brokenRules.slice(0, MAX_NAMED).map(broken);
  const more = brokenRules.length - named.length;
  const reasons = [
    ...named,
    ...(more > 0 ? [`${more} more`] : []),
    ...(brokenRules.length === 0 ? unchecked.slice(0, 1).map(({ reason }) => reason.replace(/\.$/, "")) : []),
  ];
  return new Failure(
    "not_convertible",
    `The document cannot be made to conform to PDF/A-${conformance}: ${reasons.join("; ")}.`,
    { facts: { clauses: brokenRules.map(({ clause, test }) => `${clause}-${test}`) } },
  );
}

const MAX_VALUES = 5;

/** Returns a sentence on a broken rule, which names the first values that break it, such as fonts. */
function broken({ clause, test, message, pages: [page], occurrences }: BrokenRule): string {
  const values = [...new Set(occurrences.map((occurrence) => occurrence.values).filter((value) => value !== ""))];
  const named = values.length === 0 ? "" : `: ${values.slice(0, MAX_VALUES).join(", ")}`;
  return `[${clause}-${test}] ${message}${page === undefined ? "" : `, first on page ${page}`}${named}`;
}
