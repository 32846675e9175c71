import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/*
 * Secrets that sign (Standard Webhooks 1.0, "Signature scheme"): `whsec_` and base64 of 24 to 64 bytes. Signing takes
 * the secret itself, so it is kept, encrypted with AES-256-GCM under a key that is derived from the service's pepper,
 * which is not in the database.
 */

const PREFIX = "whsec_";
const NEW_BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(NEW_BYTES).toString("base64")}`;

/** Returns the bytes that sign; undefined when `secret` is not one. */
export function bytesOfSecret(secret: string): Buffer | undefined {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, "base64");
  const isSecret = secret.startsWith(PREFIX) && bytes.toString("base64") === text;
  return isSecret && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES ? bytes : undefined;
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (pepper: Buffer): Buffer => Buffer.from(hkdfSync("sha256", pepper, "", "quire webhook secret", 32));

export function sealSecret(secret: string, pepper: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(pepper), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Decrypts a secret; undefined when it was sealed under another pepper. */
export function unsealSecret(sealed: string, pepper: Buffer): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(ALGORITHM, keyFrom(pepper), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    // A wrong key and a changed text cannot be distinguished.
    return undefined;
  }
}
