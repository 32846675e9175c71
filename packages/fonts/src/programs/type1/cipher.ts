/** The keys of the two encryptions of Type 1 (Adobe Type 1 Font Format, 7.3). */
export const EEXEC_KEY = 55_665;
export const CHARSTRING_KEY = 4330;

/**
 * Decrypts bytes, and drops the random bytes that they begin with; a negative number of these means that nothing is
 * encrypted.
 */
export function decrypt(
  cipher: Uint8Array,
  { key, leadingBytes }: { readonly key: number; readonly leadingBytes: number },
): Uint8Array {
  if (leadingBytes < 0) {
    return cipher;
  }
  const plain = new Uint8Array(Math.max(cipher.length - leadingBytes, 0));
  let state = key;
  for (let index = 0; index < cipher.length; index++) {
    const byte = cipher[index] ?? 0;
    if (index >= leadingBytes) {
      plain[index - leadingBytes] = byte ^ (state >> 8);
    }
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  }
  return plain;
}

export const decryptCharstring = (charstring: Uint8Array, lenIV: number): Uint8Array =>
  decrypt(charstring, { key: CHARSTRING_KEY, leadingBytes: lenIV });

/** Encrypts bytes for `decrypt`, after `leadingBytes` zeros; a negative number of these leaves the bytes as they are. */
export function encrypt(
  plain: Uint8Array,
  { key, leadingBytes }: { readonly key: number; readonly leadingBytes: number },
): Uint8Array {
  if (leadingBytes < 0) {
    return plain;
  }
  const cipher = new Uint8Array(plain.length + leadingBytes);
  let state = key;
  for (let index = 0; index < cipher.length; index++) {
    const byte = (index < leadingBytes ? 0 : (plain[index - leadingBytes] ?? 0)) ^ (state >> 8);
    cipher[index] = byte;
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  }
  return cipher;
}
