import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { agreeOnPepper, configuredPepper } from "../platform/auth/pepper.ts";
import { BLOB_FOLDERS, resultKey } from "../platform/blobs/blob-keys.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { lockDirectory } from "../platform/blobs/process-lock.ts";
import { makeDurably, readIfThere } from "../platform/blobs/small-files.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { s3Settings } from "../platform/config/s3.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { placeOfStore, sqlitePath } from "../platform/store/configured-store.ts";
import { fillFromSqlite } from "../platform/store/postgres/filling.ts";
import { openPostgresStore } from "../platform/store/postgres/postgres-store.ts";
import { expectSameFigures, expectSound } from "../platform/store/sql/copied-tables.ts";
import { type Connection, connect, sqlOf } from "../platform/store/sqlite/database.ts";
import { prepareFile } from "../platform/store/sqlite/schema.ts";
import { commandSettings } from "./administered-store.ts";
import { copyDirectories, copyStore } from "./backup.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

const OWNER_ONLY = 0o700;

/**
 * Runs `quire restore DIRECTORY`, which brings a backup back into an empty place: the data directory of the settings, or their
 * PostgreSQL database and S3 store, whichever the backup was taken from. The backup stays as it is. The database comes last,
 * all of it or nothing, after its numbers of rows, balances and holds were found to be those of the backup. Results that the
 * database names and that are nowhere are said.
 * @throws ConfigError, and StartFailure when there is no backup, or the place is not empty or in use
 */
export async function restore(directory: string, choice: DataDirectoryChoice): Promise<number> {
  const config = commandSettings(choice);
  const from = resolve(directory);
  const data = resolve(config.QUIRE_DATA_DIR);
  if (!existsSync(join(from, "quire.db"))) {
    throw new StartFailure(`${from} is no backup: it has no quire.db. 'quire backup DIRECTORY' makes one.`);
  }
  if (config.QUIRE_DATABASE_URL === undefined && existsSync(sqlitePath(config))) {
    throw new StartFailure(
      `There is a database in ${data} already. A backup is restored into an empty directory: move this one away, or set ` +
        "QUIRE_DATA_DIR to another.",
    );
  }
  await mkdir(data, { recursive: true, mode: OWNER_ONLY });
  const lock = await lockDirectory(data);
  try {
    await bringPepper(from, config);
    const blobs = await openBlobs(data, s3Settings(config));
    const files = await bringFiles(from, { data, blobs });
    await using copy = await copied(join(from, "quire.db"), data);
    await bringDatabase(copy, config);
    const { accounts, ledger } = await figuresOf(copy.connection);
    const missing = await missingResults(copy.connection, blobs);
    console.log(
      `Restored to ${placeOfStore(config)}: ${accounts} accounts and ${ledger} ledger entries, whose balances are those of ` +
        `the backup, and ${files} files.${missingSentence(missing)}`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

/** Brings the files of the backup to the data directory, or to the S3 store; returns their number. */
async function bringFiles(
  from: string,
  { data, blobs }: { readonly data: string; readonly blobs: BlobStore },
): Promise<number> {
  const keys = (await Promise.all(BLOB_FOLDERS.map((folder) => filesIn(from, folder)))).flat();
  if (!blobs.isShared) {
    // Copies of their own: what is hard-linked to a backup would get the owner of the data directory.
    await copyDirectories(from, data);
    return keys.length;
  }
  for (const key of keys) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a file at a time: they may be large
    await blobs.put(key, { path: join(from, key) });
  }
  return keys.length;
}

async function filesIn(from: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(join(from, folder))) {
    return [];
  }
  const entries = await readdir(join(from, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(from, join(parentPath, name)));
}

/** Brings the secret under which keys are hashed; where a setting has it, the two have to be the same. */
async function bringPepper(from: string, config: Config): Promise<void> {
  const kept = await readIfThere(join(from, "key-pepper"));
  if (kept === undefined) {
    throw new StartFailure(`${from} is no whole backup: it has no key-pepper, without which no key works.`);
  }
  const isConfigured = config.QUIRE_KEY_PEPPER !== undefined || config.QUIRE_DATABASE_URL !== undefined;
  if (isConfigured && !(await configuredPepper(config)).equals(kept)) {
    throw new ConfigError(
      "QUIRE_KEY_PEPPER has to be the secret under which the keys of the backup are hashed, in hexadecimal digits; print it " +
        `with: od -An -v -tx1 ${join(from, "key-pepper")} | tr -d ' \\n'`,
    );
  }
  if (!isConfigured) {
    const path = join(config.QUIRE_DATA_DIR, "key-pepper");
    const there = await readIfThere(path);
    if (there !== undefined && !there.equals(kept)) {
      throw new StartFailure(`${path} is there already, and is not that of the backup: move the directory away.`);
    }
    await makeDurably(path, kept);
  }
}

interface WorkingCopy extends AsyncDisposable {
  readonly path: string;
  readonly connection: Connection;
}

/** Copies the database of the backup beside its place, and brings it to this version's schema. */
async function copied(source: string, data: string): Promise<WorkingCopy> {
  const folder = await mkdtemp(join(data, "restore-"));
  const path = join(folder, "quire.db");
  try {
    await copyStore(source, path);
    prepareFile(path);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  const connection = connect(path, { readOnly: true });
  return {
    path,
    connection,
    [Symbol.asyncDispose]: async () => {
      connection.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function bringDatabase({ path, connection }: WorkingCopy, config: Config): Promise<void> {
  const { QUIRE_DATABASE_URL: url } = config;
  await expectSound(sqlOf(connection));
  if (url !== undefined) {
    await fillFromSqlite(connection, { url, maxConnections: 2 });
    const store = await openPostgresStore({ url, maxConnections: 2 });
    try {
      await agreeOnPepper(store, await configuredPepper(config));
    } finally {
      await store.close();
    }
    return;
  }
  const incoming = `${path}.complete`;
  await copyStore(path, incoming);
  const restored = connect(incoming, { readOnly: true });
  try {
    await expectSameFigures(sqlOf(connection), sqlOf(restored));
  } finally {
    restored.close();
  }
  await rename(incoming, sqlitePath(config));
}

async function figuresOf(connection: Connection) {
  const row = connection.get<{ readonly accounts: number; readonly ledger: number }>(
    "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM ledger) AS ledger",
  );
  return row ?? { accounts: 0, ledger: 0 };
}

/** Returns the number of results that the database names and the store of files does not have. */
async function missingResults(connection: Connection, blobs: BlobStore): Promise<number> {
  const there = new Set((await blobs.list("results/")).map(({ key }) => key));
  return connection
    .all<{ readonly file: string }>(
      `SELECT file FROM jobs WHERE file IS NOT NULL AND expired = 0
       UNION SELECT file FROM remembered_requests WHERE file IS NOT NULL`,
    )
    .filter(({ file }) => !there.has(resultKey(file))).length;
}

const missingSentence = (missing: number): string =>
  missing === 0
    ? ""
    : ` ${missing} results that the database names are not there: they were in an S3 store, whose bucket has to be brought ` +
      "back as well, or are lost.";
