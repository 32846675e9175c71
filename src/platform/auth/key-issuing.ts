import { createHmac, type KeyObject } from "node:crypto";
import type { KeyMode, SecretOnFile } from "../store/key-store.ts";
import { displayOf, newApiKey } from "./key-form.ts";

/** A key's secret: `secret` goes to its owner, once; `onFile` goes to the store. */
export interface IssuedSecret {
  readonly secret: string;
  readonly onFile: SecretOnFile;
}

/**
 * Returns the HMAC-SHA-256 of the secret under the service's pepper: with a stolen store alone no key can be used. A pepper
 * as `KeyObject` makes it four times as fast.
 */
export const hashSecret = (secret: string, pepper: Buffer | KeyObject): Buffer =>
  createHmac("sha256", pepper).update(secret).digest();

export const secretOnFile = (secret: string, pepper: Buffer): SecretOnFile => ({
  hash: hashSecret(secret, pepper),
  display: displayOf(secret),
});

/** Makes a new secret. */
export function issueSecret(mode: KeyMode, pepper: Buffer): IssuedSecret {
  const secret = newApiKey(mode);
  return { secret, onFile: secretOnFile(secret, pepper) };
}
