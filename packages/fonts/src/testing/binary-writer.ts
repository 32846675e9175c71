/** Returns the bytes themselves; `u16` and `u32` write numbers with the highest byte first, as font programs do. */
export const u8 = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const u16 = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));

export const u32 = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(
    values.flatMap((value) => [(value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]),
  );

export const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

export const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
