import type { Fault } from "../../kernel/faults.ts";

const MAX_LENGTH = 2048;

const notUrl = (error: string): { readonly fault: Fault } => ({
  fault: {
    type: "url_parsing",
    message: `Input should be a valid URL, ${error}`,
    context: { error },
  },
});

/**
 * Parses an address that events can be sent to, in the spelling of the URL standard. Whether it may be reached is not
 * checked.
 */
export function parseWebhookUrl(raw: unknown): { readonly value: string } | { readonly fault: Fault } {
  if (typeof raw !== "string") {
    return { fault: { type: "string_type", message: "Input should be a valid string" } };
  }
  if (raw.length > MAX_LENGTH) {
    return notUrl(`it should have at most ${MAX_LENGTH} characters`);
  }
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return notUrl("it should begin with http:// or https:// and name a host");
  }
  if (url.username !== "" || url.password !== "") {
    return notUrl("it should have no user name and password");
  }
  url.hash = "";
  return { value: url.href };
}

/**
 * Returns why an address may not be reached, as far as that is known before its name is looked up; undefined when it is
 * not known.
 */
export type JudgeUrl = (url: string) => string | undefined;
