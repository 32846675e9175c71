import { retryAfterMs } from "../../kernel/timing/retry-after.ts";
import { OutboundFailure } from "../egress/outbound-failure.ts";
import type { WebFetch } from "../egress/web-fetch.ts";
import type { WebhookAttempt } from "../store/webhook-store.ts";

/** The time limit of one attempt, in milliseconds; Standard Webhooks 1.0 asks for 15 to 30 seconds. */
const TIMEOUT_MS = 15_000;
/** The number of bytes of an answer that are read; the rest is not. */
const MAX_RESPONSE_BYTES = 65_536;
const KEPT_CHARACTERS = 1000;

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostDeps {
  /** Sends the request by the rules for outbound requests, and follows no redirect. */
  readonly fetch: WebFetch;
  /** Returns the time, in milliseconds of Unix time. */
  readonly now: () => number;
  readonly timeoutMs?: number | undefined;
}

/** The outcome of an attempt, for the delivery's list and for what follows. */
export interface Posted {
  readonly attempt: WebhookAttempt;
  /** Whether the address may not be reached from here. */
  readonly isBlocked: boolean;
  readonly retryAfterMs: number | undefined;
}

/**
 * Makes one attempt.
 * @throws only the reason of `signal`
 */
export async function post(
  { url, headers, body }: Post,
  { fetch, now, timeoutMs = TIMEOUT_MS }: PostDeps,
  signal: AbortSignal,
): Promise<Posted> {
  const at = now();
  const limit = AbortSignal.timeout(timeoutMs);
  const attempted = (outcome: Pick<WebhookAttempt, "status" | "error" | "response">): WebhookAttempt => ({
    at,
    durationMs: Math.max(0, now() - at),
    ...outcome,
  });
  try {
    const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.any([limit, signal]) });
    const response = await beginningOf(answer);
    signal.throwIfAborted();
    return {
      attempt: attempted({ status: answer.status, error: null, response }),
      isBlocked: false,
      retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now()),
    };
  } catch (error) {
    signal.throwIfAborted();
    const said = limit.aborted ? `There was no answer within ${timeoutMs / 1000} s.` : messageOf(error);
    return {
      attempt: attempted({ status: null, error: said, response: null }),
      isBlocked: error instanceof OutboundFailure && error.code === "url_blocked",
      retryAfterMs: undefined,
    };
  }
}

/**
 * Returns the beginning of a body. The status has decided by then: a body that breaks off or does not end changes
 * nothing.
 */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let readBytes = 0;
  try {
    // Leaving the loop discards the rest.
    for await (const chunk of body ?? []) {
      readBytes += chunk.length;
      text = text.length < KEPT_CHARACTERS ? text + decoder.decode(chunk, { stream: true }) : text;
      if (readBytes >= MAX_RESPONSE_BYTES) {
        break;
      }
    }
  } catch {
    // What has arrived until then is kept.
  }
  return text.slice(0, KEPT_CHARACTERS).toWellFormed();
}

const messageOf = (error: unknown): string =>
  error instanceof OutboundFailure ? error.message : "The request could not be sent.";
