import { statfs } from "node:fs/promises";
import { Gauge, type OpenMetricsContentType, type Registry } from "prom-client";
import type { ConnectionState, Store } from "../store/store.ts";

/* What is left of the disk and of the connections to the database, asked for at each reading. */

export function addDiskMetrics(registry: Registry<OpenMetricsContentType>, dataDirectory: string): void {
  const gauge = (name: string, help: string, blocks: "bavail" | "blocks") =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          const found = await statfs(dataDirectory);
          this.set(found[blocks] * found.bsize);
        } catch {
          // A directory that is gone has no figures; /health/ready reports it.
          this.reset();
        }
      },
    });
  gauge("quire_disk_free_bytes", "Bytes that are free on the file system of the data directory.", "bavail");
  gauge("quire_disk_size_bytes", "Size of the file system of the data directory.", "blocks");
}

export function addConnectionMetrics(
  registry: Registry<OpenMetricsContentType>,
  connections: Store["connections"],
): void {
  const gauge = (name: string, help: string, read: (state: ConnectionState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["use"],
      registers: [registry],
      collect() {
        for (const state of connections()) {
          this.set({ use: state.use }, read(state));
        }
      },
    });
  gauge("quire_database_connections", "Connections to the database that are open.", ({ open }) => open);
  gauge("quire_database_connections_busy", "Connections to the database that are in use.", ({ busy }) => busy);
  gauge("quire_database_connections_max", "Most connections to the database of this node.", ({ max }) => max);
  gauge("quire_database_waiting", "Those who wait for a connection to the database.", ({ waiting }) => waiting);
}
