import { resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { openSqliteStore, type SqliteStoreOptions } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

type StoreEvents = Pick<SqliteStoreOptions, "writer" | "onTrouble" | "onLost" | "onMigrated">;

/** Returns the place of the data for messages, without a password. */
export function placeOfStore(config: Config): string {
  const { QUIRE_DATABASE_URL: url } = config;
  if (url === undefined) {
    return sqlitePath(config);
  }
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Returns the path of the database in the data directory. */
export const sqlitePath = (config: Config): string => resolve(config.QUIRE_DATA_DIR, "quire.db");

/**
 * Opens the store that the settings name: a PostgreSQL database, or SQLite in the data directory.
 * @throws Failure `storage_unavailable`; StartFailure when the schema is one that this program cannot work with
 */
export async function openConfiguredStore(config: Config, events: StoreEvents): Promise<Store> {
  const { QUIRE_DATABASE_URL: url, QUIRE_DATABASE_CONNECTIONS: maxConnections } = config;
  if (url === undefined) {
    return openSqliteStore({ path: sqlitePath(config), ...events });
  }
  // Its client is loaded only where there is such a database.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ url, maxConnections, onTrouble: events.onTrouble, onMigrated: events.onMigrated });
}
