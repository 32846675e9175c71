import { afterAll, beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type EmptiedDatabase, openEmptiedDatabase } from "./testing/emptied-database.ts";
import { hasPooler, type Pooler, startPooler } from "./testing/pooler.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

const isFull = process.env["QUIRE_TEST_FULL"] === "1";
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

  describe.skipIf(!isFull || !hasPooler())("behind a pooler of transactions", () => {
    let pooler: Pooler;
    beforeAll(async () => {
      pooler = await startPooler(server.port);
    });
    afterAll(() => pooler.remove());

    storeConformance("PostgreSQL by way of PgBouncer", async () => {
      await database.empty();
      const store = await openPostgresStore({ url: pooler.addressOf(database.url), maxConnections: 6 });
      return { store, remove: async () => undefined };
    });
  });
});
