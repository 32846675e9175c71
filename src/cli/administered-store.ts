import { join } from "node:path";
import { Failure } from "../kernel/failure.ts";
import { openFirstAccount } from "../platform/auth/first-account.ts";
import { openPepper } from "../platform/auth/pepper.ts";
import { type AccountBounds, accountBoundsOf } from "../platform/config/account-bounds.ts";
import { readConfig } from "../platform/config/config.ts";
import { openSqliteStore } from "../platform/store/sqlite/sqlite-store.ts";
import type { Store } from "../platform/store/store.ts";

/** The data that commands work on: the service's own store, whether the service runs or not. */
export interface Administered {
  readonly store: Store;
  /** The secret under which keys are hashed. */
  readonly pepper: Buffer;
  /** The bounds of every account, which hold for the command line too. */
  readonly accountBounds: AccountBounds;
}

/** Runs `work` with the store of QUIRE_DATA_DIR, which is made when there is none. Its result is on disk afterwards. */
export async function withStore<Result>(work: (administered: Administered) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const dataDirectory = config.QUIRE_DATA_DIR;
  const pepper = await openDirectory(dataDirectory);
  // A separate thread is only needed by the service, whose event loop must not wait for the disk.
  const store = await openSqliteStore({ path: join(dataDirectory, "quire.db"), writer: "inline" });
  try {
    const [account] = await store.accounts.list({ limit: 1 });
    if (account === undefined) {
      await openFirstAccount(config, { store, now: Date.now() });
    }
    return await work({ store, pepper, accountBounds: accountBoundsOf(config) });
  } finally {
    await store.close();
  }
}

/** Opens the directory and returns the pepper; both are made where they are missing. */
async function openDirectory(dataDirectory: string): Promise<Buffer> {
  try {
    return await openPepper(dataDirectory);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("storage_unavailable", `The data directory cannot be used: ${reason}.`, { cause });
  }
}

/** Returns everything that `list` has, read page by page. */
export async function everyItem<Item extends { readonly id: string }>(
  list: (page: { readonly limit: number; readonly after?: string | undefined }) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await list({ limit: PAGE, after: items.at(-1)?.id });
    items.push(...page);
    if (page.length < PAGE) {
      return items;
    }
  }
}

const PAGE = 100;
