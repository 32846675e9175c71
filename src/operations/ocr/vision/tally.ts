import type { ModelUse } from "../../../engines/vision/port.ts";
import { roundTo } from "../elements.ts";

/** Sums up the use of the model over all pages of an answer. */
export class Tally {
  #input = 0;
  #output = 0;
  #calls = 0;
  #costUsd: number | null = 0;

  /** Adds the use of a page; null when no model was asked. */
  add(use: ModelUse | null): void {
    if (use === null) {
      return;
    }
    this.#input += use.tokens.input;
    this.#output += use.tokens.output;
    this.#calls += use.calls;
    this.#costUsd = use.costUsd === null || this.#costUsd === null ? null : this.#costUsd + use.costUsd;
  }

  /** Returns the members of `metadata`. */
  members(): object {
    return {
      tokens: { input: this.#input, output: this.#output },
      cost_usd: this.#costUsd === null ? null : roundTo(this.#costUsd, 6),
      calls: this.#calls,
    };
  }
}
