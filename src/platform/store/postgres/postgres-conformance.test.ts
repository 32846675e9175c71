import { afterAll, beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

describe.skipIf(postgresPrograms() === undefined)("on a server of its own", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  storeConformance("PostgreSQL", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore({ url, maxConnections: 6 });
    return { store, remove: async () => undefined };
  });
});
