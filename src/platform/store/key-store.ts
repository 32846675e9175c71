import type { Account } from "./account-store.ts";

export type KeyMode = "live" | "test";

/** The right to use a key for something. `*` is everything except `admin`. */
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
  /** The key's id: `key_` and 16 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  /** The number of operations per minute; null: the service's default. */
  readonly rateLimit: number | null;
  /** The number of operations at the same time; null: the service's default. */
  readonly concurrency: number | null;
  readonly expiresAt: number | null;
  /** The networks of clients that may use the key, as `parseNetwork` writes them; null: any client. */
  readonly allowedAddresses: readonly string[] | null;
  readonly revokedAt: number | null;
  /** The time of the last use of the key, to the minute. */
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** The id of the key that made it; null: the service itself or the command line. */
  readonly createdBy: string | null;
  /** The start and the end of the current secret, for people. */
  readonly display: string;
}

/** A secret as the store keeps it: only its HMAC-SHA-256 under the service's pepper. */
export interface SecretOnFile {
  readonly hash: Uint8Array;
  readonly display: string;
}

/** Everything that is needed to admit a request. */
export interface KeyLookup {
  readonly key: Key;
  readonly account: Account;
  /** The time at which the presented secret stops working: for an old one after a rotation; null otherwise. */
  readonly secretExpiresAt: number | null;
}

/**
 * The configured key, and what became of it: made, given another secret than before, left as it was, or not accepted
 * because its secret is that of a revoked key.
 */
export interface ConfiguredKey {
  readonly key: Key;
  readonly change: "made" | "replaced" | "unchanged" | "revoked";
}

/** The number of an account's revoked and expired keys, made by its other keys, that are kept: the last made. */
export const MAX_ENDED_KEYS = 1000;
/** The number of former secrets of a key that are kept; those that end first are forgotten. */
export const MAX_FORMER_SECRETS = 10;

export interface KeyStore {
  /** Finds the key whose secret has this hash, whatever its state. */
  lookUp(hash: Uint8Array): Promise<KeyLookup | undefined>;
  /**
   * Creates a key. With an `origin` that made a key before, that key is returned, with the new secret in place of its
   * former one. `too_many`: the account has `maxLive` keys that are neither revoked nor expired. Keys that have ended are
   * forgotten when there are more than `MAX_ENDED_KEYS`. Durable.
   */
  create(
    key: Omit<Key, "revokedAt" | "lastUsedAt" | "createdAt" | "display"> & {
      readonly secret: SecretOnFile;
      readonly origin?: string | undefined;
      readonly maxLive?: number | undefined;
      readonly now: number;
    },
  ): Promise<
    { readonly kind: "created"; readonly key: Key } | { readonly kind: "unknown_account" | "secret_taken" | "too_many" }
  >;
  find(id: string): Promise<Key | undefined>;
  /**
   * Lists keys, newest first, revoked ones included. When `accountId` is absent, those of all accounts are listed;
   * `after` as in `AccountStore.list`.
   */
  list(page: {
    readonly accountId?: string | undefined;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly Key[]>;
  /**
   * Revokes a key; a revoked key stays revoked from the first time. Returns undefined when there is no such key.
   * Durable.
   */
  revoke(revocation: { readonly id: string; readonly now: number }): Promise<Key | undefined>;
  /**
   * Gives the key a new secret; the old ones work until `oldExpireAt`, or until they would have ended anyway, or until
   * there are more than `MAX_FORMER_SECRETS`. Durable.
   * A revoked key is not rotated. With an `origin` that rotated this key before, only the secret that it made is
   * replaced.
   */
  rotate(rotation: {
    readonly id: string;
    readonly secret: SecretOnFile;
    readonly oldExpireAt: number;
    readonly origin?: string | undefined;
    readonly now: number;
  }): Promise<Key | undefined>;
  /**
   * Makes `secret` the one secret of the account's key named `name`, which is made when there is none: the configured
   * key of the first account. A key that was revoked stays so. Durable when it changes anything.
   */
  configure(key: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly scopes: readonly KeyScope[];
    readonly secret: SecretOnFile;
    readonly now: number;
  }): Promise<ConfiguredKey>;
  /** Remembers when keys were last used. Not durable. */
  touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void>;
}
