import { byteOf, type DirectSpace } from "../colour/colour-space.ts";

export const isDefault = (decode: readonly number[], { defaultDecode }: DirectSpace): boolean =>
  defaultDecode.every((value, index) => decode[index] === value);

/** Returns whether the Decode array inverts every component, from 1 to 0. */
export const isInverted = (decode: readonly number[]): boolean =>
  decode.every((value, index) => value === 1 - (index % 2));

/** Returns, for each component, a table from samples to decoded samples; both have `bits` bits, at most eight. */
export function decodeTables(decode: readonly number[], bits: number): Uint8Array[] {
  const highest = 2 ** bits - 1;
  return Array.from({ length: decode.length >> 1 }, (_, component) => {
    const low = decode[2 * component] ?? 0;
    const high = decode[2 * component + 1] ?? 1;
    return Uint8Array.from({ length: highest + 1 }, (_unused, value) =>
      Math.round((byteOf(low + (value / highest) * (high - low)) / 255) * highest),
    );
  });
}
