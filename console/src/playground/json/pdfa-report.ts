/** A rule of PDF/A that a document breaks. */
export interface PdfaRule {
  readonly clause: string;
  readonly test: number;
  readonly message: string;
  readonly requirement: string;
  readonly hint?: string;
  readonly count: number;
  readonly pages: readonly number[];
  readonly occurrences: readonly {
    readonly page: number | null;
    readonly object?: number | null;
    readonly at?: string | null;
    readonly values?: string;
  }[];
}

/** The member of the answer on accessibility, as far as it is shown. */
export interface AccessibilityReport {
  readonly profile: string;
  readonly is_compliant: boolean;
  readonly claimed: string | null;
  readonly rules: readonly PdfaRule[];
  readonly human_checks: readonly { readonly subject: string; readonly question: string; readonly count: number }[];
}

/** The answer of validate-pdfa, as far as it is shown. */
export interface PdfaReport {
  readonly is_compliant: boolean;
  readonly claimed_conformance: string | null;
  readonly profile_checked: string;
  readonly rules: readonly PdfaRule[];
  readonly coverage?: { readonly complete: boolean; readonly rules: number };
  readonly accessibility?: AccessibilityReport;
}

/** Returns whether JSON is the answer of validate-pdfa. */
export function isPdfaReport(value: unknown): value is PdfaReport {
  const { is_compliant: isCompliant, profile_checked: profile, rules } = Object(value);
  return typeof isCompliant === "boolean" && typeof profile === "string" && Array.isArray(rules);
}
