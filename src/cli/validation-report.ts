import type { PdfaAnswer } from "../operations/validate-pdfa/answer.ts";

/** The result for a file: the answer that the API gives, or why there is none. */
export type Validated = { readonly file: string } & (
  | PdfaAnswer
  | { readonly error: { readonly code: string; readonly detail: string } }
);

/** Returns the exit code: 0: all conform; 1: some do not; 2: some could not be opened. */
export function exitCodeOf(validated: readonly Validated[]): number {
  if (validated.some((one) => "error" in one)) {
    return 2;
  }
  return validated.every((one) => "is_compliant" in one && one.is_compliant) ? 0 : 1;
}

/** Returns the report for people: the verdict, then each issue with what to do about it. */
export function reportText(validated: Validated): string {
  const name = visible(validated.file);
  if ("error" in validated) {
    return `✗ ${name}: could not be checked. ${validated.error.detail}`;
  }
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
