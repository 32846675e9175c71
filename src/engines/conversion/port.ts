import type { Attachments, Change, Target } from "@quire/pdfa-conversion/options";
import type { Work } from "../../kernel/timing/work.ts";

/* The port of the conversion to PDF/A (ISO 19005). */

export {
  ATTACHMENT_CHOICES,
  CHANGE_EFFECTS as PDFA_CHANGE_EFFECTS,
  type ChangeEffect as PdfaChangeEffect,
  type Change as PdfaChange,
  CHANGES as PDFA_CHANGES,
  type Target as PdfaTarget,
  TARGETS as PDFA_TARGETS,
} from "@quire/pdfa-conversion/options";

export interface Converter {
  /**
   * Rewrites a document so that it conforms to `target`, as far as that is possible without a change of what its pages
   * show, and says what was changed and dropped. A `Validator` must decide whether the result conforms, and a
   * `PageComparer` whether it looks the same.
   * @throws Failure `document_too_complex` when the result would be larger than `maxBytes`
   */
  convert(
    job: {
      readonly input: string;
      readonly password?: string | undefined;
      readonly output: string;
      readonly target: Target;
      readonly attachments: Attachments;
      /** Whether fonts that are not embedded are replaced by those of the service that have the same widths. */
      readonly substitutesFonts: boolean;
      readonly maxBytes: number;
    } & Work,
  ): Promise<{ readonly pages: number; readonly changes: readonly Change[] }>;
}
