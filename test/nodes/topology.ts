import { onTestFinished } from "vitest";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import type { WorkClass } from "../../src/kernel/work-class.ts";
import { ACCESS_KEY, BUCKET, startS3Server } from "../../src/platform/blobs/testing/s3-server.ts";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from "../../src/platform/store/postgres/testing/postgres-server.ts";
import { type OwnService, type Settings, startService } from "../api/running-service.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/* Several nodes on one machine, with a database and an S3 store that they share. */

/** Whether this machine can run a database for the tests; without one they are left out. */
export const hasPostgres = postgresPrograms() !== undefined;

export interface Topology {
  readonly database: PostgresServer;
  /** The address of the database. */
  readonly url: string;
  /**
   * Starts a node that answers requests and works on no jobs, unless the settings say otherwise. `through` is a command that
   * starts it, or the environment that it has besides.
   */
  api(settings?: Settings, through?: readonly string[]): Promise<OwnService>;
  /** Starts a worker. */
  worker(classes: readonly WorkClass[], settings?: Settings, through?: readonly string[]): Promise<OwnService>;
  /** Ends the S3 store; its objects stay for the next `startBlobs`. */
  stopBlobs(): Promise<void>;
  startBlobs(): Promise<void>;
  /** Starts a way to the database that can be cut, with the setting that leads a node over it. */
  wayToDatabase(): Promise<{ readonly proxy: TcpProxy; readonly settings: Settings }>;
}

/**
 * Starts a database and an S3 store; they end with the test, as do all nodes. `settings` are those of each node,
 * `database` those of the database server.
 */
export async function startTopology(
  settings: Settings = {},
  { database: ofDatabase = {} }: { readonly database?: Settings } = {},
): Promise<Topology> {
  const ends: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const end of ends.toReversed()) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the last that was begun first
      await end();
    }
  });
  const [database, s3] = await Promise.all([startPostgresServer(ofDatabase), startS3Server()]);
  let blobs = s3;
  ends.push(() => Promise.all([database.remove(), blobs.remove()]));
  const url = await database.createDatabase();
  const shared: Settings = {
    QUIRE_DATABASE_URL: url,
    QUIRE_KEY_PEPPER: "a secret that the nodes of the tests share",
    QUIRE_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    QUIRE_S3_BUCKET: BUCKET,
    QUIRE_S3_ACCESS_KEY_ID: ACCESS_KEY,
    QUIRE_S3_SECRET_ACCESS_KEY: ACCESS_KEY,
    QUIRE_OCR_WORKERS: "1",
    ...settings,
  };
  const key = `test-key-${crypto.randomUUID()}`;
  const node = async (command: readonly string[], own: Settings, through: readonly string[]): Promise<OwnService> => {
    const service = await startService({ ...shared, ...own }, { command, key, keepsResults: true, through });
    ends.push(() => service.kill());
    return service;
  };
  return {
    database,
    url,
    api: (own = {}, through = []) => node(["serve"], { QUIRE_JOBS: "off", ...own }, through),
    worker: (classes, own = {}, through = []) => node(["worker", "--classes", classes.join(",")], own, through),
    stopBlobs: () => blobs.close(),
    async startBlobs() {
      blobs = await startS3Server({ port: s3.port, directory: s3.directory });
    },
    async wayToDatabase() {
      const proxy = await startTcpProxy(database.port);
      ends.push(() => proxy.close());
      const address = new URL(url);
      address.port = String(proxy.port);
      return { proxy, settings: { QUIRE_DATABASE_URL: address.href } };
    },
  };
}

/** Ends a node with all of its processes as a power failure of its machine would. */
export async function killMachine(node: OwnService): Promise<void> {
  const pids = await descendants(node.pid);
  await node.kill();
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It died with its parent.
    }
  }
}

/** Returns the number of jobs of an operation that a node has completed, by its metrics. */
export async function completedBy(node: OwnService, operation: string): Promise<number> {
  const metrics = await (await fetch(`${node.baseUrl}/metrics`)).text();
  const line = new RegExp(`^quire_operations_total\\{operation="${operation}",mode="job"\\} (\\d+)$`, "m");
  return Number(line.exec(metrics)?.[1] ?? 0);
}

/** Returns the number of pages of an operation that a node has done for jobs of other nodes, by its metrics. */
export async function helpedBy(node: OwnService, operation: string): Promise<number> {
  const metrics = await (await fetch(`${node.baseUrl}/metrics`)).text();
  const line = new RegExp(`^quire_helped_pages_total\\{operation="${operation}"\\} (\\d+)$`, "m");
  return Number(line.exec(metrics)?.[1] ?? 0);
}
