import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { boundConnections, type ConnectionBounds, timeoutFor } from "./connections.ts";

async function scene(changes: Partial<ConnectionBounds>) {
  const server = createServer((_request, response) => response.end("ok"));
  boundConnections(server, {
    total: 100,
    perAddress: 2,
    trustedProxies: [],
    headersTimeoutMs: 60_000,
    keepAliveTimeoutMs: 60_000,
    ...changes,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Connects from an address; whether the server keeps the connection long enough to answer. */
  const isServed = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const answer = await Promise.race([once(socket, "data"), once(socket, "close")]);
    return answer[0] instanceof Buffer;
  };
  return { server, sockets, isServed };
}

test("an address has as many connections as it may, and others have theirs", async () => {
  const { isServed, sockets } = await scene({});
  expect([await isServed("127.0.0.1"), await isServed("127.0.0.1")]).toEqual([true, true]);
  expect(await isServed("127.0.0.1")).toBe(false);
  expect(await isServed("127.0.0.2")).toBe(true);
  sockets[0]?.destroy();
  await expect.poll(() => isServed("127.0.0.1"), { timeout: 5000 }).toBe(true);
});

test("a trusted proxy has the connections of many clients", async () => {
  const { isServed } = await scene({ perAddress: 1, trustedProxies: ["127.0.0.0/30"] });
  expect([await isServed("127.0.0.2"), await isServed("127.0.0.2")]).toEqual([true, true]);
  expect([await isServed("127.0.0.9"), await isServed("127.0.0.9")]).toEqual([true, false]);
});

test("when all connections are in use, one that waits gives way to another address, and no request does", async () => {
  const { isServed, server, sockets } = await scene({ total: 4, perAddress: 3 });
  const answers: ServerResponse[] = [];
  const ended: Socket[] = [];
  server.prependListener("request", (request, response) => {
    if (request.url === "/slow") {
      // The answer to this one comes at the end.
      response.end = () => response;
      answers.push(response);
    }
  });
  const connected = async (localAddress: string, text: string): Promise<Socket> => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => undefined).once("close", () => ended.push(socket));
    await once(socket, "connect");
    socket.write(text);
    return socket;
  };
  const busy = await connected("127.0.0.2", "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  const half = [await connected("127.0.0.2", "GET / HT"), await connected("127.0.0.2", "GET / HT")];
  await expect.poll(() => answers.length).toBe(1);
  expect(await isServed("127.0.0.3")).toBe(true);
  // The fifth, sixth connection: the oldest of the address with most goes, but not the one with a request.
  expect(await isServed("127.0.0.4")).toBe(true);
  await expect.poll(() => ended).toEqual([half[0]]);
  // Now no address has more connections than this one would have.
  expect(await isServed("127.0.0.4")).toBe(false);
  expect([busy.closed, half[1]?.closed]).toEqual([false, false]);
});

test("heads have less time the more connections are open", async () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((share) => timeoutFor(60_000, share))).toEqual([
    60_000, 60_000, 26_667, 2000, 2000,
  ]);
  expect(timeoutFor(500, 1)).toBe(500);
  const { server, isServed } = await scene({ total: 4, perAddress: 4 });
  await isServed("127.0.0.1");
  await isServed("127.0.0.1");
  expect(server.headersTimeout).toBe(26_667);
});
