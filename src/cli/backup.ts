import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { BLOB_FOLDERS } from "../platform/blobs/blob-keys.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { commandSettings } from "./administered-store.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

const OWNER_ONLY = 0o700;

/**
 * Runs `quire backup DIRECTORY`, which copies the data directory while the service may be running, so that a service can
 * be started on the copy. Files of jobs come and go: they are copied before and after the database, so that those that
 * it names are there, and one that goes in between is no longer needed.
 * @throws ConfigError, and StartFailure when there is nothing to copy or the copy is not sound
 */
export async function backup(directory: string, choice: DataDirectoryChoice): Promise<number> {
  const settings = commandSettings(choice);
  if (settings.QUIRE_DATABASE_URL !== undefined) {
    throw new StartFailure(
      "The data is in a PostgreSQL database: back it up with its own programs, such as pg_dump, and keep QUIRE_KEY_PEPPER " +
        "with the copy (docs/operating.md).",
    );
  }
  const data = resolve(settings.QUIRE_DATA_DIR);
  const target = resolve(directory);
  if (!existsSync(join(data, "quire.db"))) {
    throw new StartFailure(`There is no database in ${data}; QUIRE_DATA_DIR names the data directory.`);
  }
  if (existsSync(target)) {
    throw new StartFailure(`${target} is there already; a backup is made in a new directory.`);
  }
  await mkdir(target, { recursive: true, mode: OWNER_ONLY });
  await copyFile(join(data, "key-pepper"), join(target, "key-pepper"));
  await copyDirectories(data, target);
  await copyStore(join(data, "quire.db"), join(target, "quire.db"));
  await copyDirectories(data, target);
  console.log(`The data directory ${data} is copied to ${target}.`);
  if (settings.QUIRE_S3_ENDPOINT !== undefined) {
    console.log(
      `Results and the inputs of jobs are not in it: they are in the bucket ${settings.QUIRE_S3_BUCKET} of ` +
        `${settings.QUIRE_S3_ENDPOINT}, from which only a copy of the bucket brings them back.`,
    );
  }
  return 0;
}

async function copyDirectories(data: string, target: string): Promise<void> {
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

/**
 * Copies the database as it is at one moment, with what is only in its log so far. Debian's own `sqlite3` is too old to
 * open it.
 * @throws StartFailure when SQLite finds the copy unsound
 */
async function copyStore(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true });
  await copyDatabase(source, to);
  using copy = new DatabaseSync(to);
  const { integrity_check: found } = Object(copy.prepare("PRAGMA integrity_check").get());
  if (found !== "ok") {
    throw new StartFailure(`The copy ${to} is not sound: ${String(found)}`);
  }
}
