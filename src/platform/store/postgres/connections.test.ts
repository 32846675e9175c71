import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openConnections } from "./connections.ts";
import { migrate } from "./migrations.ts";
import { isTrouble } from "./postgres-failure.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

/* Connections that the server ends, and servers that crash. */

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

/** Has `work` run in the place of the next COMMIT, which it may do, and breaks the connection after it. */
function inPlaceOfCommit(work: (commit: () => Promise<unknown>) => Promise<unknown>): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the client as `this`
  const query = Client.prototype.query as (...values: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...values: unknown[]) {
    if (values[0] !== "COMMIT") {
      return query.apply(this, values);
    }
    spy.mockRestore();
    const commit = async (): Promise<unknown> => await query.apply(this, values);
    return work(commit).then(() => Promise.reject(Object.assign(new Error("cut"), { code: "ECONNRESET" })));
  });
  onTestFinished(() => spy.mockRestore());
}

test.skipIf(!hasPostgres)(
  "a transaction that a crash has undone is not taken for the one that has its identifier next",
  async () => {
    const connections = openConnections({ url, maxConnections: 4 });
    await migrate(connections);
    await connections.queries.run("CREATE TABLE notes (text TEXT)");
    let lost: unknown;
    let others: readonly unknown[] = [];
    inPlaceOfCommit(async () => {
      server?.kill();
      await server?.start();
      const client = new Client({ connectionString: url });
      await client.connect();
      const next = "INSERT INTO notes VALUES ('other') RETURNING pg_current_xact_id()::text AS id";
      others = [await client.query(next), await client.query(next)].map(({ rows }) => rows[0]?.id);
      await client.end();
    });
    const transaction = connections.transaction({ durable: true, hasMark: true, lock: "SELECT 1" }, async (sql) => {
      lost = await sql.get("INSERT INTO notes VALUES ('lost') RETURNING pg_current_xact_id()::text AS id");
    });
    await expect(transaction).rejects.toThrow("The connection broke during a commit.");
    // Otherwise the crash has shown nothing.
    expect(others).toContain((lost as { readonly id: string }).id);
    await expect(connections.queries.all("SELECT DISTINCT text FROM notes")).resolves.toEqual([{ text: "other" }]);
    await connections.close();
  },
);

test.skipIf(!hasPostgres)(
  "a transaction whose connection breaks when it has been committed is known to be",
  async () => {
    const connections = openConnections({ url, maxConnections: 4 });
    await migrate(connections);
    await connections.queries.run("CREATE TABLE pages (number BIGINT)");
    inPlaceOfCommit((commit) => commit());
    const transaction = connections.transaction({ durable: true, hasMark: true, lock: "SELECT 1" }, (sql) =>
      sql.get("INSERT INTO pages VALUES (1) RETURNING number"),
    );
    await expect(transaction).resolves.toEqual({ number: 1 });
    await connections.close();
  },
);
