import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { configuredPepper } from "../platform/auth/pepper.ts";
import { BLOB_FOLDERS } from "../platform/blobs/blob-keys.ts";
import { makeDurably } from "../platform/blobs/small-files.ts";
import type { Config } from "../platform/config/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { placeOfStore, sqlitePath } from "../platform/store/configured-store.ts";
import { saveToSqlite } from "../platform/store/postgres/saving.ts";
import { commandSettings } from "./administered-store.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

const OWNER_ONLY = 0o700;

/**
 * Runs `quire backup DIRECTORY`, which copies the database, SQLite or PostgreSQL, and the data directory while the service
 * may be running, so that a service can be started on the copy, or `quire restore` brings it back. Files of jobs come and go: they are copied before and after the database, so that those that
 * it names are there, and one that goes in between is no longer needed.
 * @throws ConfigError, and StartFailure when there is nothing to copy or the copy is not sound
 */
export async function backup(directory: string, choice: DataDirectoryChoice): Promise<number> {
  const settings = commandSettings(choice);
  const data = resolve(settings.QUIRE_DATA_DIR);
  const target = resolve(directory);
  if (settings.QUIRE_DATABASE_URL === undefined && !existsSync(sqlitePath(settings))) {
    throw new StartFailure(`There is no database in ${data}; QUIRE_DATA_DIR names the data directory.`);
  }
  if (existsSync(target)) {
    throw new StartFailure(`${target} is there already; a backup is made in a new directory.`);
  }
  const pepper = await configuredPepper(settings);
  await mkdir(target, { recursive: true, mode: OWNER_ONLY });
  await makeDurably(join(target, "key-pepper"), pepper);
  await copyDirectories(data, target);
  await copyDatabaseTo(join(target, "quire.db"), settings);
  await copyDirectories(data, target);
  console.log(`${placeOfStore(settings)} and the files of ${data} are copied to ${target}.`);
  if (settings.QUIRE_S3_ENDPOINT !== undefined) {
    console.log(
      `Results and the inputs of jobs are not in it: they are in the bucket ${settings.QUIRE_S3_BUCKET} of ` +
        `${settings.QUIRE_S3_ENDPOINT}, from which only a copy of the bucket brings them back.`,
    );
  }
  return 0;
}

/** Copies the files of jobs and results that `target` lacks. */
export async function copyDirectories(data: string, target: string): Promise<void> {
  for (const name of BLOB_FOLDERS) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a disk gains nothing from more at once
    await copyNew(join(data, name), join(target, name));
  }
}

/** Copies the files below `from` that `to` lacks, and passes over those that go meanwhile. */
async function copyNew(from: string, to: string): Promise<void> {
  const entries = await unless(["ENOENT"], readdir(from, { withFileTypes: true }));
  await mkdir(to, { recursive: true, mode: OWNER_ONLY });
  for (const entry of entries ?? []) {
    const paths = [join(from, entry.name), join(to, entry.name)] as const;
    const copying = entry.isDirectory()
      ? copyNew(...paths)
      : unless(["ENOENT", "EEXIST"], copyFile(...paths, constants.COPYFILE_EXCL));
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await copying;
  }
}

/** Waits for a result; undefined when it failed for one of the reasons of the operating system. */
async function unless<T>(codes: readonly string[], result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (codes.includes(String(Object(error).code))) {
      return undefined;
    }
    throw error;
  }
}

/** Copies the database of the settings to a SQLite file, whichever it is: a backup can be restored to either. */
async function copyDatabaseTo(path: string, settings: Config): Promise<void> {
  const { QUIRE_DATABASE_URL: url } = settings;
  if (url === undefined) {
    await copyStore(sqlitePath(settings), path);
  } else {
    await saveToSqlite({ url, maxConnections: 2 }, path);
  }
}

/**
 * Copies the database as it is at one moment, with what is only in its log so far. Debian's own `sqlite3` is too old to
 * open it.
 * @throws StartFailure when SQLite finds the copy unsound
 */
export async function copyStore(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true });
  await copyDatabase(source, to);
  using copy = new DatabaseSync(to);
  const { integrity_check: found } = Object(copy.prepare("PRAGMA integrity_check").get());
  if (found !== "ok") {
    throw new StartFailure(`The copy ${to} is not sound: ${String(found)}`);
  }
}
