import type { BrokenRule, ConformanceReport, DocumentPlace, PdfaFlavour, Unchecked } from "../../engines/pdfa/port.ts";

/** The contract's largest number of issues: those beyond it are counted in one line. */
const MAX_ISSUES = 200;

/**
 * The clauses in which the parts of ISO 19005 ask for the identification: its absence is reported before all else, and
 * once.
 */
const IDENTIFICATION: Readonly<Record<string, { readonly clause: string; readonly test: number }>> = {
  "1": { clause: "6.7.11", test: 1 },
  "2": { clause: "6.6.4", test: 1 },
  "3": { clause: "6.6.4", test: 1 },
  "4": { clause: "6.7.3", test: 1 },
};

/**
 * Returns what keeps a document from being compliant, in sentences for people, by clause. A document that claims
 * nothing has that as its first issue; what could not be checked comes last.
 */
export function issuesOf(
  report: Pick<ConformanceReport, "claimedConformance" | "checkedAs" | "brokenRules" | "unchecked">,
): string[] {
  const { claimedConformance, checkedAs, brokenRules, unchecked } = report;
  const issues = [
    ...(claimedConformance === null ? [unidentifiedIssue(checkedAs)] : []),
    ...brokenRules
      .filter((rule) => claimedConformance !== null || !isIdentification(rule, checkedAs))
      .map((rule) => ruleIssue(rule)),
    ...uncheckedIssues(unchecked),
  ];
  const more = issues.length - MAX_ISSUES;
  return more <= 0 ? issues : [...issues.slice(0, MAX_ISSUES), `${counted(more, "more problem")}.`];
}

function unidentifiedIssue(checkedAs: PdfaFlavour): string {
  const { clause, test } = identificationIn(checkedAs);
  return `[${clause}-${test}] The document does not say that it is PDF/A; it was checked as PDF/A-${checkedAs}`;
}

const identificationIn = (flavour: PdfaFlavour) => IDENTIFICATION[flavour.charAt(0)] ?? { clause: "6.6.4", test: 1 };

function isIdentification({ clause, test }: BrokenRule, flavour: PdfaFlavour): boolean {
  const identification = identificationIn(flavour);
  return clause === identification.clause && test === identification.test;
}

/**
 * Returns the issue of a broken rule, such as `[6.2.11.4.1-1] The font program is not embedded (3 occurrences, first on
 * page 2: Helvetica)`.
 */
export function ruleIssue({ clause, test, message, count, occurrences: [first] }: BrokenRule): string {
  const where = first === undefined ? "" : placed(count, first.place);
  const values = first === undefined || first.values === "" ? "" : `: ${first.values}`;
  return `[${clause}-${test}] ${message} (${counted(count, "occurrence")}${where}${values})`;
}

/** Returns one issue for each reason. */
function uncheckedIssues(unchecked: readonly Unchecked[]): string[] {
  const byReason = Map.groupBy(unchecked, ({ reason }) => reason);
  return [...byReason].map(([reason, [first, ...others]]) => {
    const count = 1 + others.length;
    const times = count === 1 ? "" : counted(count, "occurrence");
    const where = [times, placed(count, first?.place ?? {}).slice(2)].filter((text) => text !== "").join(", ");
    return `Not everything could be checked: ${reason}${where === "" ? "" : ` (${where})`}`;
  });
}

function placed(count: number, { page, object, at }: DocumentPlace): string {
  const first = count === 1 ? "" : "first ";
  if (page !== undefined) {
    return `, ${first}on page ${page}`;
  }
  if (object !== undefined) {
    return `, ${first}in object ${object}`;
  }
  return at === undefined ? "" : `, ${first}at ${at}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
