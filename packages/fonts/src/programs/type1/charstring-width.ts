import { decryptCharstring } from "./cipher.ts";
import { blended } from "./multiple-master.ts";
import type { Type1Parts } from "./read-type1.ts";

/**
 * Returns the horizontal width that `hsbw` or `sbw` sets (Adobe Type 1 Font Format, 6.4); undefined for a malformed
 * charstring.
 */
export const type1Width = (charstring: Uint8Array, parts: Type1Parts): number | undefined =>
  widthBy(new WidthInterpreter(parts, true), charstring, parts);

/**
 * Returns the same for readers that ask each subroutine for a width of its own, and do not carry operands into it or
 * out of it; undefined, too, where charstrings are not encrypted.
 */
export function declaredType1Width(charstring: Uint8Array, parts: Type1Parts): number | undefined {
  // The widths of a Multiple Master program are results of subroutines for everybody.
  const isCarried = parts.weights.length > 0;
  return parts.lenIV < 0 ? undefined : widthBy(new WidthInterpreter(parts, isCarried), charstring, parts);
}

function widthBy(interpreter: WidthInterpreter, charstring: Uint8Array, { lenIV }: Type1Parts): number | undefined {
  const result = interpreter.run(decryptCharstring(charstring, lenIV), 0);
  return typeof result === "number" ? result : undefined;
}

const MAX_STEPS = 20_000;
const MAX_DEPTH = 10;

const CALL_SUBR = 10;
const RETURN = 11;
const ESCAPE = 12;
const HSBW = 13;

const SBW = 7;
const DIV = 12;
const CALL_OTHER_SUBR = 16;
const POP = 17;

class WidthInterpreter {
  readonly #parts: Type1Parts;
  /** Whether subroutines share the stack of the charstring that calls them. */
  readonly #isCarried: boolean;
  readonly #stack: number[] = [];
  /** The stack of the PostScript interpreter, through which procedures return their results. */
  readonly #results: number[] = [];
  #steps = 0;

  constructor(parts: Type1Parts, isCarried: boolean) {
    this.#parts = parts;
    this.#isCarried = isCarried;
  }

  run(code: Uint8Array, depth: number): number | "goes on" | undefined {
    let offset = 0;
    while (offset < code.length) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) {
        return undefined;
      }
      const byte = code[offset] ?? 0;
      if (byte >= 32) {
        offset += this.#pushNumber(code, offset);
      } else if (byte === CALL_SUBR) {
        const result = this.#call(depth);
        if (result !== "goes on") {
          return result;
        }
        offset += 1;
      } else if (byte === RETURN) {
        return "goes on";
      } else if (byte === HSBW) {
        return this.#isCarried ? this.#stack[1] : this.#stack.at(-1);
      } else if (byte === ESCAPE && code[offset + 1] === SBW) {
        return this.#isCarried ? this.#stack[2] : this.#stack.at(-2);
      } else if (byte === ESCAPE && this.#calculate(code[offset + 1])) {
        offset += 2;
      } else {
        return undefined;
      }
    }
    return "goes on";
  }

  #call(depth: number): number | "goes on" | undefined {
    const subr = this.#parts.subrs.get(this.#stack.pop() ?? -1);
    if (subr === undefined || depth >= MAX_DEPTH) {
      return undefined;
    }
    if (this.#isCarried) {
      return this.run(subr, depth + 1);
    }
    const own = this.#stack.splice(0);
    const result = this.run(subr, depth + 1);
    this.#stack.splice(0, this.#stack.length, ...own);
    return result;
  }

  #calculate(operator: number | undefined): boolean {
    const stack = this.#stack;
    if (operator === DIV && stack.length >= 2) {
      const [dividend = 0, divisor = 1] = stack.splice(stack.length - 2);
      stack.push(divisor === 0 ? 0 : dividend / divisor);
      return true;
    }
    if (operator === POP) {
      stack.push(this.#results.pop() ?? 0);
      return true;
    }
    return operator === CALL_OTHER_SUBR && this.#callOtherSubr();
  }

  /**
   * Calls a procedure: its operands move to the PostScript stack, the last one first, and `pop` fetches the results
   * from there.
   */
  #callOtherSubr(): boolean {
    const procedure = this.#stack.pop() ?? -1;
    const count = this.#stack.pop() ?? -1;
    if (!Number.isInteger(count) || count < 0 || count > this.#stack.length) {
      return false;
    }
    const operands = this.#stack.splice(this.#stack.length - count);
    const results = blended(procedure, operands, this.#parts.weights) ?? operands;
    this.#results.push(...results.toReversed());
    return true;
  }

  /** Pushes the number at `offset`, and returns how many bytes it has. */
  #pushNumber(code: Uint8Array, offset: number): number {
    const byte = code[offset] ?? 0;
    const second = code[offset + 1] ?? 0;
    if (byte <= 246) {
      this.#stack.push(byte - 139);
      return 1;
    }
    if (byte <= 250) {
      this.#stack.push((byte - 247) * 256 + second + 108);
      return 2;
    }
    if (byte <= 254) {
      this.#stack.push(-(byte - 251) * 256 - second - 108);
      return 2;
    }
    this.#stack.push(
      (second << 24) | ((code[offset + 2] ?? 0) << 16) | ((code[offset + 3] ?? 0) << 8) | (code[offset + 4] ?? 0),
    );
    return 5;
  }
}
