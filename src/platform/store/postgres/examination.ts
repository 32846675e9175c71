import { Client } from "pg";
import { MIGRATIONS } from "./schema.ts";

/** What is known of a database before the service opens it. */
export interface DatabaseFacts {
  /** The version of the server. */
  readonly server: string;
  /** The version of the schema, 0 when there is none. */
  readonly schema: number;
  /** The version of the schema that this program writes. */
  readonly known: number;
  /** The oldest version of the schema whose programs can work with the database. */
  readonly oldestProgram: number;
  /** The connections that the server takes at most. */
  readonly maxConnections: number;
}

const CONNECT_MS = 5000;

/**
 * Examines a database, and changes nothing in it.
 * @throws Error when it cannot be reached or read
 */
export async function examineDatabase(url: string): Promise<DatabaseFacts> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS server, current_setting('max_connections')::int AS connections,
         to_regclass('schema_migrations') IS NOT NULL AS "isMade"`,
    );
    const [{ server, connections, isMade }] = rows;
    const applied = isMade === true ? await client.query(APPLIED) : { rows: [{ version: 0, oldest: 0 }] };
    const [{ version, oldest }] = applied.rows;
    return {
      server: String(server),
      schema: Number(version),
      known: MIGRATIONS.length,
      oldestProgram: Number(oldest),
      maxConnections: Number(connections),
    };
  } finally {
    await client.end();
  }
}

const APPLIED = `SELECT coalesce(max(version), 0) AS version, coalesce(max(oldest_program), 0) AS oldest
  FROM schema_migrations`;
