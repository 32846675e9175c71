import { Bounds } from "../bounds.ts";
import { CosString, type CosValue, Dict, Name, Ref, Stream } from "../objects.ts";
import { ByteWriter } from "./byte-writer.ts";

/**
 * The numbers to write for references. A stream that stands where only a reference can be gets a number in the same
 * way.
 */
export interface References {
  /** Returns the number to write for the object; 0 when there is no such object, for which null is written. */
  numberOf(target: Ref | Stream): number;
  generationOf(target: Ref | Stream): number;
}

/** The references' existing numbers. */
export const ownNumbers: References = {
  numberOf(target) {
    if (target instanceof Stream) {
      throw new TypeError("A stream is an indirect object: it is referred to.");
    }
    return target.number;
  },
  generationOf: (target) => (target instanceof Ref ? target.generation : 0),
};

/** Writes values with no more white-space than 7.2.3 asks for. */
export class Serialiser {
  /** Encrypts each string before it is written (7.6.2); undefined when strings are not encrypted. */
  encryptString: ((bytes: Uint8Array) => Uint8Array) | undefined;
  readonly #out: ByteWriter;
  readonly #references: References;
  readonly #bounds: Bounds;
  /** Whether a regular character that is written next would join the last token. */
  #isOpen = false;

  constructor(out: ByteWriter, references: References, bounds: Bounds) {
    this.#out = out;
    this.#references = references;
    this.#bounds = bounds;
  }

  /** Writes a value. What stands before it must end with white-space or a delimiter. */
  write(value: CosValue): void {
    this.#isOpen = false;
    this.#value(value, 0);
  }

  #value(value: CosValue, depth: number): void {
    if (typeof value === "number") {
      this.#number(value);
    } else if (value instanceof Name) {
      this.#name(value.value);
    } else if (value instanceof Ref) {
      this.#reference(value);
    } else if (value instanceof CosString) {
      this.#string(this.encryptString === undefined ? value.bytes : this.encryptString(value.bytes), value.isHex);
    } else if (value instanceof Dict) {
      this.#dict(value, depth);
    } else if (Array.isArray(value)) {
      this.#bounds.checkDepth(depth);
      this.#delimiter(0x5b);
      for (const element of value) {
        this.#bounds.step();
        this.#value(element, depth + 1);
      }
      this.#delimiter(0x5d);
    } else if (value instanceof Stream) {
      this.#reference(value);
    } else {
      this.#regular(String(value));
    }
  }

  #dict(dict: Dict, depth: number): void {
    this.#bounds.checkDepth(depth);
    this.#out.text("<<");
    this.#isOpen = false;
    // 7.6.2: the Contents of a signature are not encrypted; the signature names their place in ByteRange.
    const plainKey = this.encryptString !== undefined && dict.entries.has("ByteRange") ? "Contents" : undefined;
    for (const [key, value] of dict.entries) {
      this.#bounds.step();
      if (value === null || (value instanceof Ref && this.#references.numberOf(value) === 0)) {
        continue;
      }
      this.#name(key);
      if (key === plainKey && value instanceof CosString) {
        this.#string(value.bytes, value.isHex);
      } else {
        this.#value(value, depth + 1);
      }
    }
    this.#out.text(">>");
    this.#isOpen = false;
  }

  #reference(target: Ref | Stream): void {
    const number = this.#references.numberOf(target);
    this.#regular(number === 0 ? "null" : `${number} ${this.#references.generationOf(target)} R`);
  }

  #number(value: number): void {
    // One digit is the commonest case.
    if (value >= 1 && value <= 9 && Number.isInteger(value)) {
      this.#gap();
      this.#out.byte(0x30 + value);
      this.#isOpen = true;
    } else {
      this.#regular(numberText(value));
    }
  }

  #name(name: string): void {
    const out = this.#out;
    out.byte(0x2f);
    for (let index = 0; index < name.length; index++) {
      const code = name.charCodeAt(index);
      if (code > 0xff) {
        throw new TypeError(`The name ${JSON.stringify(name)} has a character that is no byte.`);
      }
      if (IS_PLAIN_IN_NAME[code] === 1) {
        out.byte(code);
      } else {
        out.byte(0x23);
        out.byte(HEX_DIGITS[code >> 4] ?? 0);
        out.byte(HEX_DIGITS[code & 15] ?? 0);
      }
    }
    // The empty name also joins a following token, though it ends with a delimiter.
    this.#isOpen = true;
  }

  #string(bytes: Uint8Array, isHex: boolean): void {
    // A hexadecimal string stays one, although a literal string is never longer: no byte needs more than one more.
    if (isHex) {
      this.#hexString(bytes);
    } else {
      this.#literalString(bytes);
    }
    this.#isOpen = false;
  }

  #hexString(bytes: Uint8Array): void {
    this.#out.byte(0x3c);
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0;
      this.#out.byte(HEX_DIGITS[byte >> 4] ?? 0);
      this.#out.byte(HEX_DIGITS[byte & 15] ?? 0);
    }
    this.#out.byte(0x3e);
  }

  #literalString(bytes: Uint8Array): void {
    const out = this.#out;
    const escapesParentheses = !hasBalancedParentheses(bytes);
    out.byte(0x28);
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0;
      if (byte === 0x0d) {
        // 7.3.4.2: a carriage return by itself would be read as a line feed.
        out.text("\\r");
      } else if (byte === 0x5c || (escapesParentheses && (byte === 0x28 || byte === 0x29))) {
        out.byte(0x5c);
        out.byte(byte);
      } else {
        out.byte(byte);
      }
    }
    out.byte(0x29);
  }

  #regular(text: string): void {
    this.#gap();
    this.#out.text(text);
    this.#isOpen = true;
  }

  #gap(): void {
    if (this.#isOpen) {
      this.#out.byte(0x20);
    }
  }

  #delimiter(byte: number): void {
    this.#out.byte(byte);
    this.#isOpen = false;
  }
}

/**
 * Formats a number without exponent (7.3.3), with the digits that distinguish it from every other double. A value that
 * is not finite gives 0.
 */
export function numberText(value: number): string {
  if (!Number.isFinite(value) || value === 0) {
    return "0";
  }
  if (Number.isSafeInteger(value)) {
    return String(value);
  }
  const text = String(value);
  if (text.startsWith("0.")) {
    return text.slice(1);
  }
  if (Math.abs(value) >= 1 && Math.abs(value) < SAFE_INTEGERS) {
    return text;
  }
  const sign = value < 0 ? "-" : "";
  const [mantissa = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const point = whole.length + Number(exponent) - (whole.length + fraction.length - digits.length);
  if (point <= 0) {
    return `${sign}.${"0".repeat(-point)}${digits}`;
  }
  // The full stop makes a real of what is too large for the integers of most readers.
  return `${sign}${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`;
}

const SAFE_INTEGERS = 2 ** 53;

/** The maximum number of open parentheses without escapes: readers count them, some of them in few bits. */
const MAX_OPEN_PARENTHESES = 100;

function hasBalancedParentheses(bytes: Uint8Array): boolean {
  let open = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === 0x28) {
      open++;
    } else if (byte === 0x29) {
      open--;
    }
    if (open < 0 || open > MAX_OPEN_PARENTHESES) {
      return false;
    }
  }
  return open === 0;
}

const HEX_DIGITS = new TextEncoder().encode("0123456789ABCDEF");

/**
 * A table with 1 for each character that a name has unescaped (7.3.5): regular characters from ! to ~, except the
 * number sign.
 */
const IS_PLAIN_IN_NAME = new Uint8Array(256);
for (let code = 0x21; code <= 0x7e; code++) {
  IS_PLAIN_IN_NAME[code] = "#()<>[]{}/%".includes(String.fromCharCode(code)) ? 0 : 1;
}
