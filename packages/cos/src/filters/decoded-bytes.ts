import { CosError } from "../cos-error.ts";

/** What one filter made of its input. */
export interface FilterOutput {
  readonly bytes: Uint8Array;
  /** What could not be decoded, as a sentence; `bytes` is what came before it. */
  readonly damage?: string | undefined;
}

export const tooManyBytes = (maxBytes: number): CosError =>
  new CosError("too_complex", `A stream decodes to more than the ${maxBytes} bytes that are left for it.`);

/**
 * A longer buffer that begins with the `length` bytes of `output` and has room for `needed`. It doubles, and is never
 * longer than `maxBytes`.
 * @throws CosError `too_complex` when `needed` is more than `maxBytes`
 */
export function grown(output: Uint8Array, length: number, needed: number, maxBytes: number): Uint8Array {
  if (needed > maxBytes) {
    throw tooManyBytes(maxBytes);
  }
  const longer = new Uint8Array(Math.min(maxBytes, Math.max(needed, output.length * 2)));
  longer.set(output.subarray(0, length));
  return longer;
}
