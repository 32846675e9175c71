import { Failure } from "../../kernel/failure.ts";

/** A page gets this much time of a worker, in milliseconds, however much its request has. */
export const PAGE_TIME_MS = 60_000;

/** @throws Failure `engine_unavailable` where no language is installed */
export function requireLanguages(languages: readonly string[]): void {
  if (languages.length === 0) {
    throw new Failure("engine_unavailable", "Text recognition is not installed on this service.");
  }
}
