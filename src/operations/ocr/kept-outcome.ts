import { z } from "zod";
import { Failure, type FailureCode } from "../../kernel/failure.ts";
import type { KeptPage } from "../page-sharing.ts";
import type { PageOutcome } from "./page-outcome.ts";

/* The outcome of a page as it is kept for the process that puts an answer together. */

/** The form in which pages of a kind are kept. */
export interface PageForm<Page> {
  /** Returns the page as a JSON value. */
  kept(page: Page): object;
  /** Returns the page that was kept; undefined when the value has another form. */
  restored(pageNumber: number, value: unknown): Page | undefined;
}

/** The failures that can be the outcome of a page (each-page.ts, vision/provider.ts). */
const PAGE_FAILURE_CODES = [
  "document_too_complex",
  "image_too_large",
  "invalid_pdf",
  "unsupported_file_type",
  "provider_failed",
  "content_refused",
  "engine_unavailable",
] as const satisfies readonly FailureCode[];

const failed = z.object({
  failed: z.object({
    code: z.enum(PAGE_FAILURE_CODES),
    message: z.string(),
    facts: z.record(z.string(), z.unknown()),
  }),
});
const read = z.object({ page: z.unknown() });

export const keptOutcome = <Page>(outcome: PageOutcome<Page>, form: PageForm<Page>): KeptPage => ({
  value:
    outcome.kind === "read"
      ? ({ page: form.kept(outcome.page) } satisfies z.input<typeof read>)
      : keptFailure(outcome.failure),
});

const keptFailure = ({ code, message, facts }: Failure): object => ({ failed: { code, message, facts } });

export function restoredOutcome<Page>(
  pageNumber: number,
  value: unknown,
  form: PageForm<Page>,
): PageOutcome<Page> | undefined {
  const failure = failed.safeParse(value);
  if (failure.success) {
    const { code, message, facts } = failure.data.failed;
    return { kind: "failed", pageNumber, failure: new Failure(code, message, { facts }) };
  }
  const kept = read.safeParse(value);
  const page = kept.success ? form.restored(pageNumber, kept.data.page) : undefined;
  return page && { kind: "read", page };
}
