import { statusOf } from "../lifecycle/problem.ts";

/** A failure code in the API description. */
interface DescribedCode {
  readonly meaning: string;
  /** What a caller does about it. */
  readonly mend: string;
}

/** Every failure code, in the order of the table. */
const CODES: Record<keyof typeof statusOf, DescribedCode> = {
  malformed_request: {
    meaning: "The request is not valid HTTP.",
    mend: "Check the address for blanks, and that `http://` or `https://` is what the service speaks there.",
  },
  malformed_multipart: {
    meaning: "The multipart body is cut short, or its framing or boundary is broken.",
    mend: "Leave the `Content-Type` header to the client, which writes the boundary into it.",
  },
  empty_file: {
    meaning: "The file is empty.",
    mend: "Check that the file has content, and that all of it is read before it is sent.",
  },
  unsupported_file_type: {
    meaning: "The operation does not accept the type of the file's content.",
    mend: "Send a type that `detail` lists; the name of the file does not count.",
  },
  invalid_pdf: {
    meaning: "The PDF cannot be read, even after a repair.",
    mend: "Check that it opens in a viewer, and that all of it was sent.",
  },
  pdf_encrypted: {
    meaning: "The PDF needs a password and none was given.",
    mend: "Send it as `password`, or for one of several files in `passwords`.",
  },
  wrong_password: {
    meaning: "The password does not open the PDF.",
    mend: "Send its user or owner password, in the same capitals and without blanks around it.",
  },
  page_out_of_range: {
    meaning: "The document does not have the requested page.",
    mend: "Ask for pages that it has: they count from 1, whatever numbers are printed on them.",
  },
  too_many_pages: {
    meaning: "The document has more pages than the limit.",
    mend: "Split it and send the parts; `GET /api/v1/limits` tells the limits.",
  },
  image_too_large: {
    meaning: "An image has, or would have, more pixels than the limit.",
    mend: "Send a smaller image, or ask for a lower resolution.",
  },
  document_too_complex: {
    meaning: "The document needs more time or memory than a request may use.",
    mend: "Send it with `async=true`, which allows more time, or in parts.",
  },
  not_convertible: {
    meaning: "The document cannot be made to conform to the requested PDF/A level.",
    mend: "Change what `detail` names, aim for another level, or leave `pdfa` out; for fonts, send `substitute_fonts=true`.",
  },
  url_blocked: {
    meaning: "The service's rules do not allow it to fetch the URL.",
    mend: "Use a public address of http or https, or ask the operator to allow the host.",
  },
  url_fetch_failed: {
    meaning: "The URL could not be fetched.",
    mend: "Check that it opens in a browser; `detail` says how far the service got.",
  },
  render_failed: {
    meaning: "The page did not reach the state that the request waits for.",
    mend: "Correct the condition that `detail` names, or give it more time with `timeout_ms`.",
  },
  template_error: {
    meaning: "The stored template cannot be filled in.",
    mend: "Correct the template at the line that `detail` names.",
  },
  content_refused: {
    meaning: "The model provider refuses to read this content.",
    mend: "Read the pages with another engine, such as advanced OCR.",
  },
  sync_timeout: {
    meaning: "The work took longer than a synchronous request allows.",
    mend: "Send it with `async=true`.",
  },
  missing_api_key: {
    meaning: "There is no `X-API-Key` header.",
    mend: "Send the key in that header; the address and `Authorization` are not read.",
  },
  invalid_api_key: {
    meaning: "The API key is not known.",
    mend: "Check that all of it was sent, alone and without quotation marks.",
  },
  expired_api_key: { meaning: "The API key has expired.", mend: "Use another key, or make a new one." },
  revoked_api_key: { meaning: "The API key has been revoked.", mend: "Use another key, or make a new one." },
  account_disabled: {
    meaning: "The account of the API key has been disabled.",
    mend: "Ask the operator of the service.",
  },
  address_not_allowed: {
    meaning: "The API key may not be used from the address of the client.",
    mend: "Use it from an address that it is allowed for, or use another key.",
  },
  insufficient_scope: {
    meaning: "The API key lacks the scope for this, or may not do it.",
    mend: "Use a key with the scope that `detail` names, or leave the option out that needs it.",
  },
  insufficient_credits: {
    meaning: "The account has fewer credits than the request costs.",
    mend: "Ask the operator for more; `POST /api/v1/estimate` tells a price beforehand.",
  },
  not_found: {
    meaning: "There is nothing at this path.",
    mend: "Compare path and id with this description; `detail` names a similar one if there is any.",
  },
  method_not_allowed: {
    meaning: "The path does not accept this method; `Allow` lists those that it accepts.",
    mend: "Use one of them: operations are POST.",
  },
  idempotency_in_progress: {
    meaning: "A request with the same `Idempotency-Key` is still running.",
    mend: "Send the same request again after `Retry-After` seconds.",
  },
  name_taken: { meaning: "The name is already in use.", mend: "Choose another one, or change what has it." },
  too_many_templates: {
    meaning: "The account has reached its limit of templates, in number or in bytes.",
    mend: "Delete a template that is no longer needed.",
  },
  too_many_webhooks: {
    meaning: "The account has reached its limit of webhook endpoints.",
    mend: "Delete an endpoint that is no longer needed.",
  },
  too_many_keys: {
    meaning: "The account has reached its limit of keys that are neither revoked nor expired.",
    mend: "Revoke a key that is no longer needed.",
  },
  storage_full: {
    meaning: "The account has stored as much as it may.",
    mend: "Delete results and templates that are no longer needed.",
  },
  job_not_cancellable: { meaning: "The job has already ended.", mend: "Read its state: there is nothing to cancel." },
  job_cancelled: { meaning: "The job was cancelled; it has no result.", mend: "Send the work again." },
  result_expired: {
    meaning: "The result has been deleted.",
    mend: "Send the work again, and keep the result longer with `retention_seconds`.",
  },
  precondition_failed: {
    meaning: "The current version does not match `If-Match` or `If-None-Match`.",
    mend: "Read it again, and make the change with its new `ETag`.",
  },
  request_timeout: {
    meaning: "The request did not arrive in time.",
    mend: "Send it again over a faster connection, or send less at a time.",
  },
  payload_too_large: {
    meaning: "The request, or a field of it, is larger than the limit.",
    mend: "Send less: `limit_bytes` is the limit.",
  },
  validation_error: {
    meaning: "A parameter is missing or wrong; `detail` lists every one.",
    mend: "Correct the field that `loc` names, as `msg` says.",
  },
  idempotency_mismatch: {
    meaning: "The `Idempotency-Key` was used before, for a different request.",
    mend: "Use a new key for each request, such as a UUID, and the same one for its repetitions alone.",
  },
  rate_limited: {
    meaning: "The requests of this minute are used up.",
    mend: "Send it again after `Retry-After` seconds.",
  },
  too_many_concurrent: {
    meaning: "The API key or its account has too many requests running, or too many jobs waiting.",
    mend: "Wait until one has ended, then send it again.",
  },
  queue_full: {
    meaning: "Too many requests are waiting for the service.",
    mend: "Send it again after `Retry-After` seconds.",
  },
  headers_too_large: {
    meaning: "The headers are larger than the limit.",
    mend: "Send smaller ones, without cookies of other services.",
  },
  internal_error: {
    meaning: "The service failed; nothing is charged.",
    mend: "Send it again; if that fails too, tell the operator the `request_id`.",
  },
  provider_failed: {
    meaning: "The model provider gave no usable answer, after all retries.",
    mend: "Send it again later, or use another engine.",
  },
  engine_unavailable: {
    meaning: "An engine or a setting that the operation needs is missing.",
    mend: "Tell the operator what `detail` names; sending it again does not help before that is there.",
  },
  storage_unavailable: {
    meaning: "The service cannot store anything at the moment.",
    mend: "Send it again after `Retry-After` seconds.",
  },
  shutting_down: {
    meaning: "The service is shutting down.",
    mend: "Send it again after `Retry-After` seconds, to another instance if there is one.",
  },
};

const statuses: ReadonlyMap<string, number> = new Map(Object.entries(statusOf));

/** Every code with its status, its meaning and what to do about it, as a Markdown table. */
export const errorTable: string = [
  "| Status | Code | Meaning | What to do |",
  "|---|---|---|---|",
  ...Object.entries(CODES).map(
    ([code, { meaning, mend }]) => `| ${statuses.get(code)} | \`${code}\` | ${meaning} | ${mend} |`,
  ),
].join("\n");
