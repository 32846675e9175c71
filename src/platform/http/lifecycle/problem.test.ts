import { expect, test } from "vitest";
import { statusOf } from "./problem.ts";

/** The codes of the contract, section 3, by their status. */
const CONTRACT: Readonly<Record<number, readonly string[]>> = {
  400: [
    "malformed_multipart",
    "empty_file",
    "unsupported_file_type",
    "invalid_pdf",
    "pdf_encrypted",
    "wrong_password",
    "page_out_of_range",
    "too_many_pages",
    "image_too_large",
    "document_too_complex",
    "not_convertible",
    "sync_timeout",
    "url_blocked",
    "url_fetch_failed",
    "render_failed",
    "template_error",
    "content_refused",
    "malformed_request",
  ],
  401: ["missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key"],
  402: ["insufficient_credits"],
  403: ["insufficient_scope", "account_disabled", "address_not_allowed"],
  404: ["not_found"],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  409: [
    "job_not_cancellable",
    "job_cancelled",
    "idempotency_in_progress",
    "name_taken",
    "too_many_templates",
    "too_many_webhooks",
    "too_many_keys",
    "storage_full",
  ],
  410: ["result_expired"],
  412: ["precondition_failed"],
  413: ["payload_too_large"],
  422: ["validation_error", "idempotency_mismatch"],
  429: ["rate_limited", "too_many_concurrent", "queue_full"],
  431: ["headers_too_large"],
  500: ["internal_error", "provider_failed"],
  503: ["engine_unavailable", "storage_unavailable", "shutting_down"],
};

test.for(Object.entries(statusOf))("%s has the status %i in the contract", ([code, status]) => {
  expect(CONTRACT[status]).toContain(code);
});
