// One state serves all calls: they do not overlap, and allocating it would cost more than a short string.
const state = new Int32Array(256);

/**
 * Encrypts or decrypts with RC4, in which both are the same. Keys have 1 to 256 bytes. OpenSSL 3 has RC4 only with its
 * legacy provider.
 */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  schedule(key);
  const length = bytes.length;
  const output = new Uint8Array(length);
  const s = state;
  let i = 0;
  let j = 0;
  for (let index = 0; index < length; index++) {
    i = (i + 1) & 255;
    const a = s[i] ?? 0;
    j = (j + a) & 255;
    const b = s[j] ?? 0;
    s[i] = b;
    s[j] = a;
    output[index] = (bytes[index] ?? 0) ^ (s[(a + b) & 255] ?? 0);
  }
  return output;
}

function schedule(key: Uint8Array): void {
  const s = state;
  for (let i = 0; i < 256; i++) {
    s[i] = i;
  }
  const keyLength = key.length;
  let j = 0;
  let k = 0;
  for (let i = 0; i < 256; i++) {
    const a = s[i] ?? 0;
    j = (j + a + (key[k] ?? 0)) & 255;
    s[i] = s[j] ?? 0;
    s[j] = a;
    k = k + 1 === keyLength ? 0 : k + 1;
  }
}
