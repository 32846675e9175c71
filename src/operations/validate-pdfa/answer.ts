import type {
  AccessibilityConformance,
  BrokenRule,
  ConformanceReport,
  DocumentPlace,
  HumanCheck,
  PdfaFlavour,
  Unchecked,
} from "../../engines/pdfa/port.ts";
import { callThatMends } from "./conversion-call.ts";
import { issuesOf } from "./issues.ts";

/** The answer: the specification's members, and more of the same for programs (contract §7). */
export interface PdfaAnswer {
  readonly is_compliant: boolean;
  readonly claimed_conformance: string | null;
  readonly issues: readonly string[];
  readonly profile_checked: string;
  readonly rules: readonly AnsweredRule[];
  readonly coverage: {
    readonly complete: boolean;
    readonly rules: number;
    readonly tests: number;
    readonly groups: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
    readonly unchecked: readonly ({ readonly reason: string } & AnsweredPlace)[];
  };
  readonly metadata: {
    readonly page_count: number;
    readonly pdf_version: string;
    readonly encrypted: boolean;
    readonly filename: string;
  };
  /** The result for the standard of accessibility that was asked for; absent where none was. */
  readonly accessibility?: AnsweredAccessibility;
}

export interface AnsweredAccessibility {
  readonly profile: string;
  readonly is_compliant: boolean;
  readonly claimed: string | null;
  readonly rules: readonly AnsweredRule[];
  readonly unchecked: readonly ({ readonly reason: string } & AnsweredPlace)[];
  readonly human_checks: readonly (Omit<HumanCheck, "occurrences"> & Pick<AnsweredRule, "occurrences">)[];
}

interface AnsweredPlace {
  readonly page: number | null;
  readonly object: number | null;
  readonly at: string | null;
}

interface AnsweredRule extends Omit<BrokenRule, "occurrences" | "conversion"> {
  readonly occurrences: readonly ({ readonly values: string } & AnsweredPlace)[];
}

export function answerOf(report: ConformanceReport, filename: string): PdfaAnswer {
  const { isCompliant, claimedConformance, checkedAs, brokenRules, unchecked, pages, pdfVersion } = report;
  const { accessibility } = report;
  return {
    is_compliant: isCompliant,
    claimed_conformance: claimedConformance,
    issues: issuesOf(report),
    profile_checked: checkedAs,
    rules: brokenRules.map((rule) => answeredBroken(rule, checkedAs)),
    coverage: coverageOf(report, unchecked),
    metadata: { page_count: pages, pdf_version: pdfVersion, encrypted: report.isEncrypted, filename },
    ...(accessibility && { accessibility: answeredAccessibility(accessibility) }),
  };
}

function answeredAccessibility(report: AccessibilityConformance): AnsweredAccessibility {
  const { checkedAs, isCompliant, claimed, brokenRules, unchecked, humanChecks } = report;
  return {
    profile: checkedAs,
    is_compliant: isCompliant,
    claimed,
    rules: brokenRules.map((rule) => answeredBroken(rule)),
    unchecked: unchecked.map(({ reason, place }) => ({ reason, ...answeredPlace(place) })),
    human_checks: humanChecks.map(answeredRule),
  };
}

/** @param flavour that of PDF/A which was checked; absent for a standard of accessibility, which no conversion makes */
function answeredBroken({ conversion, ...rule }: BrokenRule, flavour?: PdfaFlavour): AnsweredRule {
  const answered = answeredRule(rule);
  return conversion === undefined || flavour === undefined
    ? answered
    : { ...answered, hint: `${rule.hint} ${callThatMends(conversion, flavour)}` };
}

function answeredRule<Rule extends Pick<BrokenRule, "occurrences">>({
  occurrences,
  ...rule
}: Rule): Omit<Rule, "occurrences"> & Pick<AnsweredRule, "occurrences"> {
  return {
    ...rule,
    occurrences: occurrences.map(({ place, values }) => ({ ...answeredPlace(place), values })),
  };
}

function coverageOf({ coverage }: ConformanceReport, unchecked: readonly Unchecked[]): PdfaAnswer["coverage"] {
  return {
    complete: unchecked.length === 0,
    rules: coverage.reduce((sum, { rules }) => sum + rules, 0),
    tests: coverage.reduce((sum, { tests }) => sum + tests, 0),
    groups: coverage,
    unchecked: unchecked.map(({ reason, place }) => ({ reason, ...answeredPlace(place) })),
  };
}

const answeredPlace = ({ page, object, at }: DocumentPlace): AnsweredPlace => ({
  page: page ?? null,
  object: object ?? null,
  at: at ?? null,
});
