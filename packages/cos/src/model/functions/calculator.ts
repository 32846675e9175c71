import type { Bounds } from "../../bounds.ts";
import { decodeStream } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";
import { Lexer, Token } from "../../syntax/lexer.ts";
import { CalculatorStack, isOperator } from "./calculator-stack.ts";
import { Broken, type FunctionBody } from "./function-body.ts";

interface Sides {
  readonly inputCount: number;
  readonly outputCount: number;
  readonly bounds: Bounds;
}

/**
 * Reads a function of type 4, PostScript calculator (ISO 32000-2, 7.10.5); `Broken` with the reason when that fails.
 */
export function calculatorBody(stream: Stream, sides: Sides): FunctionBody | Broken {
  const decoded = decodeStream(stream, sides.bounds);
  const program = compile(decoded.bytes, sides.bounds);
  if (program instanceof Broken) {
    return program;
  }
  return new Calculator(program, sides, new Set(decoded.damage === undefined ? [] : [decoded.damage]));
}

/**
 * An instruction of a compiled program. Jumps only go forward, so a program takes no more steps than it has
 * instructions.
 */
type Instruction =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "operator"; readonly name: string }
  | { readonly kind: "jump" | "jump-unless"; target: number };

const MAX_INSTRUCTIONS = 100_000;

/**
 * A block that is open: the jump over it when the condition does not hold, or, in the second block of `ifelse`, the
 * jump over it from the end of the first.
 */
interface Block {
  readonly unless: { target: number } | undefined;
  readonly jump: { target: number } | undefined;
}

function compile(bytes: Uint8Array, bounds: Bounds): readonly Instruction[] | Broken {
  const lexer = new Lexer(bytes);
  const program: Instruction[] = [];
  const blocks: Block[] = [];
  if (lexer.next() !== Token.braceStart) {
    return new Broken("A calculator function does not begin with a brace.");
  }
  while (program.length < MAX_INSTRUCTIONS) {
    bounds.step();
    const kind = lexer.next();
    if (kind === Token.integer || kind === Token.real) {
      program.push({ kind: "number", value: lexer.number });
    } else if (kind === Token.keyword) {
      const instruction = instructionOf(lexer.keyword);
      if (!instruction) {
        return new Broken(`A calculator function has an operator that there is not: ${lexer.keyword.slice(0, 40)}`);
      }
      program.push(instruction);
    } else if (kind === Token.braceStart) {
      bounds.checkDepth(blocks.length);
      const unless = { kind: "jump-unless", target: 0 } satisfies Instruction;
      program.push(unless);
      blocks.push({ unless, jump: undefined });
    } else if (kind === Token.braceEnd) {
      const block = blocks.pop();
      if (!block) {
        return program;
      }
      if (!closeBlock(lexer, block, { program, blocks })) {
        return new Broken("A block of a calculator function is not followed by if or ifelse.");
      }
    } else {
      return new Broken("A calculator function has no end, or something that is neither number nor operator.");
    }
  }
  return new Broken(`A calculator function has more than ${MAX_INSTRUCTIONS} instructions.`);
}

/**
 * Reads what follows a block, `if`, the second block, or `ifelse` after that, and sets the jumps' targets. Returns
 * false when anything else follows.
 */
function closeBlock(lexer: Lexer, block: Block, { program, blocks }: { program: Instruction[]; blocks: Block[] }) {
  const next = lexer.next();
  if (block.jump) {
    block.jump.target = program.length;
    return next === Token.keyword && lexer.keyword === "ifelse";
  }
  if (!block.unless) {
    return false;
  }
  if (next === Token.braceStart) {
    const jump = { kind: "jump", target: 0 } satisfies Instruction;
    program.push(jump);
    block.unless.target = program.length;
    blocks.push({ unless: undefined, jump });
    return true;
  }
  block.unless.target = program.length;
  return next === Token.keyword && lexer.keyword === "if";
}

function instructionOf(keyword: string): Instruction | undefined {
  if (isOperator(keyword)) {
    return { kind: "operator", name: keyword };
  }
  // PostScript has exponents, and some writers use them here as well.
  return EXPONENTIAL.test(keyword) ? { kind: "number", value: Number(keyword) } : undefined;
}

const EXPONENTIAL = /^[-+]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})[eE][-+]?\d{1,3}$/;

class Calculator implements FunctionBody {
  readonly outputCount: number;
  readonly #program: readonly Instruction[];
  readonly #bounds: Bounds;
  readonly #stack: CalculatorStack;

  constructor(program: readonly Instruction[], { outputCount, bounds }: Sides, damage: Set<string>) {
    this.outputCount = outputCount;
    this.#program = program;
    this.#bounds = bounds;
    this.#stack = new CalculatorStack(damage);
  }

  get damage(): ReadonlySet<string> {
    return this.#stack.damage;
  }

  evaluate(inputs: Float64Array, outputs: Float64Array): void {
    const stack = this.#stack;
    stack.clear();
    for (let index = 0; index < inputs.length; index++) {
      stack.push(inputs[index]!);
    }
    this.#run(stack);
    for (let index = this.outputCount - 1; index >= 0; index--) {
      outputs[index] = stack.pop();
    }
  }

  #run(stack: CalculatorStack): void {
    const program = this.#program;
    for (let position = 0; position < program.length; position++) {
      this.#bounds.step();
      const instruction = program[position]!;
      switch (instruction.kind) {
        case "number":
          stack.push(instruction.value);
          break;
        case "operator":
          stack.apply(instruction.name);
          break;
        case "jump":
          position = instruction.target - 1;
          break;
        case "jump-unless":
          if (stack.pop() === 0) {
            position = instruction.target - 1;
          }
          break;
        default:
          return instruction satisfies never;
      }
    }
  }
}
