import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { NOW, newAccount } from "../conformance/scene.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { postgresPrograms, startPostgresServer } from "./testing/postgres-server.ts";

test.skipIf(postgresPrograms() === undefined)(
  "the audit log takes no changes, no deletions but of what has been kept for its time, and is not emptied",
  async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const url = await server.createDatabase();
    const store = await openPostgresStore({ url, maxConnections: 2 });
    const { id } = await newAccount(store);
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const statement of ["UPDATE audit_log SET actor = 'service'", "DELETE FROM audit_log", "TRUNCATE audit_log"]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      await expect(client.query(statement), statement).rejects.toThrow("append-only");
    }
    await client.query(`UPDATE audit_retention SET kept_from = ${NOW + 1}`);
    expect((await client.query("DELETE FROM audit_log")).rowCount).toBe(1);
    // An entry that cannot be written undoes its change.
    await client.query("ALTER TABLE audit_log ADD CHECK (action <> 'account.changed')");
    await client.end();
    await expect(store.accounts.change({ id, name: "Another", now: NOW })).rejects.toThrow();
    expect(await store.accounts.find(id)).toMatchObject({ name: "Example" });
    expect(await store.auditLog.list({ limit: 10 })).toEqual([]);
    await store.close();
  },
);
