import type { Events } from "../browser/protocol.ts";

/* The redirects of the printed page itself, each of which is judged by itself. */

export type Paused = Events["Fetch.requestPaused"];

/** The number of redirects that a request follows (contract §10); the next one fails as `ERR_BLOCKED_BY_CLIENT`. */
export const MAX_REDIRECTS = 5;

/** Counts the redirects that led to each request. */
export class Redirects {
  readonly #counts = new Map<string, number>();

  /** Returns how many redirects led to a request. */
  follow({ requestId, redirectedRequestId }: Paused): number {
    if (redirectedRequestId === undefined) {
      return 0;
    }
    const count = (this.#counts.get(redirectedRequestId) ?? 0) + 1;
    this.#counts.set(requestId, count);
    return count;
  }
}
