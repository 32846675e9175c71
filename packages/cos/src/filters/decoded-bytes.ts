import { CosError } from "../cos-error.ts";

/** The output of one filter. */
export interface FilterOutput {
  readonly bytes: Uint8Array;
  /** The reason why decoding stopped or was incomplete, as a sentence; `bytes` is what could be decoded. */
  readonly damage?: string | undefined;
  /** Whether the data do not begin as the filter's do, and were looked for behind, or without, their header. */
  readonly isGuessed?: true | undefined;
}

export const tooManyBytes = (maxBytes: number): CosError =>
  new CosError("too_complex", `A stream decodes to more than the ${maxBytes} bytes that are left for it.`);

/**
 * Returns a longer buffer that begins with the `length` bytes of `output` and has room for `needed`. Its length
 * doubles, up to `maxBytes`.
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
