import { Pool, type PoolClient, types } from "pg";
import { places, Semaphore } from "../../../kernel/timing/semaphore.ts";
import type { ConnectionState } from "../store.ts";
import { isTrouble } from "./postgres-failure.ts";

/** The time after which a connection counts as refused, in milliseconds. */
const CONNECT_MS = 5000;
/** The time for which one may wait for a connection that others use. */
const WAIT_MS = 15_000;

export interface ConnectionPoolOptions {
  readonly url: string;
  readonly max: number;
  /** The time after which an answer that never comes, because the way to the server is cut, is no longer waited for. */
  readonly answerMs: number;
  readonly onTrouble?: ((error: Error) => void) | undefined;
}

/** Connections to the server, which are waited for in turn; each is opened when it is needed. */
export interface ConnectionPool {
  /** Runs `work` with a connection of its own. It is closed when `work` fails by trouble with it. */
  use<Result>(work: (connection: PoolClient) => Promise<Result>): Promise<Result>;
  state(): Omit<ConnectionState, "use">;
  close(): Promise<void>;
}

export function openConnectionPool({ url, max, answerMs, onTrouble }: ConnectionPoolOptions): ConnectionPool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: "quire",
    types: { getTypeParser },
  });
  // A connection that nobody uses was cut; the next use opens another.
  pool.on("error", (error) => onTrouble?.(error));
  // One that is in use was cut between two statements: the next of them fails.
  pool.on("connect", (client) => void client.on("error", (error) => onTrouble?.(error)));
  const turns = new Semaphore({ permits: places(max) });
  const connected = async (): Promise<PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      // Those who wait learn it too, rather than one after the other.
      turns.refuseWaiting(error);
      throw error;
    }
  };
  return {
    use: (work) =>
      turns.run({ signal: AbortSignal.timeout(WAIT_MS) }, async () => {
        const client = await connected();
        let broken: Error | undefined;
        try {
          return await work(client);
        } catch (error) {
          broken = isTrouble(error) && error instanceof Error ? error : undefined;
          throw error;
        } finally {
          client.release(broken);
        }
      }),
    state: () => ({
      max,
      open: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: turns.waiting + pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** The types of 64-bit integers and of decimals (pg_type.h): sums and counts, which lie within JavaScript's integers here. */
const INT8 = 20;
const NUMERIC = 1700;

const getTypeParser: typeof types.getTypeParser = (type, format) =>
  [INT8, NUMERIC].includes(type) ? Number : types.getTypeParser(type, format);
