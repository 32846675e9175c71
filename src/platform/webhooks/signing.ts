import { createHmac } from "node:crypto";

/**
 * The message that is signed (Standard Webhooks 1.0): id, time and body, so that nothing can be sent again under
 * another name or time.
 */
export interface SignedMessage {
  /** The message's id, `msg_…`, the same in each attempt. */
  readonly id: string;
  /** The time of the attempt, in seconds of Unix time. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/**
 * Returns the three headers of a signed message; the signature header has a signature for each of `keys`, separated by
 * spaces, the newest first.
 */
export const signatureHeaders = (
  { id, timestampSeconds, body }: SignedMessage,
  keys: readonly Buffer[],
): Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestampSeconds),
  "webhook-signature": keys
    .map((key) => `v1,${createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`)
    .join(" "),
});
