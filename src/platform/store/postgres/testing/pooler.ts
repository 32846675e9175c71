import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answering, asOrdinaryUser, freePort } from "./postgres-server.ts";

const PROGRAM = "/usr/sbin/pgbouncer";

export const hasPooler = (): boolean => existsSync(PROGRAM);

/** PgBouncer between the service and a server, which gives each transaction any connection. */
export interface Pooler {
  /** Returns the address of a database of the server by way of the pooler. */
  addressOf(url: string): string;
  remove(): Promise<void>;
}

export async function startPooler(serverPort: number): Promise<Pooler> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), "quire-pooler-"));
  const user = await asOrdinaryUser(directory);
  const settings = join(directory, "pgbouncer.ini");
  await writeFile(settings, settingsOf(port, serverPort), { mode: 0o644 });
  const pooler = spawn(PROGRAM, [settings], { ...user, cwd: directory, stdio: "ignore" });
  const addressOf = (url: string): string => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  const remove = async (): Promise<void> => {
    const ended = new Promise((resolve) => void pooler.once("exit", resolve));
    pooler.kill("SIGKILL");
    await ended;
    await rm(directory, { recursive: true });
  };
  try {
    await answering(`postgres://quire@127.0.0.1:${port}/postgres`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { addressOf, remove };
}

const settingsOf = (port: number, serverPort: number): string => `[databases]
* = host=127.0.0.1 port=${serverPort} user=quire
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`;
