import type { BinaryView } from "../binary-view.ts";
import { calculate } from "./charstring-arithmetic.ts";
import { type CffIndex, subrBias } from "./index-data.ts";

export interface CharstringSource {
  readonly charstring: BinaryView;
  readonly subrs: CffIndex | undefined;
  readonly globalSubrs: CffIndex;
}

/**
 * The width of a charstring as its difference from nominalWidthX, or the fact that it is defaultWidthX; undefined when
 * the charstring is malformed.
 */
export type CharstringWidth = { readonly difference: number } | "default" | undefined;

/**
 * Interprets a Type 2 charstring (Adobe Technical Note 5177) up to its first operator that clears the stack: the width
 * is its first operand, if there is one more than the operator takes.
 */
export function charstringWidth(source: CharstringSource): CharstringWidth {
  const result = new WidthInterpreter(source).run(source.charstring, 0);
  // Without an operator nothing is drawn, and no width is set.
  return result === "goes on" ? "default" : result;
}

const MAX_STEPS = 20_000;
const MAX_DEPTH = 10;
const MAX_STACK = 513;

const CALL_SUBR = 10;
const RETURN = 11;
const ESCAPE = 12;
const CALL_GLOBAL_SUBR = 29;

class WidthInterpreter {
  readonly #source: CharstringSource;
  readonly #stack: number[] = [];
  readonly #transient = new Map<number, number>();
  #steps = 0;

  constructor(source: CharstringSource) {
    this.#source = source;
  }

  run(code: BinaryView, depth: number): CharstringWidth | "goes on" {
    let offset = 0;
    while (offset < code.length) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS || this.#stack.length > MAX_STACK) {
        return undefined;
      }
      const byte = code.u8(offset);
      if (byte >= 32 || byte === 28) {
        offset += this.#pushNumber(code, offset);
      } else if (byte === CALL_SUBR || byte === CALL_GLOBAL_SUBR) {
        const result = this.#call(byte === CALL_SUBR ? this.#source.subrs : this.#source.globalSubrs, depth);
        if (result !== "goes on") {
          return result;
        }
        offset += 1;
      } else if (byte === RETURN) {
        return "goes on";
      } else if (byte === ESCAPE && calculate(code.u8(offset + 1), this.#stack, this.#transient)) {
        offset += 2;
      } else {
        return widthAt(byte, this.#stack);
      }
    }
    return "goes on";
  }

  #call(subrs: CffIndex | undefined, depth: number): CharstringWidth | "goes on" {
    const index = this.#stack.pop();
    const code = index === undefined ? undefined : subrs?.object(index + subrBias(subrs));
    return code === undefined || depth >= MAX_DEPTH ? undefined : this.run(code, depth + 1);
  }

  /** Pushes the number at `offset`, and returns how many bytes it has. */
  #pushNumber(code: BinaryView, offset: number): number {
    const byte = code.u8(offset);
    if (byte === 28) {
      this.#stack.push(code.i16(offset + 1));
      return 3;
    }
    if (byte <= 246) {
      this.#stack.push(byte - 139);
      return 1;
    }
    if (byte <= 250) {
      this.#stack.push((byte - 247) * 256 + code.u8(offset + 1) + 108);
      return 2;
    }
    if (byte <= 254) {
      this.#stack.push(-(byte - 251) * 256 - code.u8(offset + 1) - 108);
      return 2;
    }
    // The number is 16.16 fixed point.
    this.#stack.push((code.u32(offset + 1) | 0) / 0x10000);
    return 5;
  }
}

/**
 * Returns the width at the first operator, if there are more operands than it takes: hints take pairs, and path
 * operators leave no room for a width.
 */
function widthAt(operator: number, stack: readonly number[]): CharstringWidth {
  switch (operator) {
    case 1: // hstem
    case 3: // vstem
    case 18: // hstemhm
    case 23: // vstemhm
    case 19: // hintmask
    case 20: // cntrmask
      return widthIf(stack.length % 2 === 1, stack);
    case 4: // vmoveto
    case 22: // hmoveto
      return widthIf(stack.length > 1, stack);
    case 21: // rmoveto
      return widthIf(stack.length > 2, stack);
    case 14: // endchar, with four operands if it is an accented character
      return widthIf(stack.length === 1 || stack.length === 5, stack);
    case 0:
    case 2:
    case 9:
    case 13:
    case 15:
    case 16:
    case 17:
      return undefined;
    default:
      return "default";
  }
}

function widthIf(isThere: boolean, [difference]: readonly number[]): CharstringWidth {
  return isThere && difference !== undefined ? { difference } : "default";
}
