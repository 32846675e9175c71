import type { Failure } from "../../kernel/failure.ts";

/** The reasons of a provider's failure that any other page would meet, too (engines/vision/port.ts). */
const REASONS_OF_ALL: readonly unknown[] = ["credentials", "model_unknown", "redirected", "blocked"];

/** Returns whether asking for another page would only fail the same way. */
export const isOfAllPages = ({ code, facts }: Failure): boolean =>
  code === "engine_unavailable" || (code === "provider_failed" && REASONS_OF_ALL.includes(facts["reason"]));

/** The reasons that are about the provider's state at the moment, and not about the page. */
const REASONS_OF_PROVIDER: readonly unknown[] = [
  "overloaded",
  "server_error",
  "connection",
  "timeout",
  "garbage",
  "wait_too_long",
];

/** Returns whether the next page would probably meet the failure as well, unless the provider recovers. */
export const isOfProvider = ({ code, facts }: Failure): boolean =>
  code === "provider_failed" && REASONS_OF_PROVIDER.includes(facts["reason"]);
