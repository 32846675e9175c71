import { type CosDirect, resolve } from "../../objects.ts";

/** A function (ISO 32000-2, 7.10) that can be asked for values. */
export interface CosFunction {
  readonly inputCount: number;
  readonly outputCount: number;
  /** What was wrong and was got over, as sentences: with the dictionary, and later with what was computed. */
  readonly damage: readonly string[];
  /**
   * Inputs that are missing are 0. Outputs are finite, and written to `outputs` when it is given.
   * @throws CosError `too_complex`
   */
  evaluate(inputs: ArrayLike<number>, outputs?: Float64Array): Float64Array;
}

/** What a type of function computes, of inputs in its domain; NaN is taken for 0, and the range is seen to afterwards. */
export interface FunctionBody {
  readonly outputCount: number;
  /** What was wrong and was got over; more may come while it computes. */
  readonly damage: ReadonlySet<string>;
  /** The inputs are not to be kept. */
  evaluate(inputs: Float64Array, outputs: Float64Array): void;
}

/** Why there is no function. */
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

/** Inputs or outputs of a function: table C.1 knows 32 colour components, and calculators a stack of 100. */
const MAX_COUNT = 100;

/** Pairs of numbers as Domain and Range have them, one at least; undefined for anything else. */
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

/** Undefined when it is no array, is longer than `longest`, or has other elements than finite numbers. */
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

/** 7.10.2: the value as far between the ends of `to` as `value` is between those of `from`; the first end when they are one. */
export const interpolated = (value: number, from: Interval, to: Interval): number =>
  from.high === from.low ? to.low : to.low + ((value - from.low) * (to.high - to.low)) / (from.high - from.low);
