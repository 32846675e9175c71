import type { Dict } from "../../objects.ts";
import { Broken, type FunctionBody, type Interval, numbersOf } from "./function-body.ts";

/**
 * Reads a function of type 2, exponential interpolation (ISO 32000-2, 7.10.3); `Broken` with the reason when that
 * fails.
 */
export function exponentialBody(dict: Dict, domain: readonly Interval[]): FunctionBody | Broken {
  const exponent = dict.number("N");
  const start = dict.has("C0") ? numbersOf(dict.get("C0"), MAX_OUTPUTS) : [0];
  const end = dict.has("C1") ? numbersOf(dict.get("C1"), MAX_OUTPUTS) : [1];
  if (exponent === undefined || !start?.length || !end?.length) {
    return new Broken("N, C0 or C1 of an exponential function is missing or wrong.");
  }
  const damage = new Set<string>();
  if (start.length !== end.length) {
    damage.add("C0 and C1 of an exponential function differ in length: what both have is used.");
  }
  if (domain.length !== 1) {
    damage.add("An exponential function has more inputs than one: the first is used.");
  }
  return new Exponential({ exponent, start, end, damage });
}

const MAX_OUTPUTS = 100;

class Exponential implements FunctionBody {
  readonly outputCount: number;
  readonly damage: ReadonlySet<string>;
  readonly #exponent: number;
  readonly #start: Float64Array;
  readonly #difference: Float64Array;

  constructor(values: { exponent: number; start: number[]; end: number[]; damage: ReadonlySet<string> }) {
    const { exponent, start, end } = values;
    this.outputCount = Math.min(start.length, end.length);
    this.damage = values.damage;
    this.#exponent = exponent;
    this.#start = Float64Array.from(start);
    this.#difference = Float64Array.from({ length: this.outputCount }, (_, at) => (end[at] ?? 0) - (start[at] ?? 0));
  }

  evaluate(inputs: Float64Array, outputs: Float64Array): void {
    const input = inputs[0] ?? 0;
    const power = this.#exponent === 1 ? input : input ** this.#exponent;
    for (let index = 0; index < this.outputCount; index++) {
      outputs[index] = (this.#start[index] ?? 0) + power * (this.#difference[index] ?? 0);
    }
  }
}
