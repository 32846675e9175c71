import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agreeOnPepper, configuredPepper, openPepper } from "../platform/auth/pepper.ts";
import { BLOB_FOLDERS } from "../platform/blobs/blob-keys.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { lockDirectory } from "../platform/blobs/process-lock.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { s3Settings } from "../platform/config/s3.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { placeOfStore, sqlitePath } from "../platform/store/configured-store.ts";
import { fillFromSqlite } from "../platform/store/postgres/filling.ts";
import { openPostgresStore } from "../platform/store/postgres/postgres-store.ts";
import type { Copied } from "../platform/store/sql/copied-tables.ts";
import { connect } from "../platform/store/sqlite/database.ts";
import { prepareFile } from "../platform/store/sqlite/schema.ts";
import { commandSettings } from "./administered-store.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

/**
 * Runs `quire migrate`, which copies everything from the SQLite database of the data directory to the PostgreSQL database
 * of QUIRE_DATABASE_URL, and the files of jobs and results to the S3 store, where one is set. The service must not be
 * running. Nothing is taken out of the data directory, so that the service can be started on it again; a database of an older
 * version is brought to this one's, as a start would do.
 * @throws ConfigError, and StartFailure when there is nothing to copy or no place for it
 */
export async function migrate(choice: DataDirectoryChoice): Promise<number> {
  const config = commandSettings(choice);
  const url = config.QUIRE_DATABASE_URL;
  if (url === undefined) {
    throw new ConfigError(
      "QUIRE_DATABASE_URL is absent: it names the PostgreSQL database that everything is copied to.",
    );
  }
  const path = sqlitePath(config);
  if (!existsSync(path)) {
    throw new StartFailure(
      `There is no database in ${config.QUIRE_DATA_DIR}; QUIRE_DATA_DIR names the data directory.`,
    );
  }
  const lock = await lockDirectory(config.QUIRE_DATA_DIR);
  try {
    await expectSamePepper(config);
    const store = await openPostgresStore({ url, maxConnections: 2 });
    try {
      await agreeOnPepper(store, await configuredPepper(config));
    } finally {
      await store.close();
    }
    // The rows come last, all or none: what fails before can be done again by the same command.
    const blobs = await copyBlobs(config);
    prepareFile(path);
    const source = connect(path, { readOnly: true });
    let copied: Copied;
    try {
      copied = await fillFromSqlite(source, { url, maxConnections: 2 });
    } finally {
      source.close();
    }
    console.log(sentenceOf(copied, blobs, placeOfStore(config)));
    return 0;
  } finally {
    lock.release();
  }
}

/** Checks that the nodes will hash keys as the service has done so far. */
async function expectSamePepper(config: Config): Promise<void> {
  const own = await openPepper(config.QUIRE_DATA_DIR);
  if (config.QUIRE_KEY_PEPPER === undefined || !(await configuredPepper(config)).equals(own)) {
    throw new ConfigError(
      "QUIRE_KEY_PEPPER has to be the secret under which the keys of this data directory are hashed, in hexadecimal " +
        `digits; print it with: od -An -v -tx1 ${join(config.QUIRE_DATA_DIR, "key-pepper")} | tr -d ' \\n'`,
    );
  }
}

/** Copies all blobs of the data directory to the S3 store; returns their number, undefined when there is no such store. */
async function copyBlobs(config: Config): Promise<number | undefined> {
  const s3 = s3Settings(config);
  if (s3 === undefined) {
    return undefined;
  }
  const from = await openBlobs(config.QUIRE_DATA_DIR, undefined);
  const to = await openBlobs(config.QUIRE_DATA_DIR, s3);
  const directory = await mkdtemp(join(tmpdir(), "quire-migrate-"));
  let count = 0;
  try {
    for (const folder of BLOB_FOLDERS) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- folder by folder
      for (const { key } of await from.list(folder)) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a blob at a time: they may be large
        count += (await copyBlob(key, { from, to, path: join(directory, "blob") })) ? 1 : 0;
      }
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  return count;
}

async function copyBlob(
  key: string,
  { from, to, path }: { readonly from: BlobStore; readonly to: BlobStore; readonly path: string },
): Promise<boolean> {
  if (!(await from.fetch(key, path))) {
    return false;
  }
  await to.put(key, { path });
  return true;
}

function sentenceOf(copied: Copied, blobs: number | undefined, place: string): string {
  const { accounts, keys, ledger, jobs, templates } = copied;
  const rows = `${accounts} accounts, ${keys} keys, ${ledger} ledger entries, ${jobs} jobs and ${templates} templates`;
  const files =
    blobs === undefined
      ? "Files stay in the data directory: no S3 store is set."
      : `${blobs} files are in the S3 store.`;
  return `Copied to ${place}: ${rows}; balances and numbers of rows are the same. ${files}`;
}
