import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { DATABASE_ID_KEY } from "./blob-keys.ts";
import { claimBlobs } from "./database-id.ts";
import { openLocalBlobs } from "./local/local-blobs.ts";

async function opened() {
  const directory = await mkdtemp(join(tmpdir(), "quire-database-id-"));
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  return { store, blobs: await openLocalBlobs(directory), place: "s3://bucket/quire/" };
}

test("files belong to the database that was first used with them, on all of its nodes and at each start", async () => {
  const { store, blobs, place } = await opened();
  await claimBlobs(blobs, { store, place });
  const id = await blobs.read(DATABASE_ID_KEY);
  await claimBlobs(blobs, { store, place });
  expect(await blobs.read(DATABASE_ID_KEY)).toEqual(id);
  expect(String(id)).toMatch(/^[0-9a-f]{32}$/);
});

test("another database is refused with what to do, and may have the files once their id is deleted", async () => {
  const { store, blobs, place } = await opened();
  const other = await opened();
  await claimBlobs(blobs, { store, place });
  await expect(claimBlobs(blobs, { store: other.store, place })).rejects.toThrow(
    /^The files at s3:\/\/bucket\/quire\/ belong to another database: .+ QUIRE_S3_PREFIX .+ delete the object s3:\/\/bucket\/quire\/database-id; /,
  );
  await blobs.remove([DATABASE_ID_KEY]);
  await claimBlobs(blobs, { store: other.store, place });
  await expect(claimBlobs(blobs, { store, place })).rejects.toThrow("belong to another database");
});
