import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/*
 * An answer with a secret in it (a new API key) is kept for a repeated request only in a form that its sender alone can
 * read: AES-256-GCM under a key that is derived from the API key of the request, which the service does not keep.
 */

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (apiKey: string, pepper: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", apiKey, pepper, "quire remembered answer", 32));

/** Encrypts `text` under a key derived from `apiKey`, which is the whole key as it was presented. */
export function seal(text: string, { apiKey, pepper }: { apiKey: string; pepper: Buffer }): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(apiKey, pepper), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Decrypts what `seal` returned; undefined when another key sealed it. */
export function unseal(sealed: string, { apiKey, pepper }: { apiKey: string; pepper: Buffer }): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(ALGORITHM, keyFor(apiKey, pepper), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    // A wrong key and a changed text cannot be distinguished.
    return undefined;
  }
}
