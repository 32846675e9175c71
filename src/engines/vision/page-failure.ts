import { Failure } from "../../kernel/failure.ts";
import type { CallFailure, CallFailureReason } from "./call-failure.ts";

/** The reason why a page could not be transcribed: that of its last call, or one found in the answers. */
export type PageFailureReason =
  | CallFailureReason
  /** A part of the page was still too much for one answer. */
  | "too_long"
  /** Every answer repeated the same text again and again. */
  | "repeated"
  /** Nothing was read on a page that is not blank. */
  | "empty";

/** The sentences for callers, who see neither the provider's address nor its messages. */
const MESSAGES: Readonly<Record<PageFailureReason, string>> = {
  credentials: "The model provider does not accept the service's credentials.",
  model_unknown: "The model provider does not know the configured model.",
  rejected: "The model provider rejects the request.",
  redirected: "The model provider's address redirects to another one.",
  blocked: "The service's rules for outbound requests do not let it reach the model provider.",
  overloaded: "The model provider is overloaded.",
  server_error: "The model provider failed.",
  connection: "The model provider cannot be reached.",
  timeout: "The model provider did not answer in time.",
  garbage: "The model provider's answers cannot be read.",
  refused: "The model provider refused to read the page.",
  wait_too_long: "The model provider asks for a longer wait than the page's time allows.",
  too_long: "The page has more text than the model can answer with.",
  repeated: "The model repeats itself on this page.",
  empty: "The model returned no text for this page, which is not blank.",
};

export function pageFailure(
  reason: PageFailureReason,
  about: Partial<Pick<CallFailure, "status" | "cause">> = {},
): Failure {
  const code = reason === "refused" ? "content_refused" : "provider_failed";
  const { status, cause } = about;
  return new Failure(code, MESSAGES[reason], { facts: { reason, ...(status !== undefined && { status }) }, cause });
}
