import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders, request, type Server } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An answer that is given in place of the service's own. */
interface Refusal {
  readonly path: RegExp;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: object;
}

/** A line to a service that a test breaks, and through which it refuses requests as a busy service does. */
interface BadLine {
  readonly baseUrl: string;
  /** The path of requests that are cut off once a part of their body has come; undefined for none. */
  cutsOff: RegExp | undefined;
  refuses: Refusal | undefined;
  /** Cuts all connections, and every new one, until it is called with false. */
  cut(isCut: boolean): void;
}

/** Starts a proxy before a service, for one test. */
export async function badLineTo(target: string): Promise<BadLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const { refuses } = line;
    if (line.cutsOff?.test(url) === true) {
      incoming.once("data", () => incoming.destroy());
      return;
    }
    if (refuses?.path.test(url) === true) {
      incoming.resume();
      outgoing.writeHead(refuses.status, { "content-type": "application/json", ...refuses.headers });
      outgoing.end(JSON.stringify(refuses.body));
      return;
    }
    const passed = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (isCut) {
      socket.destroy();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const line: BadLine = {
    baseUrl: `http://127.0.0.1:${Object(server.address()).port}`,
    cutsOff: undefined,
    refuses: undefined,
    cut(isNowCut) {
      isCut = isNowCut;
      if (isCut) {
        for (const socket of sockets) {
          socket.destroy();
        }
      }
    },
  };
  return line;
}
