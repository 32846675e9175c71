/**
 * Runs an arithmetic, storage or conditional operator of Type 2 charstrings, given by its second byte (Adobe Technical
 * Note 5177, 4.4 to 4.6). Returns false for any other operator, and where operands are missing.
 */
export function calculate(operator: number, stack: number[], transient: Map<number, number>): boolean {
  const unary = UNARY[operator];
  const binary = BINARY[operator];
  const operands = unary ? 1 : binary ? 2 : (OPERANDS[operator] ?? Number.POSITIVE_INFINITY);
  if (stack.length < operands) {
    return false;
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = stack.splice(stack.length - operands);
  if (unary) {
    stack.push(unary(first));
  } else if (binary) {
    stack.push(binary(first, second));
  } else if (operator === PUT) {
    transient.set(second, first);
  } else if (operator === GET) {
    stack.push(transient.get(first) ?? 0);
  } else if (operator === IF_ELSE) {
    stack.push(third <= fourth ? first : second);
  } else if (operator === RANDOM) {
    stack.push(1);
  } else if (operator === DUP) {
    stack.push(first, first);
  } else if (operator === EXCH) {
    stack.push(second, first);
  } else if (operator === INDEX) {
    stack.push(stack[stack.length - 1 - Math.max(first, 0)] ?? 0);
  } else if (operator === ROLL) {
    roll(stack, first, second);
  }
  return true;
}

const DROP = 18;
const PUT = 20;
const GET = 21;
const IF_ELSE = 22;
const RANDOM = 23;
const DUP = 27;
const EXCH = 28;
const INDEX = 29;
const ROLL = 30;

const OPERANDS: Readonly<Record<number, number>> = {
  [DROP]: 1,
  [PUT]: 2,
  [GET]: 1,
  [IF_ELSE]: 4,
  [RANDOM]: 0,
  [DUP]: 1,
  [EXCH]: 2,
  [INDEX]: 1,
  [ROLL]: 2,
};

const UNARY: Readonly<Record<number, (operand: number) => number>> = {
  5: (operand) => (operand === 0 ? 1 : 0),
  9: Math.abs,
  14: (operand) => -operand,
  26: (operand) => Math.sqrt(Math.max(operand, 0)),
};

const BINARY: Readonly<Record<number, (first: number, second: number) => number>> = {
  3: (first, second) => (first !== 0 && second !== 0 ? 1 : 0),
  4: (first, second) => (first !== 0 || second !== 0 ? 1 : 0),
  10: (first, second) => first + second,
  11: (first, second) => first - second,
  12: (first, second) => (second === 0 ? 0 : first / second),
  15: (first, second) => (first === second ? 1 : 0),
  24: (first, second) => first * second,
};

/** Rotates the uppermost `count` elements by `shift`, towards the top. */
function roll(stack: number[], count: number, shift: number): void {
  if (!Number.isInteger(count) || count <= 0 || count > stack.length) {
    return;
  }
  const rolled = stack.splice(stack.length - count);
  const by = ((Math.trunc(shift) % count) + count) % count;
  stack.push(...rolled.slice(count - by), ...rolled.slice(0, count - by));
}
