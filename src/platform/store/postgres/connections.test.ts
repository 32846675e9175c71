import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConnections } from "./connections.ts";
import { isTrouble } from "./postgres-failure.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

/* Connections that the server ends. */

const hasPostgres = postgresPrograms() !== undefined;
let server: PostgresServer | undefined;
let url = "";
beforeAll(async () => {
  server = hasPostgres ? await startPostgresServer() : undefined;
  url = (await server?.createDatabase()) ?? "";
});
afterAll(() => server?.remove());

/** Ends all connections of the service, as a server that stops does. */
async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quire'");
  await client.end();
}

test.skipIf(!hasPostgres).each(["while a statement runs", "between two statements"])(
  "a connection that ends %s fails its transaction as trouble, and the next one has another",
  async (moment) => {
    const connections = openConnections({ url, maxConnections: 4 });
    const options = { durable: false, lock: "SELECT 1" };
    const failed = connections.transaction(options, async (sql) => {
      const ending = endConnections();
      if (moment === "while a statement runs") {
        await sql.all("SELECT pg_sleep(10)");
      }
      await ending;
      // The end has arrived by then; an event that nobody listens to would end the process.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql.all("SELECT 1");
    });
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(isTrouble(error), String(error)).toBe(true);
    const next = await connections.transaction(options, (sql) => sql.get("SELECT 2 AS two"));
    expect(next).toEqual({ two: 2 });
    await connections.close();
  },
);
