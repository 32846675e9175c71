import { Failure } from "../../../../kernel/failure.ts";
import { areWithin } from "../../../../kernel/ip-networks.ts";
import type { Caller } from "../../../auth/callers.ts";
import { mayGive } from "../../../auth/scopes.ts";
import type { Key, KeyMode, KeyScope, KeyStore } from "../../../store/key-store.ts";
import type { Services } from "../../resource/resource.ts";

/*
 * The rules of who may do what to which key (contract §5): only an admin key can give more than it has, and keys of
 * other accounts do not exist for a caller.
 */

export interface WantedKey {
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly rateLimit: number | null;
  readonly concurrency: number | null;
  /** When the key ends, in milliseconds of Unix time; null: never. */
  readonly expiresAt: number | null;
  /** The networks of clients that may use the key; null: any client. */
  readonly allowedAddresses: readonly string[] | null;
}

/** The bounds of keys that have none themselves. */
type Defaults = Pick<Services, "defaults">;

/**
 * Returns the account whose key is asked for: the caller's own, or for administrators any.
 * @throws Failure `insufficient_scope`
 */
export function accountFor(caller: Caller, wanted: string | undefined): string {
  if (wanted !== undefined && wanted !== caller.account.id && !caller.may("admin")) {
    // The answer is the same for accounts that exist and those that do not.
    throw insufficient("Keys of other accounts need an API key with the scope admin.");
  }
  return wanted ?? caller.account.id;
}

/** Returns the bounds of a new key where the request leaves them out: those of the key in use. */
export const inheritedBounds = (
  caller: Caller,
): Pick<WantedKey, "rateLimit" | "concurrency" | "expiresAt" | "allowedAddresses"> => ({
  rateLimit: caller.may("admin") ? null : caller.key.rateLimit,
  concurrency: caller.may("admin") ? null : caller.key.concurrency,
  expiresAt: caller.key.expiresAt,
  allowedAddresses: caller.key.allowedAddresses,
});

/**
 * Checks that the caller may have the secret of such a key, new or not: it may do no more than the key in use, live no
 * longer, and be used from nowhere else. Only an administrator's key gives more scopes and higher limits.
 * @throws Failure `insufficient_scope`
 */
export function checkMayGive(caller: Caller, wanted: WantedKey, { defaults }: Defaults): void {
  const { key } = caller;
  if (!mayGive(key.scopes, wanted.scopes)) {
    throw insufficient("A key cannot grant scopes that it does not have.");
  }
  if (key.mode === "test" && wanted.mode === "live") {
    throw insufficient("A test key can only create test keys.");
  }
  if (key.expiresAt !== null && (wanted.expiresAt === null || wanted.expiresAt > key.expiresAt)) {
    throw insufficient("A key cannot create one that lives longer than itself.");
  }
  const { allowedAddresses: own } = key;
  if (own !== null && (wanted.allowedAddresses === null || !areWithin(wanted.allowedAddresses, own))) {
    throw insufficient(
      `A key cannot create one that is used from other addresses than itself; allowed_addresses may have networks within ${own.join(", ")}.`,
    );
  }
  if (caller.may("admin")) {
    return;
  }
  for (const [name, value, most] of [
    ["rate_limit", wanted.rateLimit ?? defaults.rateLimit, key.rateLimit ?? defaults.rateLimit],
    ["concurrency", wanted.concurrency ?? defaults.concurrency, key.concurrency ?? defaults.concurrency],
  ] as const) {
    if (value > most) {
      throw insufficient(`A ${name} above ${most}, that of the key in use, needs a key with the scope admin.`);
    }
  }
}

/**
 * Returns the key that a request names, when its caller may see it.
 * @throws Failure `not_found`
 */
export async function visibleKey(caller: Caller, id: string | undefined, keys: Pick<KeyStore, "find">): Promise<Key> {
  const key = await keys.find(id ?? "");
  if (key === undefined || (key.accountId !== caller.account.id && !caller.may("admin"))) {
    throw unknownKey();
  }
  return key;
}

/**
 * Checks that the caller may revoke the key: an administrator's key is revoked by administrators only.
 * @throws Failure `insufficient_scope`
 */
export function checkMayRevoke(caller: Caller, { scopes }: Pick<Key, "scopes">): void {
  if (scopes.includes("admin") && !caller.may("admin")) {
    throw insufficient("Only a key with the scope admin can revoke a key with the scope admin.");
  }
}

const unknownKey = (): Failure =>
  new Failure("not_found", "The account has no such key; GET /api/v1/keys lists those that it has.");

const insufficient = (message: string): Failure => new Failure("insufficient_scope", message);
