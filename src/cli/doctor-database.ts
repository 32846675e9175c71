import { examineDatabase } from "../platform/store/postgres/examination.ts";
import type { Check } from "./doctor-report.ts";

/**
 * Checks the PostgreSQL database, without changing anything: whether it answers, whether this version of the service can
 * use its schema, and how many connections it takes.
 */
export async function databaseCheck(url: string, connections: number): Promise<Check> {
  const about = { name: "Store", needed: true } as const;
  const { host, pathname } = new URL(url);
  const place = `PostgreSQL ${host}${pathname}`;
  try {
    const { server, schema, known, oldestProgram, maxConnections } = await examineDatabase(url);
    const detail = `${place}, version ${server}, schema version ${schema}`;
    if (oldestProgram > known) {
      return {
        ...about,
        state: "unavailable",
        detail: `${detail}, which programs of version ${oldestProgram} and later can use; this one knows up to ${known}`,
        remedy: "Store: start the newer version again, or restore a backup that was made before the upgrade.",
      };
    }
    if (connections >= maxConnections) {
      return {
        ...about,
        state: "degraded",
        detail: `${detail}; the server takes ${maxConnections} connections, and this node alone may open ${connections}`,
        remedy: "Store: lower QUIRE_DATABASE_CONNECTIONS, or raise max_connections of the server.",
      };
    }
    const next =
      schema === 0
        ? ", no tables yet; the first start makes them"
        : schema < known
          ? ", which the next start changes"
          : "";
    return { ...about, state: "ready", detail: detail + next };
  } catch (error) {
    return {
      ...about,
      state: "unavailable",
      detail: `${place} does not answer: ${error instanceof Error ? error.message : String(error)}`,
      remedy: "Store: check QUIRE_DATABASE_URL, and that the server runs and lets this machine in (pg_hba.conf).",
    };
  }
}
