import type { AnsweredAccessibility, PdfaAnswer } from "../operations/validate-pdfa/answer.ts";
import { ruleIssue } from "../operations/validate-pdfa/issues.ts";

/** The result for a file: the answer that the API gives, or why there is none. */
export type Validated = { readonly file: string } & (
  | PdfaAnswer
  | { readonly error: { readonly code: string; readonly detail: string } }
);

/** The verdicts that are reported: that on PDF/A unless only accessibility was asked for. */
export interface Verdicts {
  readonly pdfa: boolean;
}

/** Returns the exit code for a file: 0: it conforms; 1: it does not; 2: it could not be opened. */
export function exitCodeOf(validated: Validated, verdicts: Verdicts = { pdfa: true }): 0 | 1 | 2 {
  if ("error" in validated) {
    return 2;
  }
  return verdictsOn(validated, verdicts).every(({ isKept }) => isKept) ? 0 : 1;
}

/** Returns the report for people: the verdicts, each with its issues and what to do about them. */
export function reportText(validated: Validated, verdicts: Verdicts = { pdfa: true }): string {
  const name = visible(validated.file);
  if ("error" in validated) {
    return `✗ ${name}: could not be checked. ${validated.error.detail}`;
  }
  return verdictsOn(validated, verdicts)
    .map(({ isKept, sentence, lines }) => [`${isKept ? "✓" : "✗"} ${name}: ${sentence}`, ...lines].join("\n"))
    .join("\n\n");
}

/** What is said of a file and a standard, for people. */
export interface Verdict {
  /** Such as `PDF/A-2b`. */
  readonly standard: string;
  readonly isKept: boolean;
  /** A sentence without its subject, such as `conforms to PDF/A-2b`. */
  readonly sentence: string;
  /** The number of issues; `lines` are these, each with what to do about it, and the questions for a person. */
  readonly issues: number;
  readonly lines: readonly string[];
}

/** Returns the verdicts on a file that could be opened: that on PDF/A, and that on accessibility, as far as they are asked for. */
export function verdictsOn(validated: PdfaAnswer, { pdfa }: Verdicts): readonly Verdict[] {
  const { accessibility } = validated;
  return [
    ...(pdfa ? [pdfaVerdict(validated)] : []),
    ...(accessibility === undefined ? [] : [accessibilityVerdict(accessibility)]),
  ];
}

const STANDARDS: Readonly<Record<string, string>> = {
  ua1: "PDF/UA-1",
  ua2: "PDF/UA-2",
  wt1a: "WTPDF 1.0 for accessibility",
  wt1r: "WTPDF 1.0 for reuse",
};

function accessibilityVerdict(answer: AnsweredAccessibility): Verdict {
  const { profile, is_compliant: isKept, claimed, rules, unchecked, human_checks: checks } = answer;
  const standard = STANDARDS[profile] ?? profile;
  const sentence = isKept
    ? `nothing that a program can find keeps it from conforming to ${standard}`
    : `does not conform to ${standard}${claimed === null ? ", and does not claim to" : ""}`;
  const issues = rules.flatMap((rule) => {
    const occurrences = rule.occurrences.map(({ page, object, at, values }) => ({
      place: { page: page ?? undefined, object: object ?? undefined, at: at ?? undefined },
      values,
    }));
    return [`  ${ruleIssue({ ...rule, occurrences })}`, `      ${rule.hint}`];
  });
  const reasons = unchecked.map(({ reason }) => `  Not everything could be checked: ${reason}`);
  const questions = checks.map(({ question, count }) => `  ? ${question}${count === 0 ? "" : ` (${count})`}`);
  const lines = [...issues, ...reasons, "  For a person to judge:", ...questions];
  return { standard, isKept, sentence, issues: rules.length + unchecked.length, lines };
}

function pdfaVerdict(validated: PdfaAnswer): Verdict {
  const { is_compliant: isKept, issues, profile_checked } = validated;
  const standard = `PDF/A-${profile_checked}`;
  const sentence = isKept ? `conforms to ${standard}` : `does not conform to ${standard}${claimOf(validated)}`;
  const lines = issues.flatMap((issue, index) => {
    const hint = hintOf(issue, validated, index);
    return [`  ${issue}`, ...(hint === undefined ? [] : [`      ${hint}`])];
  });
  return { standard, isKept, sentence, issues: issues.length, lines };
}

/** What to do where a document does not say that it is PDF/A, which is no broken rule of its own. */
const CLAIM_HINT =
  "Save it as PDF/A where it comes from, or convert it: POST /api/v1/convert/pdf-to-pdfa. The claim alone makes no document conform.";

/** Returns the hint for an issue. Several rules may have one number; that of a missing claim stands first and is of no rule. */
function hintOf(issue: string, { rules, claimed_conformance }: PdfaAnswer, index: number): string | undefined {
  const numbered = rules.filter(({ clause, test }) => issue.startsWith(`[${clause}-${test}] `));
  const own = numbered.find(({ message }) => issue.includes(`] ${message} (`));
  return own === undefined && index === 0 && claimed_conformance === null ? CLAIM_HINT : (own ?? numbered[0])?.hint;
}

function claimOf({ claimed_conformance, profile_checked }: PdfaAnswer): string {
  if (claimed_conformance === null) {
    return ", and does not claim to";
  }
  return claimed_conformance === `PDF/A-${profile_checked}` ? "" : `, and claims ${claimed_conformance}`;
}

/** Replaces characters that would control a terminal, since names may hold anything. */
const visible = (text: string): string => (text === "-" ? "standard input" : text.replaceAll(/\p{C}/gu, "\u{FFFD}"));
