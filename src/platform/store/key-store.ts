import type { Account } from "./account-store.ts";

export type KeyMode = "live" | "test";

/** What a key may be used for. `*` is everything except `admin`. */
export type KeyScope =
  | "*"
  | "convert"
  | "pdf"
  | "extract"
  | "ocr"
  | "vision"
  | "templates:read"
  | "templates:write"
  | "jobs"
  | "account"
  | "admin";

export interface Key {
  /** `key_` and 16 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  /** Operations per minute; null: the service's default. */
  readonly rateLimit: number | null;
  /** Operations at the same time; null: the service's default. */
  readonly concurrency: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** To the minute. */
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** Id of the key that made it; null: the service itself or the command line. */
  readonly createdBy: string | null;
  /** The start and the end of the current secret, for people. */
  readonly display: string;
}

/** A secret is known by its HMAC-SHA-256 under the service's pepper only. */
export interface SecretOnFile {
  readonly hash: Uint8Array;
  readonly display: string;
}

/** Everything that admitting a request takes. */
export interface KeyLookup {
  readonly key: Key;
  readonly account: Account;
  /** The presented secret works no more from then on: an old one after a rotation, or null. */
  readonly secretExpiresAt: number | null;
}

export interface KeyStore {
  /** The key whose secret has this hash, whatever its state. */
  lookUp(hash: Uint8Array): Promise<KeyLookup | undefined>;
  /** Durable. With an `origin` that made a key before, that key is given back, with the new secret in place of its own. */
  create(
    key: Omit<Key, "revokedAt" | "lastUsedAt" | "createdAt" | "display"> & {
      readonly secret: SecretOnFile;
      readonly origin?: string | undefined;
      readonly now: number;
    },
  ): Promise<{ readonly kind: "created"; readonly key: Key } | { readonly kind: "unknown_account" | "secret_taken" }>;
  find(id: string): Promise<Key | undefined>;
  /** Newest first, revoked ones included; `accountId` absent: of all accounts; `after` as in `AccountStore.list`. */
  list(page: {
    readonly accountId?: string | undefined;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly Key[]>;
  /** Durable; a revoked key stays revoked from the first time. Undefined: there is no such key. */
  revoke(revocation: { readonly id: string; readonly now: number }): Promise<Key | undefined>;
  /**
   * Gives the key a new secret; the old ones work until `oldExpireAt`, or until they would have ended anyway. Durable.
   * A revoked key is not rotated. With an `origin` that rotated this key before, only the secret that it made is replaced.
   */
  rotate(rotation: {
    readonly id: string;
    readonly secret: SecretOnFile;
    readonly oldExpireAt: number;
    readonly origin?: string | undefined;
    readonly now: number;
  }): Promise<Key | undefined>;
  /**
   * Makes `secret` the one secret of the account's key named `name`, which is made when there is none: the configured key
   * of the first account. Durable when it changes anything.
   */
  configure(key: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly scopes: readonly KeyScope[];
    readonly secret: SecretOnFile;
    readonly now: number;
  }): Promise<Key>;
  /** Remembers when keys were last used. Not durable. */
  touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void>;
}
