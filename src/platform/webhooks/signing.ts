import { createHmac } from "node:crypto";

/** What is signed (Standard Webhooks 1.0): all of it, so that nothing can be sent again under another name or time. */
export interface SignedMessage {
  /** `msg_…`, the same in each attempt. */
  readonly id: string;
  /** Of the attempt. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The three headers; a signature for each of `keys`, separated by spaces, the newest first. */
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
