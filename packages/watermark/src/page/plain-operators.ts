import type { Bounds } from "@quire/cos";
import { OpenOperators } from "./open-operators.ts";
import { EFFECTS, type Effect } from "./operator-effects.ts";

/**
 * Finds what the operators of content leave open without making values of the operands, which is several times as fast
 * as reading the operations. Returns undefined for content that is not quite ordinary: with inline images, unknown
 * operators, numbers with letters in them, or strings, arrays and dictionaries that are not closed.
 */
export function plainOperators(bytes: Uint8Array, bounds: Bounds): OpenOperators | undefined {
  const open = new OpenOperators();
  /**
   * Open arrays and dictionaries, one bit each (1 for a dictionary), the innermost lowest, below a leading bit that is
   * always set.
   */
  let containers = 1;
  for (let offset = 0; offset < bytes.length; ) {
    const start = offset;
    const kind = KINDS[bytes[start]!]!;
    if (kind === REGULAR) {
      bounds.step();
      offset = pastRegular(bytes, start + 1);
      const code = codeOf(bytes, start, offset);
      const effect = EFFECT_OF_CODE.get(code);
      if (effect !== undefined && containers === 1) {
        open.add(effect);
      } else if (!LITERALS.has(code)) {
        return undefined;
      }
    } else if (kind === WHITE_SPACE) {
      offset++;
    } else if (kind === NUMBER) {
      offset = pastNumber(bytes, start + 1);
    } else if (kind === STRING) {
      offset = pastString(bytes, start);
    } else if (kind === NAME) {
      offset = pastRegular(bytes, start + 1);
    } else if (kind === COMMENT) {
      offset = pastComment(bytes, start);
    } else if (kind === OPENING) {
      const isDict = bytes[start] === LESS;
      const isHexString = isDict && bytes[start + 1] !== LESS;
      offset = isHexString ? pastHexString(bytes, start) : start + (isDict ? 2 : 1);
      containers = isHexString ? containers : containers * 2 + (isDict ? 1 : 0);
    } else {
      const isDict = bytes[start] === GREATER;
      if (kind !== CLOSING || containers === 1 || (containers & 1) !== (isDict ? 1 : 0)) {
        return undefined;
      }
      offset = isDict && bytes[start + 1] !== GREATER ? NOWHERE : start + (isDict ? 2 : 1);
      containers >>= 1;
    }
    if (offset === NOWHERE || containers > MAX_CONTAINERS) {
      return undefined;
    }
  }
  return containers === 1 ? open : undefined;
}

/** The bound of the bits that record open containers, which allows 23 of them. */
const MAX_CONTAINERS = 2 ** 24;
const NOWHERE = -1;

const [OTHER, REGULAR, WHITE_SPACE, NUMBER, STRING, NAME, COMMENT, OPENING, CLOSING] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const LESS = 0x3c;
const GREATER = 0x3e;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const delimiter = "(/%<[>]){}".indexOf(character);
  if (delimiter >= 0) {
    return [STRING, NAME, COMMENT, OPENING, OPENING, CLOSING, CLOSING][delimiter] ?? OTHER;
  }
  return "\0\t\n\f\r ".includes(character) ? WHITE_SPACE : "+-.0123456789".includes(character) ? NUMBER : REGULAR;
});

function pastRegular(bytes: Uint8Array, start: number): number {
  let offset = start;
  for (let kind = kindAt(bytes, offset); kind === REGULAR || kind === NUMBER; kind = kindAt(bytes, offset)) {
    offset++;
  }
  return offset;
}

function pastNumber(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (kindAt(bytes, offset) === NUMBER) {
    offset++;
  }
  return kindAt(bytes, offset) === REGULAR ? NOWHERE : offset;
}

const kindAt = (bytes: Uint8Array, offset: number): number | undefined =>
  offset < bytes.length ? KINDS[bytes[offset]!] : undefined;

function pastString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let offset = start; offset < bytes.length; offset++) {
    const byte = bytes[offset];
    if (byte === 0x5c) {
      offset++;
    } else if (byte === 0x28) {
      depth++;
    } else if (byte === 0x29) {
      depth--;
      if (depth === 0) {
        return offset + 1;
      }
    }
  }
  return NOWHERE;
}

function pastHexString(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length && bytes[offset] !== GREATER) {
    offset++;
  }
  return offset < bytes.length ? offset + 1 : NOWHERE;
}

function pastComment(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length && bytes[offset] !== 0x0a && bytes[offset] !== 0x0d) {
    offset++;
  }
  return offset;
}

/**
 * Returns the code of a word: its first six bytes as an integer. No operator has more than three characters, so a
 * longer word has the code of none.
 */
function codeOf(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let offset = start; offset < end && offset < start + MAX_LENGTH; offset++) {
    code = code * 256 + bytes[offset]!;
  }
  return code;
}

const MAX_LENGTH = 6;
const codeOfText = (text: string): number => codeOf(Buffer.from(text, "latin1"), 0, text.length);

const EFFECT_OF_CODE: ReadonlyMap<number, Effect> = new Map(
  [...EFFECTS].map(([operator, effect]) => [codeOfText(operator), effect]),
);
const LITERALS: ReadonlySet<number> = new Set(["true", "false", "null"].map(codeOfText));
