import { ruleIssue } from "../operations/validate-pdfa/issues.ts";
import type { AnsweredAccessibility, PdfaAnswer } from "../operations/validate-pdfa/answer.ts";

/** The result for a file: the answer that the API gives, or why there is none. */
export type Validated = { readonly file: string } & (
  | PdfaAnswer
  | { readonly error: { readonly code: string; readonly detail: string } }
);

/** The verdicts that are reported: that on PDF/A unless only accessibility was asked for. */
interface Verdicts {
  readonly pdfa: boolean;
}

/** Returns the exit code: 0: all conform; 1: some do not; 2: some could not be opened. */
export function exitCodeOf(validated: readonly Validated[], { pdfa }: Verdicts = { pdfa: true }): number {
  if (validated.some((one) => "error" in one)) {
    return 2;
  }
  const isKept = (one: Validated): boolean =>
    "is_compliant" in one && (one.is_compliant || !pdfa) && one.accessibility?.is_compliant !== false;
  return validated.every(isKept) ? 0 : 1;
}

/** Returns the report for people: the verdicts, each with its issues and what to do about them. */
export function reportText(validated: Validated, { pdfa }: Verdicts = { pdfa: true }): string {
  const name = visible(validated.file);
  if ("error" in validated) {
    return `✗ ${name}: could not be checked. ${validated.error.detail}`;
  }
  const { accessibility } = validated;
  return [
    ...(pdfa ? [pdfaText(name, validated)] : []),
    ...(accessibility === undefined ? [] : [accessibilityText(name, accessibility)]),
  ].join("\n\n");
}

const STANDARDS: Readonly<Record<string, string>> = {
  ua1: "PDF/UA-1",
  ua2: "PDF/UA-2",
  wt1a: "WTPDF 1.0 for accessibility",
  wt1r: "WTPDF 1.0 for reuse",
};

function accessibilityText(name: string, answer: AnsweredAccessibility): string {
  const { profile, is_compliant: isCompliant, claimed, rules, unchecked, human_checks: checks } = answer;
  const standard = STANDARDS[profile] ?? profile;
  const verdict = isCompliant
    ? `✓ ${name}: nothing that a program can find keeps it from conforming to ${standard}`
    : `✗ ${name}: does not conform to ${standard}${claimed === null ? ", and does not claim to" : ""}`;
  const issues = rules.flatMap((rule) => {
    const occurrences = rule.occurrences.map(({ page, object, at, values }) => ({
      place: { page: page ?? undefined, object: object ?? undefined, at: at ?? undefined },
      values,
    }));
    return [`  ${ruleIssue({ ...rule, occurrences })}`, `      ${rule.hint}`];
  });
  const reasons = unchecked.map(({ reason }) => `  Not everything could be checked: ${reason}`);
  const questions = checks.map(({ question, count }) => `  ? ${question}${count === 0 ? "" : ` (${count})`}`);
  return [verdict, ...issues, ...reasons, "  For a person to judge:", ...questions].join("\n");
}

function pdfaText(name: string, validated: PdfaAnswer): string {
  if (validated.is_compliant) {
    return `✓ ${name}: conforms to ${conformanceOf(validated)}`;
  }
  const lines = validated.issues.flatMap((issue) => {
    const hint = hintOf(issue, validated);
    return [`  ${issue}`, ...(hint === undefined ? [] : [`      ${hint}`])];
  });
  return [`✗ ${name}: does not conform to ${conformanceOf(validated)}${claimOf(validated)}`, ...lines].join("\n");
}

/**
 * Returns the hint for an issue. Several rules may have one number; the issue that nothing is claimed has words that no
 * rule has.
 */
function hintOf(issue: string, { rules }: PdfaAnswer): string | undefined {
  const numbered = rules.filter(({ clause, test }) => issue.startsWith(`[${clause}-${test}] `));
  return (numbered.find(({ message }) => issue.includes(`] ${message} (`)) ?? numbered[0])?.hint;
}

const conformanceOf = ({ profile_checked }: PdfaAnswer): string => `PDF/A-${profile_checked}`;

function claimOf({ claimed_conformance, profile_checked }: PdfaAnswer): string {
  if (claimed_conformance === null) {
    return ", and does not claim to";
  }
  return claimed_conformance === `PDF/A-${profile_checked}` ? "" : `, and claims ${claimed_conformance}`;
}

/** Replaces characters that would control a terminal, since names may hold anything. */
const visible = (text: string): string => text.replaceAll(/\p{C}/gu, "\u{FFFD}");
