import { afterAll, beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type EmptiedDatabase, openEmptiedDatabase } from "./testing/emptied-database.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

if (postgresPrograms() === undefined) {
  process.stderr.write("Tests of the PostgreSQL store are left out: there is no PostgreSQL server.\n");
}

describe.skipIf(postgresPrograms() === undefined)("on a server of its own", () => {
  let server: PostgresServer;
  let database: EmptiedDatabase;
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openEmptiedDatabase(server);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await server.remove();
  });

  storeConformance("PostgreSQL", async () => {
    await database.empty();
    const store = await openPostgresStore({ url: database.url, maxConnections: 6 });
    return { store, remove: async () => undefined };
  });
});
