import type { Sql } from "../sql/sql.ts";

/** How often the time of the database is asked for, in milliseconds: a crystal drifts by less than a millisecond in that. */
const INTERVAL_MS = 10_000;

export interface DatabaseClock {
  /** Returns the time of the database as it is now, in milliseconds of Unix time; it never goes back. */
  readonly now: () => number;
  /** Asks the database for its time. */
  look(): Promise<void>;
  close(): void;
}

/**
 * Opens a clock that goes by the database's, so that nodes whose own clocks differ, or are set while they run, agree on
 * when leases, windows and results end. Between two looks it goes by this machine's monotonic clock.
 */
export async function openDatabaseClock(queries: Sql): Promise<DatabaseClock> {
  let offsetMs = 0;
  let last = 0;
  const look = async (): Promise<void> => {
    const sentMs = performance.now();
    const row = await queries.get<{ readonly now: number }>(
      "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now",
    );
    // The database read its clock between sending and receiving.
    offsetMs = (row?.now ?? Date.now()) - (sentMs + performance.now()) / 2;
  };
  await look();
  // A database that does not answer now answers later; until then the machine's clock goes on.
  const timer = setInterval(() => void look().catch(() => undefined), INTERVAL_MS).unref();
  return {
    now() {
      last = Math.max(last, Math.round(performance.now() + offsetMs));
      return last;
    },
    look,
    close: () => clearInterval(timer),
  };
}
