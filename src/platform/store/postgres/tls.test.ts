import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import { scratchDirectory } from "../conformance/scratch.ts";
import { tlsAdvice } from "./tls-trouble.ts";
import { openPostgresStore } from "./postgres-store.ts";
import {
  makeCertificate,
  type PostgresServer,
  postgresPrograms,
  type ServerCertificate,
  startPostgresServer,
} from "./testing/postgres-server.ts";

describe.skipIf(postgresPrograms() === undefined)("a PostgreSQL database with TLS", () => {
  let directory: string;
  let certificate: ServerCertificate;
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    directory = await scratchDirectory();
    certificate = await makeCertificate(directory);
    server = await startPostgresServer(certificate.settings);
    url = await server.createDatabase();
  }, 60_000);
  afterAll(async () => {
    await server.remove();
    await rm(directory, { recursive: true });
  });

  /** Opens a store and closes it; returns why it cannot be opened, with what to do. */
  async function refusalOf(parameters: string, address = url): Promise<string | undefined> {
    try {
      const store = await openPostgresStore({ url: `${address}?${parameters}`, maxConnections: 2 });
      await store.probe();
      await store.close();
      return undefined;
    } catch (error) {
      const { code, cause } = error instanceof Failure ? error : { code: "none", cause: error };
      if (code !== "storage_unavailable") {
        throw error;
      }
      return `${cause instanceof Error ? cause.message : String(cause)}${tlsAdvice(cause)}`;
    }
  }

  test.each(["verify-full", "require"])("sslmode=%s connects to the server whose authority is named", async (mode) => {
    expect(await refusalOf(`sslmode=${mode}&sslrootcert=${certificate.authority}`)).toBeUndefined();
  });

  test.each(["verify-full", "require"])("sslmode=%s refuses a server of another authority", async (mode) => {
    expect(await refusalOf(`sslmode=${mode}&sslrootcert=${certificate.otherAuthority}`)).toMatch(
      /certificate.+ sslrootcert /,
    );
    expect(await refusalOf(`sslmode=${mode}`)).toMatch(/certificate.+ sslrootcert /);
  });

  test("a server under another name than its certificate's is refused", async () => {
    const elsewhere = url.replace("127.0.0.1", "localhost");
    expect(await refusalOf(`sslmode=verify-full&sslrootcert=${certificate.authority}`, elsewhere)).toMatch(
      / QUIRE_DATABASE_URL has to name the server as its certificate does\.$/,
    );
  });

  test("the file of an authority that is not there is named", async () => {
    expect(await refusalOf("sslmode=verify-full&sslrootcert=/nowhere/ca.pem")).toContain("/nowhere/ca.pem");
  });

  test("a server without TLS is refused where TLS is asked for", async () => {
    const plain = await startPostgresServer();
    try {
      const address = await plain.createDatabase();
      expect(await refusalOf(`sslmode=verify-full&sslrootcert=${certificate.authority}`, address)).toMatch(
        /does not support SSL.+ sslmode=disable /,
      );
    } finally {
      await plain.remove();
    }
  });
});
