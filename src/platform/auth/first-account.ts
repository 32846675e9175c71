import type { Config } from "../config/config.ts";
import type { Account } from "../store/account-store.ts";
import { newId } from "../store/ids.ts";
import type { ConfiguredKey, KeyScope } from "../store/key-store.ts";
import type { Store } from "../store/store.ts";
import { issueSecret, secretOnFile } from "./key-issuing.ts";

const ACCOUNT_NAME = "first account";
const CONFIGURED_KEY_NAME = "QUIRE_BOOTSTRAP_API_KEY";
const MADE_KEY_NAME = "first key";
const SCOPES: readonly KeyScope[] = ["*", "admin"];

type FirstAccountSettings = Pick<Config, "QUIRE_BOOTSTRAP_API_KEY" | "QUIRE_MONTHLY_GRANT">;

/** Opens the account that every installation has, and creates it when there is none. */
export const openFirstAccount = (
  { QUIRE_MONTHLY_GRANT: monthlyGrant }: Pick<Config, "QUIRE_MONTHLY_GRANT">,
  { store, now }: { readonly store: Store; readonly now: number },
): Promise<Account> => store.accounts.openFirst({ id: newId.account(), name: ACCOUNT_NAME, monthlyGrant, now });

/**
 * Opens the key of the first account, which is created along with it: the configured key, whose former value then stops
 * working, or else a new one when the account has none. `printOnce` is present when the key has just been made: nothing
 * shows it again; `configured` is what became of the configured key.
 */
export async function openFirstKey(
  config: FirstAccountSettings,
  { store, pepper, now }: { readonly store: Store; readonly pepper: Buffer; readonly now: number },
): Promise<{ readonly printOnce?: string; readonly configured?: ConfiguredKey }> {
  const { id: accountId } = await openFirstAccount(config, { store, now });
  const configured = config.QUIRE_BOOTSTRAP_API_KEY;
  const key = { id: newId.key(), accountId, scopes: SCOPES, now };
  if (configured !== undefined) {
    const secret = secretOnFile(configured, pepper);
    return { configured: await store.keys.configure({ ...key, name: CONFIGURED_KEY_NAME, secret }) };
  }
  const [anyKey] = await store.keys.list({ accountId, limit: 1 });
  // Of nodes that start at the same time with an empty database one makes the key.
  if (
    anyKey !== undefined ||
    (store.isShared && (await store.agree({ name: "first-key", value: key.id })) !== key.id)
  ) {
    return {};
  }
  const { secret, onFile } = issueSecret("live", pepper);
  await store.keys.create({
    ...key,
    name: MADE_KEY_NAME,
    mode: "live",
    rateLimit: null,
    concurrency: null,
    expiresAt: null,
    allowedAddresses: null,
    createdBy: null,
    secret: onFile,
  });
  return { printOnce: secret };
}
