import { createSecretKey } from "node:crypto";
import type { Limits } from "../../kernel/limits.ts";
import type { AccountBounds } from "../config/account-bounds.ts";
import type { Account } from "../store/account-store.ts";
import type { Key, KeyScope } from "../store/key-store.ts";
import type { Store } from "../store/store.ts";
import { hasKeyForm, isAcceptableKey } from "./key-form.ts";
import { hashSecret } from "./key-issuing.ts";
import { grants } from "./scopes.ts";

/**
 * The caller of a request: a key that may be used now, its account as it was when the request began, and its bounds.
 */
export interface Caller {
  readonly key: Key;
  readonly account: Account;
  /** The number of operations per minute. */
  readonly rateLimit: number;
  /** The number of reads of the service's own resources per minute. */
  readonly readRateLimit: number;
  /** The number of operations at the same time with this key. */
  readonly concurrency: number;
  /** The bounds of the account, whatever the number of its keys. */
  readonly accountBounds: AccountBounds;
  /** The size of a whole request body, in bytes. */
  readonly uploadBytes: number;
  may(scope: KeyScope): boolean;
}

export type KeyRefusal = "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key";
export type CallerLookup =
  | { readonly kind: "accepted"; readonly caller: Caller }
  | { readonly kind: "refused"; readonly code: KeyRefusal };

export interface Callers {
  /** Looks up the caller by `presented`, the X-API-Key header as it came. */
  lookUp(presented: string | undefined): Promise<CallerLookup>;
  /** Returns whether the key was accepted by this process a while ago, without asking the store; it may be revoked. */
  wasAccepted(presented: string): boolean;
}

export interface CallerBounds {
  readonly rateLimit: number;
  readonly readRateLimit: number;
  readonly concurrency: number;
  readonly account: AccountBounds;
  readonly limits: Pick<Limits, "uploadBytes">;
}

const MINUTE_MS = 60_000;

/**
 * Returns the callers that `store` knows. Each lookup reads the store, so that a revocation holds from the next request
 * on.
 */
export function createCallers(
  store: Store,
  { pepper, bounds, now = store.now }: { pepper: Buffer; bounds: CallerBounds; now?: () => number },
): Callers {
  const lastMinutes = new Map<string, number>();
  const accepted = new Set<string>();
  const pepperKey = createSecretKey(pepper);
  const hashOf = (presented: string): Buffer => hashSecret(presented, pepperKey);
  const noteAccepted = (name: string): void => {
    // The oldest go first; a key in use comes back with its next request.
    const [oldest] = accepted;
    if (accepted.size >= MAX_ACCEPTED && oldest !== undefined) {
      accepted.delete(oldest);
    }
    accepted.add(name);
  };
  const noteUse = (id: string, at: number): void => {
    const minute = Math.floor(at / MINUTE_MS);
    if (lastMinutes.get(id) !== minute) {
      lastMinutes.set(id, minute);
      // Failing to note when a key was last used must not fail a request.
      void store.keys.touch([{ id, at }]).catch(() => {});
    }
  };
  return {
    async lookUp(presented) {
      if (presented === undefined || presented === "") {
        return refused("missing_api_key");
      }
      const hash = isAcceptableKey(presented) ? hashOf(presented) : undefined;
      const found = hash === undefined ? undefined : await store.keys.lookUp(hash);
      if (hash === undefined || found === undefined) {
        return refused("invalid_api_key");
      }
      const at = now();
      const { key, account, secretExpiresAt } = found;
      // What became of a key is revealed only to those who have the whole secret, in the service's own form.
      if (key.revokedAt !== null || (secretExpiresAt !== null && secretExpiresAt <= at)) {
        return refused(hasKeyForm(presented) ? "revoked_api_key" : "invalid_api_key");
      }
      if (key.expiresAt !== null && key.expiresAt <= at) {
        return refused(hasKeyForm(presented) ? "expired_api_key" : "invalid_api_key");
      }
      noteUse(key.id, at);
      noteAccepted(nameOf(hash));
      return { kind: "accepted", caller: callerOf(key, account, bounds) };
    },
    wasAccepted: (presented) => isAcceptableKey(presented) && accepted.has(nameOf(hashOf(presented))),
  };
}

const nameOf = (hash: Buffer): string => hash.toString("base64");

/** The number of accepted keys that are remembered. */
const MAX_ACCEPTED = 10_000;

const refused = (code: KeyRefusal): CallerLookup => ({ kind: "refused", code });

function callerOf(key: Key, account: Account, bounds: CallerBounds): Caller {
  const isTest = key.mode === "test";
  const { uploadBytes } = bounds.limits;
  const { testRequestsPerMinute, testUploadBytes } = bounds.account;
  return {
    key,
    account,
    rateLimit: isTest
      ? Math.min(testRequestsPerMinute, key.rateLimit ?? testRequestsPerMinute)
      : (key.rateLimit ?? bounds.rateLimit),
    readRateLimit: bounds.readRateLimit,
    concurrency: key.concurrency ?? bounds.concurrency,
    accountBounds: bounds.account,
    uploadBytes: isTest ? Math.min(testUploadBytes, uploadBytes) : uploadBytes,
    may: (scope) => grants(key.scopes, scope),
  };
}
