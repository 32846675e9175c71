import { type CosDirect, resolve } from "../../objects.ts";

/** A function (ISO 32000-2, 7.10) that can be evaluated. */
export interface CosFunction {
  readonly inputCount: number;
  readonly outputCount: number;
  /**
   * The faults that were worked around, as sentences: those of the dictionary, and later those of what was computed.
   */
  readonly damage: readonly string[];
  /**
   * Evaluates the function. Missing inputs are 0. Outputs are finite, and written to `outputs` when it is given.
   * @throws CosError `too_complex` when a bound is met.
   */
  evaluate(inputs: ArrayLike<number>, outputs?: Float64Array): Float64Array;
}

/**
 * The computation of one type of function, for inputs in its domain. The caller replaces NaN by 0 and clips to the
 * range afterwards.
 */
export interface FunctionBody {
  readonly outputCount: number;
  /** The faults that were worked around, as sentences; evaluation may add to them. */
  readonly damage: ReadonlySet<string>;
  /** Computes the outputs. The array of inputs is reused and must not be kept. */
  evaluate(inputs: Float64Array, outputs: Float64Array): void;
}

/** The reason why a function could not be read. */
export class Broken {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The maximum number of inputs or outputs of a function: table C.1 allows 32 colour components, and calculators a stack
 * of 100.
 */
const MAX_COUNT = 100;

/** Reads pairs of numbers in the form of Domain and Range, at least one; undefined for anything else. */
export function intervalsOf(value: CosDirect): Interval[] | undefined {
  const numbers = numbersOf(value, 2 * MAX_COUNT);
  if (!numbers || numbers.length < 2) {
    return undefined;
  }
  return Array.from({ length: numbers.length >> 1 }, (_, index) => ({
    low: numbers[2 * index] ?? 0,
    high: numbers[2 * index + 1] ?? 0,
  }));
}

/**
 * Reads an array of numbers; undefined when the value is not an array, is longer than `longest`, or has an element that
 * is not a finite number.
 */
export function numbersOf(value: CosDirect, longest: number): number[] | undefined {
  if (!Array.isArray(value) || value.length > longest) {
    return undefined;
  }
  const numbers: number[] = [];
  for (const element of value) {
    const number = resolve(element);
    if (typeof number !== "number" || !Number.isFinite(number)) {
      return undefined;
    }
    numbers.push(number);
  }
  return numbers;
}

/**
 * Maps `value` from one interval to another linearly (7.10.2); returns the low end of `to` when `from` has no length.
 */
export const interpolated = (value: number, from: Interval, to: Interval): number =>
  from.high === from.low ? to.low : to.low + ((value - from.low) * (to.high - to.low)) / (from.high - from.low);
