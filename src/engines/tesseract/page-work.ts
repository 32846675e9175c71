import { Failure } from "../../kernel/failure.ts";

/** The longest time of a worker that a page gets, in milliseconds, however much time its request has left. */
export const PAGE_TIME_MS = 60_000;

/**
 * Requires that a language is installed.
 * @throws Failure `engine_unavailable` where there is none
 */
export function requireLanguages(languages: readonly string[]): void {
  if (languages.length === 0) {
    throw new Failure("engine_unavailable", "Text recognition is not installed on this service.");
  }
}
