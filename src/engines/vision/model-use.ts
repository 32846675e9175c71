import type { ModelUse, Tokens } from "./port.ts";
import type { ModelSettings } from "./settings.ts";

/** Counts what one page takes, all tries of it. */
export interface Meter {
  countCall(): void;
  countTokens(tokens: Tokens): void;
  /** What has been counted until now. */
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

/** Prices are for a million tokens. */
const costUsd = (tokens: Tokens, price: NonNullable<ModelSettings["price"]>): number =>
  (tokens.input * price.input + tokens.output * price.output) / 1e6;
