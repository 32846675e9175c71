import type { AccessibilityProfile, BrokenRule, ConformanceReport, PdfaFlavour } from "../../engines/pdfa/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";

const MAX_NAMED = 10;

/** The standards that a document claims. */
export interface RequiredStandards {
  readonly pdfa?: PdfaFlavour | undefined;
  readonly pdfua?: 1 | 2 | undefined;
}

const PROFILES: Readonly<Record<1 | 2, AccessibilityProfile>> = { 1: "ua1", 2: "ua2" };

/**
 * Checks that a document that claims to conform does so, before it is delivered.
 * @throws Failure `not_convertible` that names the clauses
 */
export async function requireConformance(
  input: string,
  { pdfa, pdfua }: RequiredStandards,
  context: Context,
): Promise<void> {
  if (pdfa === undefined && pdfua === undefined) {
    return;
  }
  const { accessibility, ...archive } = await context.engines.validator.validate({
    input,
    flavour: pdfa,
    ...(pdfua !== undefined && { accessibility: PROFILES[pdfua] }),
    ...workOf(context),
  });
  if (pdfa !== undefined && !archive.isCompliant) {
    throw notConvertible(archive, `PDF/A-${pdfa}`);
  }
  if (pdfua !== undefined && accessibility?.isCompliant !== true) {
    throw notConvertible(accessibility ?? { brokenRules: [], unchecked: [] }, `PDF/UA-${pdfua}`);
  }
}

/**
 * Returns the failure that names the broken rules or, when none is broken, what could not be checked.
 * @internal Exported for its tests alone.
 */
export function notConvertible(
  { brokenRules, unchecked }: Pick<ConformanceReport, "brokenRules" | "unchecked">,
  standard: string,
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
    `The document cannot be made to conform to ${standard}: ${reasons.join("; ")}.`,
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
