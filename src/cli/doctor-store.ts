import { access } from "node:fs/promises";
import { join } from "node:path";
import { systemErrorCode } from "../platform/blobs/small-files.ts";
import { readSchemaVersion, SCHEMA_VERSION } from "../platform/store/sqlite/schema.ts";
import type { Check } from "./doctor-report.ts";

/**
 * Checks the database of the data directory, without changing or making anything: whether it opens, whether this version
 * of the service can use it, and who works with it (`holder`).
 */
export async function storeCheck(directory: string, holder: string | undefined): Promise<Check> {
  const about = { name: "Store", needed: true } as const;
  const path = join(directory, "quire.db");
  const user = holder === undefined ? "no service runs with it" : `in use by ${holder}`;
  try {
    await access(path);
    const version = readSchemaVersion(path);
    if (version > SCHEMA_VERSION) {
      return {
        ...about,
        state: "unavailable",
        detail: `${path} was written by a newer version of the service: its schema is version ${version}, and this one knows up to ${SCHEMA_VERSION}`,
        remedy: "Store: start the newer version again, or set QUIRE_DATA_DIR to the backup made before the upgrade.",
      };
    }
    const next =
      version < SCHEMA_VERSION ? `, which the next start brings to ${SCHEMA_VERSION} (make a backup before)` : "";
    return { ...about, state: "ready", detail: `${path}, schema version ${version}${next}; ${user}` };
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") {
      return { ...about, state: "ready", detail: `no database in ${directory} yet; the first start makes it` };
    }
    return {
      ...about,
      state: "unavailable",
      detail: `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      remedy: `Store: make ${path} readable for the service's user, or put a backup of the whole data directory in its place.`,
    };
  }
}
