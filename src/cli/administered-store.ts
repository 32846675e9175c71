import { stat } from "node:fs/promises";
import { Failure } from "../kernel/failure.ts";
import { openFirstAccount } from "../platform/auth/first-account.ts";
import { agreeOnPepper, configuredPepper } from "../platform/auth/pepper.ts";
import { systemErrorCode } from "../platform/blobs/small-files.ts";
import { type AccountBounds, accountBoundsOf } from "../platform/config/account-bounds.ts";
import { type Config, ConfigError, examineSettings } from "../platform/config/config.ts";
import { COMMAND_LINE } from "../platform/store/audit-store.ts";
import { openConfiguredStore, sqlitePath } from "../platform/store/configured-store.ts";
import type { Store } from "../platform/store/store.ts";
import { type DataDirectoryChoice, dataDirectoryFlag } from "./data-directory.ts";

/** The data that commands work on: the service's own store, whether the service runs or not. */
export interface Administered {
  readonly store: Store;
  /** Opens the secret under which keys are hashed; it is made where it is missing. */
  readonly pepper: () => Promise<Buffer>;
  /** The bounds of every account, which hold for the command line too. */
  readonly accountBounds: AccountBounds;
}

/** Whether a command makes the directory and the database where there are none: only those that create something do. */
export interface StoreUse extends DataDirectoryChoice {
  readonly makesData?: boolean;
}

/**
 * Runs `work` with the store of the settings, with `dataDir` in place of QUIRE_DATA_DIR. Its result is on disk afterwards.
 * @throws ConfigError; Failure `not_found` where there is no data and the command makes none
 */
export async function withStore<Result>(
  { dataDir, makesData = false }: StoreUse,
  work: (administered: Administered) => Promise<Result>,
): Promise<Result> {
  const config = commandSettings({ dataDir });
  const dataDirectory = config.QUIRE_DATA_DIR;
  const pepper = (): Promise<Buffer> => inDirectory(() => configuredPepper(config));
  if (makesData) {
    await pepper();
  } else if (config.QUIRE_DATABASE_URL === undefined) {
    await expectDatabase(sqlitePath(config), dataDirectory);
  }
  // A separate thread is only needed by the service, whose event loop must not wait for the disk.
  const store = await openConfiguredStore(config, {
    writer: "inline",
    onMigrated: ({ from, to }) => console.error(`The database has been brought from schema version ${from} to ${to}.`),
  });
  try {
    if (makesData && (await store.accounts.list({ limit: 1 })).length === 0) {
      await openFirstAccount(config, { store, now: store.now() });
    }
    const agreedPepper = async (): Promise<Buffer> => {
      const own = await pepper();
      if (store.isShared) {
        await agreeOnPepper(store, own);
      }
      return own;
    };
    return await work({
      store: store.attributedTo(COMMAND_LINE),
      pepper: agreedPepper,
      accountBounds: accountBoundsOf(config),
    });
  } finally {
    await store.close();
  }
}

/** Reads the settings of a command; variables that look like settings and are none are reported on standard error. */
export function commandSettings(choice: DataDirectoryChoice): Config {
  const { config, faults, warnings } = examineSettings(undefined, dataDirectoryFlag(choice));
  if (faults.length > 0) {
    throw new ConfigError(faults.join("\n"));
  }
  for (const warning of warnings) {
    console.error(`Warning: ${warning}`);
  }
  return config;
}

async function expectDatabase(path: string, dataDirectory: string): Promise<void> {
  const isThere = await inDirectory(async () => {
    try {
      return (await stat(path)).isFile();
    } catch (error) {
      if (systemErrorCode(error) === "ENOENT") {
        return false;
      }
      throw error;
    }
  });
  if (!isThere) {
    throw new Failure(
      "not_found",
      `There is no data in ${dataDirectory}: no service has been started with this directory. Set QUIRE_DATA_DIR, or ` +
        "--data-dir, to the data directory of the service.",
    );
  }
}

/** Runs a step in the data directory, and says which directory it is when the system refuses the step. */
async function inDirectory<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
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
