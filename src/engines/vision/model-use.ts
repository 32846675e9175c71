import type { ModelUse, Tokens } from "./port.ts";
import type { ModelSettings } from "./settings.ts";

/** Counts the calls and tokens of one page, all tries included. */
export interface Meter {
  countCall(): void;
  countTokens(tokens: Tokens): void;
  /** Returns what has been counted so far. */
  use(): ModelUse;
}

export function createMeter(price: ModelSettings["price"]): Meter {
  let calls = 0;
  let tokens: Tokens = { input: 0, output: 0 };
  return {
    countCall: () => void calls++,
    countTokens({ input, output }) {
      tokens = { input: tokens.input + input, output: tokens.output + output };
    },
    use: () => ({ tokens, costUsd: price === undefined ? null : costUsd(tokens, price), calls }),
  };
}

/** Returns the cost of tokens in USD; prices are for a million tokens. */
const costUsd = (tokens: Tokens, price: NonNullable<ModelSettings["price"]>): number =>
  (tokens.input * price.input + tokens.output * price.output) / 1e6;
