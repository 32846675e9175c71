import { createHmac, timingSafeEqual } from "node:crypto";

/** What a key may do. `id` names it in logs; the key itself is nowhere but with its owner. */
export interface ApiKey {
  readonly id: string;
  /** Operations per minute. */
  readonly rateLimit: number;
  /** Reads of the service's own resources per minute. */
  readonly readRateLimit: number;
  /** Operations at the same time. */
  readonly concurrency: number;
}

export type KeyRefusal = "missing_api_key" | "invalid_api_key";
export type KeyLookup =
  | { readonly kind: "accepted"; readonly key: ApiKey }
  | { readonly kind: "refused"; readonly code: KeyRefusal };

/** The keys that are known. `presented` is the X-API-Key header as it came. */
export interface Keys {
  lookUp(presented: string | undefined): KeyLookup;
}

/** A key that is known by its HMAC-SHA-256 under the service's pepper only. */
export interface StoredKey extends ApiKey {
  readonly hash: Buffer;
}

export const hashKey = (key: string, pepper: Buffer): Buffer => createHmac("sha256", pepper).update(key).digest();

// Contract §5: keys are 8 to 256 visible ASCII characters, whoever made them.
const ACCEPTABLE = /^[\x21-\x7e]{8,256}$/;

export function keysFrom(stored: readonly StoredKey[], pepper: Buffer): Keys {
  return {
    lookUp(presented) {
      if (presented === undefined || presented === "") {
        return { kind: "refused", code: "missing_api_key" };
      }
      if (ACCEPTABLE.test(presented)) {
        const hash = hashKey(presented, pepper);
        const key = stored.find((known) => timingSafeEqual(known.hash, hash));
        if (key !== undefined) {
          return { kind: "accepted", key };
        }
      }
      return { kind: "refused", code: "invalid_api_key" };
    },
  };
}
