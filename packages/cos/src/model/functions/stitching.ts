import type { CosValue, Dict } from "../../objects.ts";
import {
  Broken,
  type CosFunction,
  type FunctionBody,
  type Interval,
  interpolated,
  numbersOf,
} from "./function-body.ts";

/**
 * Reads a stitching function, type 3 (ISO 32000-2, 7.10.4); `Broken` with the reason when that fails. `read` reads the
 * functions that it consists of.
 */
export function stitchingBody(
  dict: Dict,
  domain: readonly Interval[],
  read: (value: CosValue) => CosFunction | Broken,
): FunctionBody | Broken {
  const values = dict.array("Functions");
  const [whole] = domain;
  if (!values?.length || !whole) {
    return new Broken("A stitching function has no functions.");
  }
  const edges = numbersOf(dict.get("Bounds") ?? [], Number.POSITIVE_INFINITY);
  const encode = numbersOf(dict.get("Encode"), Number.POSITIVE_INFINITY);
  if (!edges || edges.length < values.length - 1 || !encode || encode.length < 2 * values.length) {
    return new Broken("Bounds or Encode of a stitching function is missing, wrong or too short.");
  }
  const functions: CosFunction[] = [];
  for (const value of values) {
    const reading = read(value);
    if (reading instanceof Broken) {
      return reading;
    }
    functions.push(reading);
  }
  return new Stitching({ functions, edges: [whole.low, ...edges.slice(0, values.length - 1), whole.high], encode });
}

class Stitching implements FunctionBody {
  readonly outputCount: number;
  readonly damage = new Set<string>();
  readonly #functions: readonly CosFunction[];
  /** The input at which each function begins, and the one at which the last ends. */
  readonly #edges: readonly number[];
  readonly #encode: readonly number[];
  readonly #input = new Float64Array(1);

  constructor(parts: { functions: readonly CosFunction[]; edges: readonly number[]; encode: readonly number[] }) {
    this.#functions = parts.functions;
    this.#edges = parts.edges;
    this.#encode = parts.encode;
    const counts = parts.functions.map((one) => one.outputCount);
    this.outputCount = counts.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
    if (counts.some((count) => count !== this.outputCount) || parts.functions.some((one) => one.inputCount !== 1)) {
      this.damage.add("The functions of a stitching function differ in outputs, or have more inputs than one.");
    }
    if (parts.edges.some((edge, index) => edge < (parts.edges[index - 1] ?? edge))) {
      this.damage.add("The Bounds of a stitching function are not in ascending order within its Domain.");
    }
    for (const message of new Set(parts.functions.flatMap((one) => one.damage.slice(0, 3)))) {
      this.damage.add(message);
    }
  }

  evaluate(inputs: Float64Array, outputs: Float64Array): void {
    const input = inputs[0] ?? 0;
    const index = this.#indexOf(input);
    const part = { low: this.#edges[index] ?? 0, high: this.#edges[index + 1] ?? 0 };
    const encoded = { low: this.#encode[2 * index] ?? 0, high: this.#encode[2 * index + 1] ?? 0 };
    this.#input[0] = interpolated(input, part, encoded);
    this.#functions[index]?.evaluate(this.#input, outputs);
  }

  /**
   * Returns the index of the function for an input. Intervals are closed below and open above, except for the last one,
   * which is closed.
   */
  #indexOf(input: number): number {
    let low = 0;
    let high = this.#functions.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (input < (this.#edges[middle + 1] ?? 0)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
