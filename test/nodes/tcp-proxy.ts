import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that a test can cut. */
export interface TcpProxy {
  readonly port: number;
  /** Forwards nothing any more, and keeps the connections: neither side learns of it, as when a cable is pulled. */
  cut(): void;
  /** Ends the connections that were cut, and forwards those that come from then on. */
  mend(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) {
      client.pause();
      return;
    }
    const target = keep(connect(targetPort, "127.0.0.1"));
    client.pipe(target);
    target.pipe(client);
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = (): void => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    mend() {
      isCut = false;
      endAll();
    },
    async close() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
