/** Every failure that a caller can cause or must know about (one code, one HTTP status: platform/http/problem.ts). */
export type FailureCode =
  // These are about the request's framing and its files.
  | "malformed_request"
  | "malformed_multipart"
  | "headers_too_large"
  | "request_timeout"
  | "payload_too_large"
  | "empty_file"
  | "unsupported_file_type"
  | "invalid_pdf"
  | "pdf_encrypted"
  | "wrong_password"
  | "page_out_of_range"
  | "too_many_pages"
  | "image_too_large"
  | "document_too_complex"
  | "not_convertible"
  | "url_blocked"
  | "url_fetch_failed"
  | "render_failed"
  | "template_error"
  | "content_refused"
  | "sync_timeout"
  // These are about the caller, the rights and the rates.
  | "missing_api_key"
  | "invalid_api_key"
  | "expired_api_key"
  | "revoked_api_key"
  | "account_disabled"
  | "address_not_allowed"
  | "insufficient_scope"
  | "insufficient_credits"
  | "not_found"
  | "method_not_allowed"
  | "validation_error"
  | "rate_limited"
  | "too_many_concurrent"
  | "queue_full"
  // These are about a request that was sent before, and the outcome of jobs.
  | "idempotency_mismatch"
  | "idempotency_in_progress"
  | "name_taken"
  | "precondition_failed"
  | "too_many_templates"
  | "too_many_webhooks"
  | "too_many_keys"
  | "storage_full"
  | "job_not_cancellable"
  | "job_cancelled"
  | "result_expired"
  // These are about the service itself.
  | "internal_error"
  | "provider_failed"
  | "engine_unavailable"
  | "storage_unavailable"
  | "shutting_down";

/**
 * Reports a failure that a caller can act on: what failed, for which input, and what would work. `message` is sent to
 * the caller and never holds a password, a key or file content; `facts` go to the log.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, options: { facts?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.facts = options.facts ?? {};
  }
}

/** What is said of a PDF in which no document is found. */
export const UNREADABLE_PDF =
  "The document cannot be read, not even after a repair; check that it opens in a viewer, and that all of it was sent.";

/** What is said of a PDF that has no pages: mostly the rest of one that was cut short. */
export const PDF_WITHOUT_PAGES =
  "The document has no pages that can be read; check that it opens in a viewer, and that all of it was sent.";

/** A remark that is not a failure; it becomes an item of `X-Warnings`. */
export interface Warning {
  readonly code: string;
  readonly parameters?: Readonly<Record<string, string>>;
}
