/* The tables of AES (FIPS 197), made once. */

// `S` and `INVERSE_S` are the substitution of bytes and its inverse (5.1.1, 5.3.2). `E` and `D` combine each with the
// mixing of columns (5.1.3, 5.3.3), in 256 words for each of the four bytes of a word.
export const S = new Uint8Array(256);
export const INVERSE_S = new Uint8Array(256);
export const E = new Int32Array(1024);
export const D = new Int32Array(1024);

export function makeTables(): void {
  // The powers of 3, which generates every number of the field except 0.
  const powers = new Uint8Array(256);
  const logarithms = new Uint8Array(256);
  for (let exponent = 0, power = 1; exponent < 255; exponent++) {
    powers[exponent] = power;
    logarithms[power] = exponent;
    power ^= (power << 1) ^ (power & 0x80 ? 0x11b : 0);
  }
  const product = (a: number, b: number) => (a && b ? powers[(logarithms[a]! + logarithms[b]!) % 255]! : 0);
  for (let x = 0; x < 256; x++) {
    const inverse = x === 0 ? 0 : powers[(255 - logarithms[x]!) % 255]!;
    // Combines the inverse with its rotations by 1 to 4 bits.
    const spread = inverse * 0x101;
    const s = ((inverse ^ (spread >> 7) ^ (spread >> 6) ^ (spread >> 5) ^ (spread >> 4)) & 0xff) ^ 0x63;
    S[x] = s;
    INVERSE_S[s] = x;
    const mixed = (product(2, s) << 24) | (s << 16) | (s << 8) | product(3, s);
    const unmixed = (product(14, x) << 24) | (product(9, x) << 16) | (product(13, x) << 8) | product(11, x);
    for (let byte = 0; byte < 4; byte++) {
      E[256 * byte + x] = rotated(mixed, 8 * byte);
      D[256 * byte + s] = rotated(unmixed, 8 * byte);
    }
  }
}

export function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
