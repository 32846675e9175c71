import { type CosFunction, type FunctionBody, type Interval } from "./function-body.ts";

/* Functions whose arguments and results are clipped to their domain and range (ISO 32000-1, 7.10). */

/** Clips the inputs to the domain and the outputs to the range (7.10.1), for any type of function. */
export class ClippedFunction implements CosFunction {
  readonly inputCount: number;
  readonly outputCount: number;
  readonly #body: FunctionBody;
  readonly #domain: readonly Interval[];
  readonly #range: readonly Interval[];
  readonly #inputs: Float64Array;

  constructor(body: FunctionBody, domain: readonly Interval[], range: readonly Interval[] | null) {
    this.inputCount = domain.length;
    this.outputCount = body.outputCount;
    this.#body = body;
    this.#domain = domain;
    this.#range = range ?? [];
    this.#inputs = new Float64Array(domain.length);
  }

  get damage(): readonly string[] {
    return [...this.#body.damage];
  }

  evaluate(inputs: ArrayLike<number>, outputs = new Float64Array(this.outputCount)): Float64Array {
    for (let index = 0; index < this.#inputs.length; index++) {
      this.#inputs[index] = clipped(inputs[index] ?? 0, this.#domain[index]);
    }
    this.#body.evaluate(this.#inputs, outputs);
    for (let index = 0; index < this.outputCount; index++) {
      outputs[index] = clipped(outputs[index] ?? 0, this.#range[index]);
    }
    return outputs;
  }
}

export class FunctionRow implements CosFunction {
  readonly inputCount: number;
  readonly outputCount: number;
  readonly #functions: readonly CosFunction[];

  constructor(functions: readonly CosFunction[], inputCount: number) {
    this.inputCount = inputCount;
    this.outputCount = functions.reduce((sum, one) => sum + one.outputCount, 0);
    this.#functions = functions;
  }

  get damage(): readonly string[] {
    return this.#functions.flatMap((one) => one.damage);
  }

  evaluate(inputs: ArrayLike<number>, outputs = new Float64Array(this.outputCount)): Float64Array {
    let position = 0;
    for (const one of this.#functions) {
      one.evaluate(inputs, outputs.subarray(position, position + one.outputCount));
      position += one.outputCount;
    }
    return outputs;
  }
}

function clipped(value: number, interval: Interval | undefined): number {
  const number = Number.isNaN(value) ? 0 : value;
  return interval
    ? Math.min(Math.max(number, interval.low), interval.high)
    : Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE);
}
