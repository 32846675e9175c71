import { Failure } from "../kernel/failure.ts";
import { openFirstKey } from "../platform/auth/first-account.ts";
import { agreeOnPepper, configuredPepper } from "../platform/auth/pepper.ts";
import type { Config } from "../platform/config/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { openConfiguredStore, placeOfStore } from "../platform/store/configured-store.ts";
import type { ConfiguredKey } from "../platform/store/key-store.ts";
import { LeaseKeeper } from "../platform/store/lease-keeper.ts";
import { tlsAdvice } from "../platform/store/postgres/tls-trouble.ts";
import type { Migrated } from "../platform/store/sqlite/schema.ts";
import type { Store } from "../platform/store/store.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { recordSettings } from "./recorded-settings.ts";

const MAX_ATTEMPTS = 3;

interface StoreDeps {
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly log: Log;
  /** Called when only another process can go on with the data, and why. */
  readonly onLost: (why: string) => void;
  /** Whether the node answers requests, and thus has to know the secret under which keys are hashed. */
  readonly needsKeys: boolean;
}

/** An open store whose lease is kept until it is disposed of. */
interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
  /** What requests need of it; undefined unless the node needs keys. */
  readonly keys: OpenedKeys | undefined;
}

interface OpenedKeys {
  readonly pepper: Buffer;
  /** The first key, when this start has made it. */
  readonly printOnce: string | undefined;
  /** What the operator should know about the configured key, in sentences. */
  readonly notices: readonly string[];
}

/**
 * Opens the store, takes over what earlier processes left in it, and opens the first account with its key where the node
 * needs keys.
 * @throws StartFailure when the database cannot be used, ConfigError
 */
export async function openStore(config: Config, deps: StoreDeps): Promise<OpenedStore> {
  const { instance, log, onLost, needsKeys } = deps;
  const pepper = needsKeys ? await configuredPepper(config) : undefined;
  try {
    await using begun = new AsyncDisposableStack();
    const trouble =
      config.QUIRE_DATABASE_URL === undefined
        ? "the store's thread has died; it is replaced"
        : "a connection to the database was lost; another is opened";
    const onTrouble = (error: Error): void => log.error({ err: error }, trouble);
    const onMigrated = ({ from, to }: Migrated): void =>
      log.info({ from, to }, "the database has been brought to a newer version of its schema");
    const store = await openConfiguredStore(config, { writer: "thread", onTrouble, onLost, onMigrated });
    begun.defer(() => store.close());
    if (pepper !== undefined && store.isShared) {
      await agreeOnPepper(store, pepper);
    }
    const leases = new LeaseKeeper({ store, instance, maxAttempts: MAX_ATTEMPTS, log });
    await leases.start();
    begun.defer(() => leases.stop());
    const keys = pepper && (await openKeys(config, { store, pepper, log }));
    await recordSettings(config, { store, pepper, role: needsKeys ? "serve" : "worker", log });
    const opened = begun.move();
    return { store, keys, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  } catch (error) {
    if (error instanceof Failure && error.code === "storage_unavailable") {
      throw new StartFailure(
        `The database ${placeOfStore(config)} cannot be used: ${reasonOf(error.cause)}${tlsAdvice(error.cause)}`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function openKeys(
  config: Config,
  { store, pepper, log }: { readonly store: Store; readonly pepper: Buffer; readonly log: Log },
): Promise<OpenedKeys> {
  const { printOnce, configured } = await openFirstKey(config, { store, pepper, now: store.now() });
  return { pepper, printOnce, notices: configured === undefined ? [] : configuredKeyNotices(configured, log) };
}

/** Logs what became of the configured key, by its id alone; returns what the operator should know about it. */
function configuredKeyNotices({ key, change }: ConfiguredKey, log: Log): readonly string[] {
  const facts = { key: key.id, account: key.accountId };
  switch (change) {
    case "unchanged":
      return [];
    case "made":
      log.info(facts, "the key of QUIRE_BOOTSTRAP_API_KEY has been made");
      return [];
    case "replaced": {
      log.info(facts, "QUIRE_BOOTSTRAP_API_KEY has another value: the key has been replaced");
      return ["QUIRE_BOOTSTRAP_API_KEY has another value than at the start before, which no longer works as a key."];
    }
    case "revoked": {
      const notice = `QUIRE_BOOTSTRAP_API_KEY is the value of key ${key.id}, which was revoked and stays so: set another one.`;
      log.warn(facts, notice);
      return [notice];
    }
  }
}
