import { afterAll, beforeAll, describe } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import type { OpenedStore } from "../conformance/scene.ts";
import { storeConformance } from "../conformance/store-conformance.ts";
import type { Store } from "../store.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type EmptiedDatabase, openEmptiedDatabase } from "./testing/emptied-database.ts";
import { hasPooler, type Pooler, startPooler } from "./testing/pooler.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

if (postgresPrograms() === undefined) {
  process.stderr.write("Tests of the PostgreSQL store are left out: there is no PostgreSQL server.\n");
}

describe.skipIf(postgresPrograms() === undefined)("on a server of its own", () => {
  let server: PostgresServer;
  let database: EmptiedDatabase;
  /** The store of all tests of a way to the database: it has nothing of its own, and opening takes longer than a test. */
  let kept: Store | undefined;
  const emptied = async (open: () => Promise<Store>): Promise<OpenedStore> => {
    await database.empty();
    kept ??= await open();
    return { store: { ...kept, close: async () => undefined }, remove: async () => undefined };
  };
  const closeKept = async (): Promise<void> => {
    await kept?.close();
    kept = undefined;
  };
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openEmptiedDatabase(server);
  }, 60_000);
  afterAll(async () => {
    await closeKept();
    await database.close();
    await server.remove();
  });

  storeConformance("PostgreSQL", () => emptied(() => openPostgresStore({ url: database.url, maxConnections: 6 })));

  describe.skipIf(!IS_FULL || !hasPooler())("behind a pooler of transactions", () => {
    let pooler: Pooler;
    beforeAll(async () => {
      await closeKept();
      pooler = await startPooler(server.port);
    });
    afterAll(async () => {
      await closeKept();
      await pooler.remove();
    });

    storeConformance("PostgreSQL by way of PgBouncer", () =>
      emptied(() => openPostgresStore({ url: pooler.addressOf(database.url), maxConnections: 6 })),
    );
  });
});
