/** The maximum number of operands on the stack of a calculator (ISO 32000-1, table C.1). */
const MAX_LENGTH = 100;
const DEGREES = 180 / Math.PI;

/**
 * The operand stack of a calculator function and the operators of ISO 32000-2, table 42. Integers and reals are both
 * numbers; true and false are marked numbers. What PostScript calls an error is reported in `damage`, and its result is
 * 0.
 */
export class CalculatorStack {
  readonly damage: Set<string>;
  readonly #values = new Float64Array(MAX_LENGTH);
  readonly #isBoolean = new Uint8Array(MAX_LENGTH);
  #length = 0;

  constructor(damage: Set<string>) {
    this.damage = damage;
  }

  clear(): void {
    this.#length = 0;
  }

  push(value: number): void {
    this.#put(value, 0);
  }

  pop(): number {
    if (this.#length === 0) {
      this.#fail("stackunderflow");
      return 0;
    }
    return this.#values[--this.#length]!;
  }

  /** Applies the operator of that name, for which `isOperator` must hold. */
  apply(name: string): void {
    OPERATORS.get(name)?.(this);
  }

  pushBoolean(value: boolean): void {
    this.#put(value ? 1 : 0, 1);
  }

  unary(compute: (value: number) => number): void {
    this.#pushResult(compute(this.pop()));
  }

  binary(compute: (one: number, other: number) => number): void {
    const other = this.pop();
    this.#pushResult(compute(this.pop(), other));
  }

  compare(holds: (one: number, other: number) => boolean): void {
    const other = this.pop();
    this.pushBoolean(holds(this.pop(), other));
  }

  /** Applies an operator to two booleans, whose result is a boolean, or to two integers bit by bit. */
  bitwise(compute: (one: number, other: number) => number): void {
    const areBooleans = this.#isBooleanAt(1) && this.#isBooleanAt(2);
    const other = this.pop();
    this.#put(compute(this.pop(), other), areBooleans ? 1 : 0);
  }

  not(): void {
    const isBoolean = this.#isBooleanAt(1);
    const value = this.pop();
    if (isBoolean) {
      this.pushBoolean(value === 0);
    } else {
      this.push(~value);
    }
  }

  exchange(): void {
    this.roll(2, 1);
  }

  duplicate(count: number): void {
    if (!this.#hasOperands(count)) {
      return;
    }
    const start = this.#length - count;
    for (let index = start; index < start + count; index++) {
      this.#put(this.#values[index]!, this.#isBoolean[index]!);
    }
  }

  index(place: number): void {
    if (place < 0) {
      this.#fail("rangecheck");
    } else if (this.#hasOperands(place + 1)) {
      const index = this.#length - 1 - place;
      this.#put(this.#values[index]!, this.#isBoolean[index]!);
    }
  }

  /** Moves the `count` operands on top up by `places`; those that leave at the top come in below. */
  roll(count: number, places: number): void {
    if (!this.#hasOperands(count) || count === 0) {
      return;
    }
    const start = this.#length - count;
    const shift = ((Math.trunc(places) % count) + count) % count;
    rotate(this.#values, start, { count, shift });
    rotate(this.#isBoolean, start, { count, shift });
  }

  #put(value: number, isBoolean: number): void {
    if (this.#length >= MAX_LENGTH) {
      this.#fail("stackoverflow");
      return;
    }
    this.#values[this.#length] = value;
    this.#isBoolean[this.#length++] = isBoolean;
  }

  #pushResult(value: number): void {
    if (!Number.isFinite(value)) {
      this.#fail("undefinedresult");
    }
    this.push(Number.isFinite(value) ? value : 0);
  }

  #isBooleanAt(place: number): boolean {
    return this.#length >= place && this.#isBoolean[this.#length - place] === 1;
  }

  #hasOperands(count: number): boolean {
    const isCount = Number.isInteger(count) && count >= 0;
    if (!isCount || count > this.#length) {
      this.#fail(isCount ? "stackunderflow" : "rangecheck");
      return false;
    }
    return true;
  }

  #fail(error: string): void {
    this.damage.add(`A calculator function came to a ${error}.`);
  }
}

export const isOperator = (name: string): boolean => OPERATORS.has(name);

const OPERATORS: ReadonlyMap<string, (stack: CalculatorStack) => void> = new Map([
  ["abs", (stack) => stack.unary(Math.abs)],
  ["add", (stack) => stack.binary((one, other) => one + other)],
  ["atan", (stack) => stack.binary(arcTangent)],
  ["ceiling", (stack) => stack.unary(Math.ceil)],
  ["cos", (stack) => stack.unary((degrees) => sine(degrees + 90))],
  ["cvi", (stack) => stack.unary(Math.trunc)],
  ["cvr", (stack) => stack.unary((value) => value)],
  ["div", (stack) => stack.binary((one, other) => one / other)],
  ["exp", (stack) => stack.binary((base, exponent) => base ** exponent)],
  ["floor", (stack) => stack.unary(Math.floor)],
  ["idiv", (stack) => stack.binary((one, other) => Math.trunc(Math.trunc(one) / Math.trunc(other)))],
  ["ln", (stack) => stack.unary(Math.log)],
  ["log", (stack) => stack.unary(Math.log10)],
  ["mod", (stack) => stack.binary((one, other) => Math.trunc(one) % Math.trunc(other))],
  ["mul", (stack) => stack.binary((one, other) => one * other)],
  ["neg", (stack) => stack.unary((value) => -value)],
  // Of two integers that are equally near, the greater one: JavaScript rounds in the same way.
  ["round", (stack) => stack.unary(Math.round)],
  ["sin", (stack) => stack.unary(sine)],
  ["sqrt", (stack) => stack.unary(Math.sqrt)],
  ["sub", (stack) => stack.binary((one, other) => one - other)],
  ["truncate", (stack) => stack.unary(Math.trunc)],
  ["and", (stack) => stack.bitwise((one, other) => one & other)],
  ["bitshift", (stack) => stack.binary(shifted)],
  ["eq", (stack) => stack.compare((one, other) => one === other)],
  ["false", (stack) => stack.pushBoolean(false)],
  ["ge", (stack) => stack.compare((one, other) => one >= other)],
  ["gt", (stack) => stack.compare((one, other) => one > other)],
  ["le", (stack) => stack.compare((one, other) => one <= other)],
  ["lt", (stack) => stack.compare((one, other) => one < other)],
  ["ne", (stack) => stack.compare((one, other) => one !== other)],
  ["not", (stack) => stack.not()],
  ["or", (stack) => stack.bitwise((one, other) => one | other)],
  ["true", (stack) => stack.pushBoolean(true)],
  ["xor", (stack) => stack.bitwise((one, other) => one ^ other)],
  ["copy", (stack) => stack.duplicate(stack.pop())],
  ["dup", (stack) => stack.duplicate(1)],
  ["exch", (stack) => stack.exchange()],
  ["index", (stack) => stack.index(stack.pop())],
  ["pop", (stack) => void stack.pop()],
  [
    "roll",
    (stack) => {
      const places = stack.pop();
      stack.roll(stack.pop(), places);
    },
  ],
]);

/** Returns the arc tangent in degrees, from 0 up to 360; NaN when both values are 0. */
function arcTangent(numerator: number, denominator: number): number {
  if (numerator === 0 && denominator === 0) {
    return Number.NaN;
  }
  const degrees = Math.atan2(numerator, denominator) * DEGREES;
  return degrees < 0 ? degrees + 360 : degrees;
}

/**
 * Returns the sine of an angle in degrees, exact for multiples of 90, because colours at the ends of their range depend
 * on it.
 */
function sine(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned % 90 === 0 ? ([0, 1, 0, -1][turned / 90] ?? 0) : Math.sin(turned / DEGREES);
}

/** Shifts a 32-bit integer, to the left for a positive shift. */
const shifted = (value: number, shift: number): number =>
  Math.abs(shift) > 31 ? 0 : shift >= 0 ? value << shift : value >> -shift;

function rotate(items: Float64Array | Uint8Array, start: number, { count, shift }: { count: number; shift: number }) {
  const turned = items.slice(start, start + count);
  for (let index = 0; index < count; index++) {
    items[start + ((index + shift) % count)] = turned[index]!;
  }
}
