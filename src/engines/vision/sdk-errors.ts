import { AISDKError, APICallError } from "ai";
import { retryAfterMs } from "../../kernel/retry-after.ts";
import { CallFailure, statusFailure } from "./call-failure.ts";
import { AnswerTooLarge } from "./guarded-fetch.ts";

/* What the SDK throws, in words of our own. */

/** What calls have, and some models do not take: left out as soon as a provider has said so. */
export type Extra = "schema" | "temperature" | "thinking" | "max_tokens";

/** Which part of the request a provider complains about, where it can go without. */
export function refusedExtra(error: unknown): Extra | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) {
    return undefined;
  }
  const said = `${error.message} ${error.responseBody ?? ""}`.slice(0, MAX_COMPLAINT_LENGTH);
  return COMPLAINTS.find(([, pattern]) => pattern.test(said))?.[0];
}

const MAX_COMPLAINT_LENGTH = 4000;

const COMPLAINTS: readonly (readonly [Extra, RegExp])[] = [
  ["max_tokens", /max_completion_tokens/i],
  ["temperature", /temperature/i],
  ["thinking", /thinking|reasoning/i],
  [
    "schema",
    /response_?format|json_?schema|output_?(?:config|format)|response_?(?:mime_?type|schema)|structured|grammar|guided|tool_?choice|tool use/i,
  ],
];

/**
 * What a call that threw comes to. Of the error only what is fit for a log is kept: the SDK's own errors hold the request
 * with its picture, and the answer. @throws what is a fault of ours
 */
export function callFailureOf(
  error: unknown,
  { now, secret }: { readonly now: number; readonly secret: string | undefined },
): CallFailure {
  if (error instanceof CallFailure) {
    return error;
  }
  if (APICallError.isInstance(error)) {
    const { statusCode: status, responseHeaders = {}, cause: within } = error;
    const cause = told(error.message, secret);
    if (status === undefined) {
      return new CallFailure("connection", "later", { cause });
    }
    if (status >= 200 && status < 300) {
      // A body that did not come to its end, or one that is no answer.
      const isBroken = within instanceof Error && !AISDKError.isInstance(within) && !(within instanceof AnswerTooLarge);
      return new CallFailure(isBroken ? "connection" : "garbage", "later", { status, cause });
    }
    return statusFailure(status, waitOf(responseHeaders, now), cause);
  }
  if (AISDKError.isInstance(error)) {
    // Its message may hold the answer.
    return new CallFailure("garbage", "later", { cause: told(error.name, secret) });
  }
  if (error instanceof Error && "code" in error) {
    const isBlocked = error.code === "url_blocked";
    const cause = told(error.message, secret);
    return new CallFailure(isBlocked ? "blocked" : "connection", isBlocked ? "none" : "later", { cause });
  }
  throw error;
}

const MAX_TOLD_LENGTH = 300;

/** Some providers repeat the key that they do not accept. */
const told = (message: string, secret: string | undefined): Error =>
  new Error((secret === undefined ? message : message.replaceAll(secret, "…")).slice(0, MAX_TOLD_LENGTH));

/** OpenAI and others say it in milliseconds too, in a header of their own. */
function waitOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const { "retry-after-ms": milliseconds, "retry-after": secondsOrDate } = headers;
  return /^\d{1,9}$/.test(milliseconds ?? "") ? Number(milliseconds) : retryAfterMs(secondsOrDate, now);
}
