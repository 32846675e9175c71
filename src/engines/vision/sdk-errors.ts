import { AISDKError, APICallError } from "ai";
import { retryAfterMs } from "../../kernel/timing/retry-after.ts";
import { CallFailure, statusFailure } from "./call-failure.ts";
import { AnswerTooLarge } from "./guarded-fetch.ts";

/* Converts what the SDK throws to this folder's failures. */

/** The parts of a request that some models do not accept: they are left out as soon as a provider has refused one. */
export type Extra = "schema" | "temperature" | "thinking" | "max_tokens";

/** Returns the part of the request that a provider complains about, if the request can do without it. */
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
 * Returns the failure of a call that threw. Only what is fit for a log is kept of the error: the SDK's own errors hold
 * the request with its picture, and the answer.
 * @throws any error that is a fault of the service
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
    const cause = reported(error.message, secret);
    if (status === undefined) {
      return new CallFailure("connection", "later", { cause });
    }
    if (status >= 200 && status < 300) {
      // The body was cut off, or is no answer.
      const isBroken = within instanceof Error && !AISDKError.isInstance(within) && !(within instanceof AnswerTooLarge);
      return new CallFailure(isBroken ? "connection" : "garbage", "later", { status, cause });
    }
    return statusFailure(status, waitOf(responseHeaders, now), cause);
  }
  if (AISDKError.isInstance(error)) {
    // The error's message may contain the answer.
    return new CallFailure("garbage", "later", { cause: reported(error.name, secret) });
  }
  if (error instanceof Error && "code" in error) {
    const isBlocked = error.code === "url_blocked";
    const cause = reported(error.message, secret);
    return new CallFailure(isBlocked ? "blocked" : "connection", isBlocked ? "none" : "later", { cause });
  }
  throw error;
}

const MAX_MESSAGE_LENGTH = 300;

/**
 * Returns an error with the message fit for a log, without the key: some providers repeat one that they do not accept.
 */
const reported = (message: string, secret: string | undefined): Error =>
  new Error((secret === undefined ? message : message.replaceAll(secret, "…")).slice(0, MAX_MESSAGE_LENGTH));

/**
 * Returns the delay that a provider demands, in milliseconds; OpenAI and others send it in a separate header of
 * milliseconds, too.
 */
function waitOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const { "retry-after-ms": milliseconds, "retry-after": secondsOrDate } = headers;
  return /^\d{1,9}$/.test(milliseconds ?? "") ? Number(milliseconds) : retryAfterMs(secondsOrDate, now);
}
