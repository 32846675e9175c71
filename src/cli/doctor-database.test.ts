import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../platform/store/postgres/postgres-store.ts";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from "../platform/store/postgres/testing/postgres-server.ts";
import { databaseCheck } from "./doctor-database.ts";

describe.skipIf(postgresPrograms() === undefined)("the doctor on a PostgreSQL database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  test("says what is there, makes nothing, and says what is wrong", async () => {
    const url = await server.createDatabase();
    const empty = await databaseCheck(url, 12);
    expect(empty).toMatchObject({ state: "ready", detail: expect.stringContaining("no tables yet") });
    expect(await databaseCheck(url, 12)).toEqual(empty);
    await (await openPostgresStore({ url, maxConnections: 2 })).close();
    expect((await databaseCheck(url, 12)).detail).toMatch(/, version \d+\S*.*, schema version [1-9]\d*$/);
    expect(await databaseCheck(url, 400)).toMatchObject({ state: "degraded" });
  });

  test("says that nobody answers, without a password", async () => {
    const check = await databaseCheck("postgres://quire:secret@127.0.0.1:1/quire", 12);
    expect(check).toMatchObject({ state: "unavailable", detail: expect.stringContaining("127.0.0.1:1/quire") });
    expect(JSON.stringify(check)).not.toContain("secret");
  });
});
