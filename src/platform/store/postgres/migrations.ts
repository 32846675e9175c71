import { StartFailure } from "../../start-failure.ts";
import type { Connections } from "./connections.ts";
import { MIGRATION_LOCK } from "./locks.ts";
import { MIGRATIONS, type Migration } from "./schema.ts";

const statementsOf = async ({ statements }: Migration): Promise<string> =>
  typeof statements === "string" ? statements : await statements();

/** The versions of the schema before and after a migration. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the schema up to date, one node at a time. A schema that a newer version of the service has written is left as it
 * is, when that version says that programs of this one can work with it. Returns the versions when an older schema was
 * brought up to date.
 * @throws StartFailure when this program cannot work with the schema
 */
export function migrate(
  connections: Connections,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Migrated | undefined> {
  return connections.transaction({ durable: true, lock: MIGRATION_LOCK }, async (sql) => {
    await sql.run(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version BIGINT PRIMARY KEY,
         oldest_program BIGINT NOT NULL,
         applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
       )`,
    );
    const applied = await sql.get<{ readonly version: number; readonly oldestProgram: number }>(
      `SELECT coalesce(max(version), 0) AS version, coalesce(max(oldest_program), 0) AS "oldestProgram"
       FROM schema_migrations`,
    );
    const { version = 0, oldestProgram = 0 } = applied ?? {};
    if (oldestProgram > migrations.length) {
      throw new StartFailure(
        `The database was written by a newer version of this service: its schema is version ${version}, which programs ` +
          `of version ${oldestProgram} and later can use; this service knows up to ${migrations.length}.`,
      );
    }
    for (const [index, migration] of migrations.entries()) {
      if (index >= version) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- each builds on the one before
        await sql.executeSql(await statementsOf(migration));
        // oxlint-disable-next-line eslint/no-await-in-loop
        await sql.run("INSERT INTO schema_migrations (version, oldest_program) VALUES ($version, $oldestProgram)", {
          version: index + 1,
          oldestProgram: migration.oldestProgram,
        });
      }
    }
    return version === 0 || version >= migrations.length ? undefined : { from: version, to: migrations.length };
  });
}
