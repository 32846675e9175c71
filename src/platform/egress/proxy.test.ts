import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as tlsConnect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { echo, httpListener, httpsListener, internet, PUBLIC, selfSigned, tcpListener } from "./testing/loopback.ts";
import { connectBy, credentialsOf, openWay, PLENTY, statusOf, viaProxy, Wire } from "./testing/proxy-client.ts";

const NAMES = { "public.test": [PUBLIC[0]], "evil.test": ["127.0.0.1"] };

test("a plain request reaches its host, by the name in the URL, and the answer comes back", async () => {
  const { port, requests } = await httpListener((_, response) => {
    response.writeHead(203, { "X-Own": "1", "Set-Cookie": ["a=1", "b=2"], Connection: "x-hop", "X-Hop": "1" });
    response.end("the body");
  });
  const world = internet({ names: NAMES, ports: { 8080: port } });
  const way = await openWay(world);
  const answer = await viaProxy(
    way,
    "http://PUBLIC.test:8080/a/../b?q=1#f",
    "X-Mine: 1\r\nConnection: x-drop\r\nX-Drop: 1\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\nUpgrade: h2c\r\n",
  );
  expect(statusOf(answer)).toBe(203);
  expect(answer).toMatch(/^x-own: 1\r$/im);
  expect(answer.match(/^set-cookie: .*$/gim)).toEqual(
    ["Set-Cookie: a=1\r", "Set-Cookie: b=2\r"].map((line) => line.trim()),
  );
  expect(answer).not.toMatch(/x-hop|via:|proxy-/i);
  expect(answer).toMatch(/the body/);
  const [request] = requests;
  expect(request?.url).toBe("/b?q=1");
  expect(request?.headers).toEqual({ host: "public.test:8080", "x-mine": "1", connection: "close" });
  expect(world.dialled).toEqual([`${PUBLIC[0]}:8080`]);
  expect([way.budget.blocked, way.budget.failures, way.budget.used.requests]).toEqual([[], [], 1]);
});

test.each([
  ["POST", "Content-Length: 5\r\n", "12345", { "content-length": "5" }, "12345"],
  ["POST", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", { "transfer-encoding": "chunked" }, "abc"],
  ["GET", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", { "transfer-encoding": "chunked" }, "abc"],
  ["POST", "", "", { "content-length": "0" }, ""],
  ["PUT", "Expect: 100-continue\r\nContent-Length: 2\r\n", "ab", { "content-length": "2" }, "ab"],
  ["DELETE", "", "", {}, ""],
])("%s with '%s': the content arrives as it was framed", async (method, fields, body, headers, arrives) => {
  const { port, requests } = await httpListener((request, response) => void request.pipe(response));
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }));
  const wire = new Wire(way.port);
  wire.write(`${method} http://public.test/ HTTP/1.1\r\n${way.credentials}${fields}Connection: close\r\n\r\n${body}`);
  const answer = await wire.rest();
  expect(requests[0]?.headers).toEqual({ host: "public.test", connection: "close", ...headers });
  expect([/ 200 OK/.test(answer), answer.includes(arrives)]).toEqual([true, true]);
});

test("HEAD, 204 and 304 have no body, and the connection stays in use between them", async () => {
  const { port, hits } = await httpListener((request, response) => {
    response.writeHead(request.url === "/204" ? 204 : request.url === "/304" ? 304 : 200, { "content-length": 7 });
    response.end(request.method === "HEAD" ? undefined : "ignored");
  });
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }));
  const wire = new Wire(way.port);
  for (const [method, path] of [
    ["HEAD", "/head"],
    ["GET", "/204"],
    ["GET", "/304"],
  ] as const) {
    wire.write(`${method} http://public.test${path} HTTP/1.1\r\n${way.credentials}\r\n`);
    await wire.until(new RegExp(`^(HTTP[^]*?\r\n\r\n){${hits.length + 1}}$`));
  }
  wire.write(`GET http://public.test/last HTTP/1.1\r\n${way.credentials}Connection: close\r\n\r\n`);
  expect((await wire.rest()).match(/HTTP\/1\.1 \d{3}/g)?.map(statusOf)).toEqual([200, 204, 304, 200]);
  expect(hits).toEqual(["/head", "/204", "/304", "/last"]);
});

const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

test("what a tunnel carries arrives whole in both directions, with TLS by the name's own certificate", async () => {
  const certificate = selfSigned(["public.test"]);
  const body = randomBytes(3_000_000);
  const { port } = await httpsListener(certificate, (request, response) => void request.pipe(response));
  const way = await openWay(internet({ names: NAMES, ports: { 443: port } }));
  const { wire, status } = await connectBy(way, "public.test:443");
  expect(status).toBe(200);
  wire.socket.removeAllListeners("data");
  const socket = tlsConnect({ socket: wire.socket, servername: "public.test", ca: certificate.certificate });
  const request = httpRequest({ createConnection: () => socket, method: "POST", headers: { host: "public.test" } });
  request.end(body);
  const [response] = await once(request, "response");
  const chunks = await response.toArray();
  expect([socket.authorized, sha(Buffer.concat(chunks))]).toEqual([true, sha(body)]);
  expect(way.budget.used.bytes).toBeGreaterThan(2 * body.length);
});

test.each(["plain request", "tunnel"])("a WebSocket by a %s", async (by) => {
  const listener = await httpListener();
  listener.server.on("upgrade", (request, socket: Socket, head) => {
    listener.requests.push(request);
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Own: 1\r\n\r\nhello",
    );
    socket.write(head);
    echo(socket);
  });
  const way = await openWay(internet({ names: NAMES, ports: { 80: listener.port } }));
  const handshake =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n";
  const wire = by === "tunnel" ? (await connectBy(way, "public.test:80")).wire : new Wire(way.port);
  wire.write(
    by === "tunnel"
      ? `GET /ws HTTP/1.1\r\nHost: public.test\r\n${handshake}\r\nfirst`
      : `GET http://public.test/ws HTTP/1.1\r\n${way.credentials}${handshake}\r\nfirst`,
  );
  expect(await wire.until(/hellofirst/)).toMatch(/101 Switching Protocols\r\n[^]*x-own: 1/i);
  wire.write("second");
  await wire.until(/firstsecond/);
  const headers = {
    host: "public.test",
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "x",
    "sec-websocket-version": "13",
  };
  expect(listener.requests[0]?.headers).toEqual(headers);
  wire.socket.end();
  await wire.rest();
  expect(way.budget.failures).toEqual([]);
});

test("a WebSocket that is refused, or answered with nonsense, ends", async () => {
  const { port } = await httpListener((_, response) => void response.writeHead(401).end("no"));
  const broken = await tcpListener((socket) => void socket.end("nonsense\r\n\r\n"));
  const way = await openWay(internet({ names: NAMES, ports: { 80: port, 8080: broken.port } }));
  const fields = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  expect(statusOf(await viaProxy(way, "http://public.test/", fields))).toBe(401);
  expect(statusOf(await viaProxy(way, "http://public.test:8080/", fields))).toBe(502);
  expect(statusOf(await viaProxy(way, "http://evil.test/", fields))).toBe(403);
});

test("no other way to a host that is not public: redirects, names and tunnels are judged each time", async () => {
  const inside = await httpListener();
  const { port } = await httpListener((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end();
  });
  const world = internet({
    names: { ...NAMES, "rebind.test": { turns: [[PUBLIC[0]], ["127.0.0.1"]] } },
    ports: { 80: port, 443: port },
  });
  const way = await openWay(world);
  const redirect = await viaProxy(way, "http://public.test/");
  const location = /^location: (.*)\r$/im.exec(redirect)?.[1] ?? "";
  expect(location).toBe(`http://127.0.0.1:${inside.port}/`);
  expect(statusOf(await viaProxy(way, location))).toBe(403);

  const wire = new Wire(way.port);
  wire.write(`GET http://rebind.test/ HTTP/1.1\r\n${way.credentials}\r\n`);
  await wire.until(/302 Found[^]*\r\n0\r\n\r\n/);
  wire.write(`GET http://rebind.test/again HTTP/1.1\r\n${way.credentials}\r\n`);
  await wire.until(/403 Forbidden/);
  expect((await connectBy(way, "rebind.test:443")).status).toBe(403);
  expect((await connectBy(way, "evil.test:443")).status).toBe(403);
  expect((await connectBy(way, `127.0.0.1:${way.port}`)).status).toBe(403);
  expect(inside.hits).toEqual([]);
  expect(way.budget.blocked).toEqual(
    [
      location,
      "http://rebind.test/again",
      "https://rebind.test/",
      "https://evil.test/",
      `https://127.0.0.1:${way.port}/`,
    ].map((url) => expect.objectContaining({ url, reason: "not_public" })),
  );
});

test("an allowed loopback listener is reached by both ways", async () => {
  const { port, hits } = await httpListener();
  const way = await openWay(internet({ allow: `127.0.0.1:${port}` }));
  expect(await viaProxy(way, `http://127.0.0.1:${port}/plain`)).toMatch(/reached/);
  const { wire, status } = await connectBy(way, `127.0.0.1:${port}`);
  wire.write("GET /tunnel HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect([status, /reached/.test(await wire.rest()), hits]).toEqual([200, true, ["/plain", "/tunnel"]]);
});

test("whoever opens a budget can narrow it, and cannot widen it", async () => {
  const { port } = await httpListener();
  const world = internet({ names: { ...NAMES, "other.test": [PUBLIC[0]] }, ports: { 80: port } });
  const way = await openWay(world, { allow: ({ host }) => host !== "other.test" });
  expect(statusOf(await viaProxy(way, "http://public.test/"))).toBe(200);
  expect(statusOf(await viaProxy(way, "http://other.test/"))).toBe(403);
  expect(statusOf(await viaProxy(way, "http://evil.test/"))).toBe(403);
  expect(way.budget.blocked.map(({ host, reason }) => [host, reason])).toEqual([
    ["other.test", "not_allowed"],
    ["evil.test", "not_public"],
  ]);
});

test("without the credentials of an open budget every form of request is answered 407", async () => {
  const { port, hits } = await httpListener();
  const world = internet({ names: NAMES, ports: { 80: port } });
  const way = await openWay(world);
  const closed = way.proxy.openBudget(PLENTY);
  closed.close();
  const wrong = [
    "",
    "Proxy-Authorization: Basic\r\n",
    "Proxy-Authorization: Basic !!!\r\n",
    "Proxy-Authorization: Basic Og==\r\n",
    `Proxy-Authorization: Bearer ${way.budget.password}\r\n`,
    `Authorization: ${way.credentials.slice(21)}`,
    credentialsOf({ username: way.budget.username, password: "" }),
    credentialsOf({ username: way.budget.username, password: closed.password }),
    credentialsOf(closed),
    credentialsOf({ username: "__proto__", password: "" }),
  ];
  for (const credentials of wrong) {
    const forms = [
      "GET http://public.test/ HTTP/1.1",
      "CONNECT public.test:443 HTTP/1.1",
      "GET http://public.test/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket",
      "GET / HTTP/1.1",
    ];
    for (const form of forms) {
      const answer = await new Wire(way.port).write(`${form}\r\n${credentials}\r\n`).until(/\r\n\r\n/);
      expect([statusOf(answer), /^proxy-authenticate: Basic realm="outbound"\r$/im.test(answer)]).toEqual([407, true]);
    }
  }
  expect([hits, world.lookups, way.budget.used.requests]).toEqual([[], [], 0]);
});

test("the proxy's own URL is answered by the proxy itself, to whoever has credentials", async () => {
  const world = internet({ names: NAMES });
  const way = await openWay(world);
  const request = `GET ${way.budget.ownUrl} HTTP/1.1\r\n`;
  expect(statusOf(await new Wire(way.port).write(`${request}\r\n`).until(/\r\n\r\n/))).toBe(407);
  expect(statusOf(await new Wire(way.port).write(`${request}${way.credentials}\r\n`).until(/\r\n\r\n/))).toBe(204);
  expect([world.lookups, way.budget.blocked, way.budget.used.requests]).toEqual([[], [], 0]);
});

test("a 407 leaves a plain connection in use, as browsers expect", async () => {
  const { port } = await httpListener();
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }));
  const wire = new Wire(way.port);
  wire.write("POST http://public.test/ HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody");
  await wire.until(/407 [^]*\r\n\r\n/);
  wire.write(`GET http://public.test/ HTTP/1.1\r\n${way.credentials}\r\n`);
  expect(await wire.until(/reached/)).toMatch(/407 [^]*200 OK/);
});

test.each([
  ["no HTTP", "hello\r\n\r\n", [400]],
  ["binary", randomBytes(2000).map((byte) => byte | 128), [400]],
  ["a TLS hello", Buffer.from("16030102000100", "hex"), [400]],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["a large head", `GET http://public.test/ HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, [431]],
  ["a long URL", `GET http://public.test/${"x".repeat(100_000)} HTTP/1.1\r\n\r\n`, [431]],
  ["two lengths", "POST http://public.test/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", [400]],
  [
    "length and chunks",
    "POST http://public.test/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    [400],
  ],
  ["a bad header", "GET http://public.test/ HTTP/1.1\r\nbad header: x\r\n\r\n", [400]],
])("%s is answered and closed", async (_, bytes, statuses) => {
  const way = await openWay(internet({ names: NAMES }));
  expect(statuses).toContain(statusOf(await new Wire(way.port).write(Buffer.from(bytes)).rest()));
  expect(way.budget.used.requests).toBe(0);
});

test.each([
  ["origin form", "GET / HTTP/1.1"],
  ["asterisk", "OPTIONS * HTTP/1.1"],
  ["https in absolute form", "GET https://public.test/ HTTP/1.1"],
  ["another scheme", "GET ftp://public.test/ HTTP/1.1"],
  ["a file", "GET file:///etc/passwd HTTP/1.1"],
  ["credentials", "GET http://a:b@public.test/ HTTP/1.1"],
  ["CONNECT without port", "CONNECT public.test HTTP/1.1"],
  ["CONNECT to port 0", "CONNECT public.test:0 HTTP/1.1"],
  ["CONNECT to port 65536", "CONNECT public.test:65536 HTTP/1.1"],
  ["CONNECT to a URL", "CONNECT http://public.test:80 HTTP/1.1"],
  ["CONNECT with credentials", "CONNECT a@public.test:80 HTTP/1.1"],
  ["CONNECT with a path", "CONNECT public.test:80/x HTTP/1.1"],
  ["CONNECT without host", "CONNECT :80 HTTP/1.1"],
  ["CONNECT to two ports", "CONNECT public.test:80:443 HTTP/1.1"],
  ["CONNECT to an open bracket", "CONNECT [::1:80 HTTP/1.1"],
])("%s is not a request for a proxy", async (_, line) => {
  const world = internet({ names: NAMES });
  const way = await openWay(world);
  const answer = await new Wire(way.port).write(`${line}\r\n${way.credentials}Connection: close\r\n\r\n`).rest();
  expect(statusOf(answer)).toBe(400);
  expect([world.lookups, world.dialled]).toEqual([[], []]);
});

test.each([
  ["closes at once", "", 502],
  ["speaks no HTTP", "SSH-2.0-OpenSSH_9.2p1\r\n", 502],
  ["sends a large head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}\r\n\r\n`, 502],
  ["has an impossible status", "HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n", 502],
  ["switches protocols unasked", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", 502],
  ["sends both lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 502],
  [
    "sends early hints first",
    "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    200,
  ],
  [
    "claims to be the proxy",
    "HTTP/1.1 200 OK\r\nProxy-Status: outbound; error=dns_error\r\nContent-Length: 2\r\n\r\nok",
    200,
  ],
])("a host that %s", async (_, bytes, status) => {
  const { port } = await tcpListener((socket) => {
    socket.once("data", () => void socket.end(bytes));
  });
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }));
  const answer = await viaProxy(way, "http://public.test/x");
  expect(statusOf(answer)).toBe(status);
  expect(/proxy-status/i.test(answer)).toBe(status === 502);
  expect(way.budget.failures.map(({ url, reason }) => [url, reason])).toEqual(
    status === 502 ? [["http://public.test/x", "protocol"]] : [],
  );
});

test.each([
  ["a length that is not kept", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"],
  ["chunks without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n"],
])("%s: the client sees that the answer is cut short", async (_, bytes) => {
  const { port } = await tcpListener((socket) => {
    socket.once("data", () => void socket.end(bytes));
  });
  const way = await openWay(internet({ names: NAMES, ports: { 80: port } }));
  const answer = await viaProxy(way, "http://public.test/");
  expect(answer).toMatch(/only this/);
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
  expect(way.budget.failures).toMatchObject([{ reason: "protocol" }]);
});

test("hosts that cannot be reached are failures, and no refusals", async () => {
  const world = internet({ names: { ...NAMES, "dead.test": [PUBLIC[0]] }, ports: { 443: 1, 80: 1 } });
  const way = await openWay(world);
  expect(await viaProxy(way, "http://gone.test/")).toMatch(
    /^HTTP\/1\.1 502 [^]*proxy-status: outbound; error=dns_error/i,
  );
  expect(await viaProxy(way, "http://dead.test/")).toMatch(/^HTTP\/1\.1 502 [^]*error=connection_refused/i);
  expect((await connectBy(way, "dead.test:443")).status).toBe(502);
  expect([way.budget.blocked, way.budget.failures.map(({ url, reason }) => [url, reason])]).toEqual([
    [],
    [
      ["http://gone.test/", "name_unknown"],
      ["http://dead.test/", "unreachable"],
      ["https://dead.test/", "unreachable"],
    ],
  ]);
});

test("either side of a tunnel may end first, and receives what is still to come", async () => {
  const { port } = await tcpListener((socket) => {
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.once("end", () => void socket.end(`got ${received}`));
  });
  const greeting = await tcpListener((socket) => {
    socket.end("bye");
    socket.on("data", (chunk) => greeting.hits.push(chunk.toString()));
  });
  const way = await openWay(internet({ names: NAMES, ports: { 80: port, 443: greeting.port } }));
  const first = (await connectBy(way, "public.test:80")).wire;
  first.socket.end("all of it");
  expect(await first.rest()).toMatch(/got all of it$/);

  const second = (await connectBy(way, "public.test:443")).wire;
  expect(await second.rest()).toMatch(/bye$/);
  second.socket.end("late words");
  await expect.poll(() => greeting.hits).toEqual(["connection", "late words"]);
});

test("an error on one side of a tunnel ends the other", async () => {
  const upstreams: Socket[] = [];
  const { port, sockets } = await tcpListener((socket) => {
    upstreams.push(socket.resume().once("end", () => void socket.end()));
  });
  const way = await openWay(internet({ names: NAMES, ports: { 443: port } }));
  const one = (await connectBy(way, "public.test:443")).wire;
  await expect.poll(() => upstreams.length).toBe(1);
  upstreams[0]?.resetAndDestroy();
  await one.rest();
  const other = (await connectBy(way, "public.test:443")).wire;
  await expect.poll(() => upstreams.length).toBe(2);
  other.socket.resetAndDestroy();
  await expect.poll(() => sockets.size).toBe(0);
});

test("a client that goes away ends what is done for it: while dialled, answered, uploading", async () => {
  const { port, sockets, hits } = await httpListener((request) => void request.resume());
  const world = internet({ names: NAMES, ports: { 80: port } });
  const way = await openWay(world);
  for (const request of [
    `GET http://public.test/ HTTP/1.1\r\n${way.credentials}\r\n`,
    `POST http://public.test/ HTTP/1.1\r\n${way.credentials}Content-Length: 100\r\n\r\nhalf`,
  ]) {
    const wire = new Wire(way.port).write(request);
    const count = hits.length;
    await expect.poll(() => hits.length).toBeGreaterThan(count);
    wire.socket.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  }
  expect([way.budget.failures, way.budget.blocked]).toEqual([[], []]);
});

test("the proxy at a Unix socket", async () => {
  const directory = mkdtempSync(join(tmpdir(), "proxy-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { port } = await httpListener();
  const { egress } = internet({ names: NAMES, ports: { 80: port } });
  const path = join(directory, "socket");
  const proxy = await egress.startProxy({ kind: "unix", path });
  onTestFinished(() => proxy.close());
  const credentials = credentialsOf(proxy.openBudget(PLENTY));
  const wire = new Wire(path).write(`GET http://public.test/ HTTP/1.1\r\n${credentials}Connection: close\r\n\r\n`);
  expect([proxy.port, /reached/.test(await wire.rest())]).toEqual([undefined, true]);
});
