import { isUtf8 } from "node:buffer";
import type { InvalidContent } from "../faults.ts";
import { jsonFault } from "./json-fault.ts";
import { TextPosition } from "./text-position.ts";

/** Checks that bytes that arrive in chunks are UTF-8. */
export class Utf8Check {
  #offset = 0;
  /** The beginning of a character whose end has not arrived. */
  #begun = Buffer.alloc(0);
  readonly #position = new TextPosition();

  /**
   * Checks the next bytes.
   * @throws InvalidContent `json_invalid` at the offset of the first byte that is not UTF-8
   */
  push(chunk: Buffer): void {
    // Only few bytes are copied, and only when a character lies across two chunks.
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    const whole = bytes.subarray(0, bytes.length - begunBytes(bytes));
    if (!isUtf8(whole)) {
      throw this.#fault(whole, firstDifference(whole, Buffer.from(whole.toString("utf8"))));
    }
    this.#position.pass(whole);
    this.#offset += whole.length;
    this.#begun = Buffer.from(bytes.subarray(whole.length));
  }

  /**
   * Checks that the last character is complete; called when the data is complete.
   * @throws InvalidContent `json_invalid`
   */
  finish(): void {
    if (this.#begun.length > 0) {
      throw this.#fault(this.#begun, 0);
    }
  }

  #fault(bytes: Buffer, index: number): InvalidContent {
    return jsonFault({
      ...this.#position.at(bytes, index),
      offsetBytes: this.#offset + index,
      startBytes: this.#offset + index,
      expected: "UTF-8",
      found: `byte 0x${bytes.toString("hex", index, index + 1)}`,
    });
  }
}

const MAX_CHARACTER_BYTES = 4;

/** Returns how many bytes at the end begin a character that needs more of them (RFC 3629 §3). */
function begunBytes(bytes: Buffer): number {
  for (let count = 1; count < MAX_CHARACTER_BYTES && count <= bytes.length; count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) {
      return 0;
    }
    // 11xxxxxx begins a character, 10xxxxxx continues one.
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return count < needed ? count : 0;
    }
  }
  return 0;
}

/** Returns the offset of the first byte of `body` that is no UTF-8: it was decoded as something else. */
function firstDifference(body: Buffer, decoded: Buffer): number {
  const offset = body.findIndex((byte, index) => byte !== decoded[index]);
  return offset < 0 ? body.length : offset;
}
