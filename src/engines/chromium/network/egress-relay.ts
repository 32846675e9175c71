import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";

/** The service's end of the relay out of a network namespace that has no other connection. */
export interface EgressRelay {
  close(): Promise<void>;
}

/** Listens at a Unix socket `path` and connects each client of it with the proxy. */
export async function openEgressRelay(path: string, proxyUrl: string): Promise<EgressRelay> {
  const { hostname, port } = new URL(proxyUrl);
  const open = new Set<{ destroy(): unknown }>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const proxy = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const [one, other] of [
      [client, proxy],
      [proxy, client],
    ] as const) {
      open.add(one);
      one.once("close", () => open.delete(one));
      one.on("error", () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(path);
  await once(server, "listening");
  // A process that reaches the socket still needs the credentials of a budget; the directory is accessible to the
  // browser alone.
  await chmod(path, 0o666);
  return {
    async close() {
      server.close();
      for (const socket of open) {
        socket.destroy();
      }
      await once(server, "close");
      await rm(path, { force: true });
    },
  };
}
