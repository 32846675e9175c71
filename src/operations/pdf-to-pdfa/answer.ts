import {
  PDFA_CHANGES,
  type PdfaChange,
  type PdfaChangeEffect,
  type PdfaTarget,
} from "../../engines/conversion/port.ts";
import type { UploadedFile } from "../operation.ts";
import { COMPARISON } from "./same-look.ts";

/** The report of a conversion. */
export interface ConversionAnswer {
  readonly conformance_level: PdfaTarget;
  readonly is_compliant: true;
  readonly changes: readonly AnsweredChange[];
  readonly comparison: { readonly dpi: number; readonly pages: number; readonly largest_difference_percent: number };
  readonly metadata: { readonly page_count: number; readonly filename: string };
}

interface AnsweredChange {
  readonly code: string;
  readonly effect: PdfaChangeEffect;
  readonly message: string;
  readonly count: number;
  readonly details: readonly string[];
  readonly places: readonly { readonly page: number | null; readonly object: number | null }[];
}

export function answerOf({
  file,
  target,
  changes,
  differingShare,
}: {
  readonly file: Pick<UploadedFile, "filename" | "pages">;
  readonly target: PdfaTarget;
  readonly changes: readonly PdfaChange[];
  readonly differingShare: number;
}): ConversionAnswer {
  return {
    conformance_level: target,
    // What does not conform is not delivered, and not reported on.
    is_compliant: true,
    changes: changes.map(answeredChange),
    comparison: {
      dpi: COMPARISON.dpi,
      pages: file.pages,
      largest_difference_percent: Math.round(10_000 * differingShare) / 100,
    },
    metadata: { page_count: file.pages, filename: file.filename },
  };
}

function answeredChange({ code, count, details, places }: PdfaChange): AnsweredChange {
  const [effect, message] = PDFA_CHANGES[code];
  const placed = places.map(({ page, object }) => ({ page: page ?? null, object: object ?? null }));
  return { code, effect, message, count, details, places: placed };
}
