import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { Budget } from "./budget.ts";
import { echo, httpListener, internet, PUBLIC, tcpListener } from "./testing/loopback.ts";
import { connectBy, credentialsOf, openWay, PLENTY, statusOf, viaProxy, Wire } from "./testing/proxy-client.ts";

const NAMES = { "public.test": [PUBLIC[0]], "evil.test": ["127.0.0.1"] };

const endless = (socket: Socket): void => {
  const chunk = randomBytes(65_536);
  const write = (): void => {
    while (socket.writable && socket.write(chunk)) {
      // Writes as much as the other side takes.
    }
  };
  socket.on("drain", write).resume();
  write();
};

const POST = "POST http://public.test/ HTTP/1.1\r\n";
const BODY = "x".repeat(500_000);

test.each([
  ["answer", `${POST}Content-Length: 0\r\nCREDENTIALS\r\n\r\n`],
  ["upload", `${POST}Content-Length: ${BODY.length}\r\nCREDENTIALS\r\n\r\n${BODY}`],
  ["tunnel", "CONNECT public.test:443 HTTP/1.1\r\nCREDENTIALS\r\n\r\n"],
])("%s: its bytes are counted, and end it when they are used up", async (_, request) => {
  const web = await httpListener((incoming, response) => {
    incoming.resume().once("end", () => void response.end(BODY));
  });
  const sink = await tcpListener(endless);
  const way = await openWay(internet({ names: NAMES, ports: { 80: web.port, 443: sink.port } }), { maxBytes: 200_000 });
  const { budget, port, credentials } = way;
  const wire = new Wire(port).write(request.replace("CREDENTIALS\r\n", credentials));
  await wire.rest();
  expect(wire.received.length).toBeLessThan(201_000);
  expect(budget.spent).toBe("bytes");
  expect(budget.used.bytes).toBeLessThan(200_001 + 65_536);
  await expect.poll(() => web.sockets.size + sink.sockets.size).toBe(0);
  expect(statusOf(await viaProxy(way, "http://public.test/later"))).toBe(403);
  expect((await connectBy(way, "public.test:443")).status).toBe(403);
  expect(budget.blocked.at(-1)).toMatchObject({ reason: "budget_spent" });
});

test("a body of exactly the bytes that are left goes through", async () => {
  const { port } = await httpListener((_, response) => void response.end("x".repeat(1000)));
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }), { maxBytes: 1000 });
  expect(await viaProxy(way, "http://public.test/")).toMatch(/x{1000}/);
  expect([way.budget.spent, way.budget.used]).toEqual([undefined, { bytes: 1000, requests: 1 }]);
});

test("requests and tunnels are counted together, refused ones included", async () => {
  const { port, hits } = await httpListener();
  const way = await openWay(internet({ names: NAMES, ports: { 80: port, 443: port } }), { maxRequests: 3 });
  expect(statusOf(await viaProxy(way, "http://evil.test/"))).toBe(403);
  expect(statusOf(await viaProxy(way, "http://public.test/1"))).toBe(200);
  const { wire, status } = await connectBy(way, "public.test:443");
  expect(status).toBe(200);
  expect(statusOf(await viaProxy(way, "http://public.test/2"))).toBe(403);
  expect((await connectBy(way, "public.test:443")).status).toBe(403);
  expect([way.budget.spent, hits]).toEqual(["requests", ["/1"]]);
  // What was let through continues.
  wire.write("GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await wire.rest()).toMatch(/reached/);
});

test("the time ends what is under way, and what is being dialled", async () => {
  const { port, sockets } = await tcpListener(echo);
  const world = internet({ names: NAMES, ports: { 443: port }, allow: `127.0.0.1:${port}` });
  const way = await openWay(world, { timeMs: 300 });
  const { wire } = await connectBy(way, "public.test:443");
  const waiting = new Wire(way.port).write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\n${way.credentials}X: `);
  await wire.rest();
  expect(way.budget.spent).toBe("time");
  await expect.poll(() => sockets.size).toBe(0);
  waiting.write("1\r\n\r\n");
  expect(statusOf(await waiting.until(/\r\n\r\n/))).toBe(403);
});

test("closing a budget ends its tunnels, requests and WebSockets, and not those of other budgets", async () => {
  const silent = await tcpListener(echo);
  const slow = await httpListener((_, response) => void response.write("begun"));
  slow.server.on("upgrade", (_, socket: Socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    socket.resume().once("end", () => void socket.end());
  });
  const world = internet({ names: NAMES, ports: { 443: silent.port, 80: slow.port } });
  const mine = await openWay(world);
  const otherBudget = mine.proxy.openBudget(PLENTY);
  const other = { ...mine, budget: otherBudget, credentials: credentialsOf(otherBudget) };
  const open = async (way: typeof mine): Promise<Wire[]> => {
    const { wire } = await connectBy(way, "public.test:443");
    const request = new Wire(way.port).write(`GET http://public.test/ HTTP/1.1\r\n${way.credentials}\r\n`);
    await request.until(/begun/);
    const socket = new Wire(way.port).write(
      `GET http://public.test/ HTTP/1.1\r\n${way.credentials}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await socket.until(/101 /);
    return [wire, request, socket];
  };
  const [myWires, otherWires] = [await open(mine), await open(other)];
  mine.budget.close();
  mine.budget.close();
  await Promise.all(myWires.map((wire) => wire.rest()));
  await expect.poll(() => [silent.sockets.size, slow.sockets.size]).toEqual([1, 2]);
  expect(otherWires.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  otherWires[0]?.write("still there");
  await otherWires[0]?.until(/still there/);
  expect(statusOf(await viaProxy(mine, "http://public.test/"))).toBe(407);
  expect([mine.budget.spent, mine.budget.failures]).toEqual([undefined, []]);
});

test("closing the proxy ends everything", async () => {
  const { port, sockets } = await tcpListener(echo);
  const way = await openWay(internet({ names: NAMES, ports: { 443: port } }));
  const { wire } = await connectBy(way, "public.test:443");
  const idle = new Wire(way.port).write("GET http://");
  await way.proxy.close();
  await Promise.all([wire.rest(), idle.rest()]);
  await expect.poll(() => sockets.size).toBe(0);
});

test("what is noted is bounded, and each URL once", async () => {
  const way = await openWay(internet({ names: NAMES }));
  const wire = new Wire(way.port);
  const ask = (path: string): string => `GET http://evil.test/${path} HTTP/1.1\r\n${way.credentials}\r\n`;
  const paths = ["same", "same", "x".repeat(50_000), ...Array.from({ length: 200 }, (_, index) => String(index))];
  wire.write(paths.map(ask).join(""));
  await expect.poll(() => wire.received.split("403 Forbidden").length - 1).toBe(paths.length);
  expect(way.budget.blocked.length).toBe(100);
  expect(way.budget.blocked[0]?.url).toBe("http://evil.test/same");
  expect(way.budget.blocked[1]?.url.length).toBe(16_384);
  expect(way.budget.blocked[2]?.url).toBe("http://evil.test/0");
});

test("a reader that does not read holds up the writer: what is between them is bounded", async () => {
  let sentBytes = 0;
  const { port } = await tcpListener((socket) => {
    const chunk = Buffer.alloc(65_536);
    socket.resume();
    const write = (): void => {
      while (socket.writable && socket.write(chunk)) {
        sentBytes += chunk.length;
      }
    };
    socket.on("drain", write);
    write();
  });
  const way = await openWay(internet({ names: NAMES, ports: { 443: port } }), { maxBytes: 1e12 });
  const wire = new Wire(way.port, { isReading: false });
  wire.write(`CONNECT public.test:443 HTTP/1.1\r\n${way.credentials}\r\n`);
  await settled(() => sentBytes);
  const heldBytes = sentBytes;
  // Kernel buffers of two connections are a few MB at most; the endless stream would have sent far more.
  expect(heldBytes).toBeGreaterThan(0);
  expect(way.budget.used.bytes).toBeLessThan(16_000_000);
  let received = 0;
  wire.socket.on("data", (chunk) => (received += chunk.length));
  await expect.poll(() => received).toBeGreaterThan(heldBytes * 2);
});

/** Waits until a number has stopped growing. */
async function settled(value: () => number): Promise<void> {
  for (let last = -1, same = 0; same < 5; ) {
    same = value() === last && last > 0 ? same + 1 : 0;
    last = value();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("1,000 tunnels at once, of five budgets, each with its own words", async () => {
  const { port, sockets } = await tcpListener(echo);
  const world = internet({ names: NAMES, ports: { 443: port } });
  const first = await openWay(world);
  const ways = [first.budget, ...Array.from({ length: 4 }, () => first.proxy.openBudget(PLENTY))].map(
    (budget: Budget) => ({ ...first, budget, credentials: credentialsOf(budget) }),
  );
  const wires = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const { wire, status } = await connectBy(ways[index % 5] ?? first, "public.test:443");
      wire.write(`[words ${index}]`);
      await wire.until(new RegExp(`\\[words ${index}\\]$`));
      return status;
    }),
  );
  expect(wires.every((status) => status === 200)).toBe(true);
  expect(sockets.size).toBe(1000);
  ways[0]?.budget.close();
  await expect.poll(() => sockets.size).toBe(800);
});

test("one budget has no more than 256 connections at once", async () => {
  const { port, sockets } = await tcpListener(echo);
  const way = await openWay(internet({ names: NAMES, ports: { 443: port } }));
  const answers = await Promise.all(Array.from({ length: 300 }, () => connectBy(way, "public.test:443")));
  expect(answers.filter(({ status }) => status === 200).length).toBe(256);
  expect([sockets.size, way.budget.spent]).toEqual([256, "connections"]);
  answers.find(({ status }) => status === 200)?.wire.socket.destroy();
  await expect.poll(() => sockets.size).toBe(255);
  await expect.poll(async () => (await connectBy(way, "public.test:443")).status).toBe(200);
});
