import type { Failure } from "../../kernel/failure.ts";

/** Reasons that a provider's failure has when any other page would have met it, too (engines/vision.ts). */
const REASONS_OF_ALL: readonly unknown[] = ["credentials", "model_unknown", "redirected", "blocked"];

/** Whether asking for another page would only bring the same. */
export const isOfAllPages = ({ code, facts }: Failure): boolean =>
  code === "engine_unavailable" || (code === "provider_failed" && REASONS_OF_ALL.includes(facts["reason"]));

/** Reasons that say something of the provider's state at the moment, and nothing of the page. */
const REASONS_OF_PROVIDER: readonly unknown[] = [
  "overloaded",
  "server_error",
  "connection",
  "timeout",
  "garbage",
  "wait_too_long",
];

/** Whether the next page would probably meet it as well, unless the provider recovers. */
export const isOfProvider = ({ code, facts }: Failure): boolean =>
  code === "provider_failed" && REASONS_OF_PROVIDER.includes(facts["reason"]);
