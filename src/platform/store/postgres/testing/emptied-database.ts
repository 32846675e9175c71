import { Client } from "pg";
import { openPostgresStore } from "../postgres-store.ts";
import { QUEUE_SCHEMA } from "../queue/queue-entries.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** A database whose tables are emptied between tests, which takes a tenth of the time that a new one does. */
export interface EmptiedDatabase {
  readonly url: string;
  /** Empties all tables but those of the schema itself, past the triggers that keep the ledger. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openEmptiedDatabase(server: PostgresServer): Promise<EmptiedDatabase> {
  const url = await server.createDatabase();
  const store = await openPostgresStore({ url, maxConnections: 2 });
  await store.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()");
  const kept = new Set(["schema_migrations", "probes", "audit_retention"]);
  const tables = rows.map(({ tablename }) => String(tablename)).filter((name) => !kept.has(name));
  return {
    url,
    async empty() {
      await client.query(`SET session_replication_role = replica;
        TRUNCATE ${tables.join(", ")}, ${QUEUE_SCHEMA}.job RESTART IDENTITY;
        UPDATE audit_retention SET kept_from = 0`);
    },
    close: () => client.end(),
  };
}
