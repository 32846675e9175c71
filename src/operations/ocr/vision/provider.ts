import { Failure, type FailureCode } from "../../../kernel/failure.ts";
import { PAGE_FAILURES } from "../each-page.ts";
import { isOfAllPages, isOfProvider } from "../provider-failures.ts";

const FAILURES_OF_A_PAGE: readonly FailureCode[] = [...PAGE_FAILURES, "provider_failed", "content_refused"];

/**
 * The number of failures in a row after which a provider counts as down; each of them has been tried five times. It is
 * not asked for hundreds of pages more: the time of a job would be over, and what the provider has delivered lost.
 */
const MAX_FAILURES_IN_A_ROW = 8;

/** Asks the provider for the pages of one request, and remembers its failures. */
export class Provider {
  #hasDelivered = false;
  #failuresInARow = 0;
  /** A failure that any other page would meet, too. */
  #failure: Failure | undefined;

  /**
   * Runs `work`, unless other pages have met a failure that this one would meet as well.
   * @throws what `work` throws; the failure that other pages have met
   */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) {
        this.#note(error);
      }
      throw error;
    }
  }

  #note(failure: Failure): void {
    this.#failuresInARow += isOfProvider(failure) ? 1 : 0;
    if (isOfAllPages(failure) || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      this.#failure ??= failure;
    }
  }

  noteDelivered(): void {
    this.#hasDelivered = true;
    this.#failuresInARow = 0;
  }

  /**
   * Returns whether a failure is the page's alone: what has been delivered, and paid for, is not lost by what comes
   * after it.
   */
  isPageFailure(failure: Failure): boolean {
    return isOfAllPages(failure) ? this.#hasDelivered : FAILURES_OF_A_PAGE.includes(failure.code);
  }
}
