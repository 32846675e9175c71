import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { OutboundFailure } from "./outbound-failure.ts";
import { httpListener, httpsListener, internet, PUBLIC, selfSigned, tcpListener } from "./testing/loopback.ts";
import type { WebFetch } from "./web-fetch.ts";

const NAMES = { "public.test": [PUBLIC[0]], "evil.test": ["127.0.0.1"], "mixed.test": [PUBLIC[0], "10.0.0.1"] };

const reasonOf = (fetch: WebFetch, ...request: Parameters<WebFetch>): Promise<unknown> =>
  fetch(...request).then(
    async (response) => `${response.status} ${await response.text()}`,
    (error: unknown) => (error instanceof OutboundFailure ? `${error.code} ${error.reason}` : error),
  );

test("a request is sent as the caller made it, and its answer comes back as it is", async () => {
  let received = "";
  const { port, requests } = await httpListener((request, response) => {
    request.on("data", (chunk: Buffer) => (received += chunk.toString()));
    request.on("end", () => void response.writeHead(503, { "retry-after": "7", "set-cookie": "a=b" }).end("busy"));
  });
  const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
  const headers = { "content-type": "application/json", authorization: "Bearer secret" };
  const response = await fetch("HTTP://Public.test/v1/messages?a=1#part", { method: "POST", headers, body: '{"a":1}' });
  expect([response.status, response.headers.get("retry-after"), await response.text(), received]).toEqual([
    503,
    "7",
    "busy",
    '{"a":1}',
  ]);
  expect(requests[0]).toMatchObject({ method: "POST", url: "/v1/messages?a=1" });
  expect(requests[0]?.headers).toMatchObject({ ...headers, host: "public.test", "accept-encoding": "identity" });
  // A Request of the platform works the same; and nothing of the first answer is kept.
  await fetch(new Request("http://public.test/again", { method: "PUT", headers: { "x-own": "1" }, body: "two" }));
  expect([requests[1]?.method, requests[1]?.url, requests[1]?.headers["x-own"], received]).toEqual([
    "PUT",
    "/again",
    "1",
    '{"a":1}two',
  ]);
  expect(requests[1]?.headers.cookie).toBeUndefined();
});

test("an open connection is used again", async () => {
  const { port, hits } = await httpListener();
  const world = internet({ names: NAMES, ports: { 80: port } });
  const fetch = world.egress.webFetch();
  for (let asked = 0; asked < 10; asked++) {
    expect(await reasonOf(fetch, "http://public.test/")).toBe("200 reached");
  }
  // A connection that has just been answered may not be free yet.
  expect([hits.length, world.dialled.length <= 2]).toEqual([10, true]);
});

test.each([
  ["http://127.0.0.1:PORT/", "url_blocked not_public"],
  ["http://2130706433:PORT/", "url_blocked not_public"],
  ["http://[::1]:PORT/", "url_blocked not_public"],
  ["http://[::ffff:127.0.0.1]:PORT/", "url_blocked not_public"],
  ["http://localhost:PORT/", "url_blocked not_public"],
  ["http://evil.test/", "url_blocked not_public"],
  ["http://mixed.test/", "url_blocked not_public"],
  ["http://169.254.169.254/latest/meta-data/", "url_blocked not_public"],
  ["http://public.test:22/", "url_blocked port"],
  ["http://user:password@public.test/", "url_blocked bad_url"],
  ["data:text/plain,x", "url_blocked bad_url"],
  ["file:///etc/passwd", "url_blocked bad_url"],
  ["/relative", "url_blocked bad_url"],
  ["http://unknown.test/", "url_fetch_failed name_unknown"],
])("%s is refused", async (url, reason) => {
  const inside = await httpListener();
  const world = internet({ names: NAMES, ports: { 80: inside.port } });
  expect(await reasonOf(world.egress.webFetch(), url.replace("PORT", String(inside.port)))).toBe(reason);
  expect([inside.hits, world.dialled]).toEqual([[], []]);
});

test("an allowed origin is reached wherever it is; another port, scheme or host beside it is not", async () => {
  const [inside, other] = [await httpListener(), await httpListener()];
  const { egress } = internet({ names: NAMES });
  const fetch = egress.webFetch({ allowed: new URL(`http://127.0.0.1:${inside.port}/v1`) });
  expect(await reasonOf(fetch, `http://127.0.0.1:${inside.port}/else`)).toBe("200 reached");
  expect(await reasonOf(fetch, `http://127.0.0.1:${other.port}/v1`)).toBe("url_blocked not_public");
  expect(await reasonOf(fetch, `https://127.0.0.1:${inside.port}/v1`)).toBe("url_blocked not_public");
  expect(await reasonOf(fetch, `http://127.0.0.2:${inside.port}/v1`)).toBe("url_blocked not_public");
  expect([inside.hits, other.hits]).toEqual([["/else"], []]);
  // What one caller may do, others may not.
  expect(await reasonOf(egress.webFetch(), `http://127.0.0.1:${inside.port}/`)).toBe("url_blocked not_public");
  // An allowed name may resolve to anything.
  const named = egress.webFetch({ allowed: new URL(`http://evil.test:${inside.port}`) });
  expect(await reasonOf(named, `http://evil.test:${inside.port}/`)).toBe("200 reached");
});

test("where outbound requests are off, an allowed origin is refused too", async () => {
  const { port, hits } = await httpListener();
  const { egress } = internet({ names: NAMES, ports: { 80: port }, outbound: "off", allow: "127.0.0.1" });
  const url = `http://127.0.0.1:${port}/`;
  expect(await reasonOf(egress.webFetch({ allowed: new URL(url) }), url)).toBe("url_blocked outbound_off");
  expect(await reasonOf(egress.webFetch(), "http://public.test/")).toBe("url_blocked outbound_off");
  expect(hits).toEqual([]);
});

test.each([301, 302, 303, 307, 308])("a redirect by %d is an answer, whatever the caller asks for", async (status) => {
  const inside = await httpListener();
  const location = `http://127.0.0.1:${inside.port}/`;
  const { port } = await httpListener((_, response) => void response.writeHead(status, { location }).end("moved"));
  const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
  const response = await fetch("http://public.test/", { redirect: "follow" });
  expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
    status,
    location,
    "moved",
  ]);
  expect(inside.hits).toEqual([]);
});

test("TLS: the certificate has to be for the name, and signed by a trusted authority", async () => {
  const certificate = selfSigned(["public.test"]);
  const serverNames: unknown[] = [];
  const listener = await httpsListener(certificate, (request, response) => {
    serverNames.push("servername" in request.socket && request.socket.servername);
    response.end("reached");
  });
  const options = {
    names: { ...NAMES, "other.test": [PUBLIC[1]] },
    ports: { 443: listener.port },
    allow: `127.0.0.1:${listener.port}`,
  };
  const trusting = internet({ ...options, trusted: certificate.certificate }).egress.webFetch();
  expect(await reasonOf(trusting, "https://public.test/")).toBe("200 reached");
  // The certificate names the address too; an address is no server name.
  expect(await reasonOf(trusting, `https://127.0.0.1:${listener.port}/`)).toBe("200 reached");
  expect(serverNames).toEqual(["public.test", false]);
  expect(await reasonOf(trusting, "https://other.test/")).toBe("url_fetch_failed certificate");
  expect(await reasonOf(internet(options).egress.webFetch(), "https://public.test/")).toBe(
    "url_fetch_failed certificate",
  );
  const plain = await httpListener();
  const misled = internet({ names: NAMES, ports: { 443: plain.port } }).egress.webFetch();
  expect(await reasonOf(misled, "https://public.test/")).toBe("url_fetch_failed tls");
  const mute = await tcpListener((socket) => void socket.end());
  const unanswered = internet({ names: NAMES, ports: { 443: mute.port } }).egress.webFetch();
  expect(await reasonOf(unanswered, "https://public.test/")).toBe("url_fetch_failed tls");
  expect(listener.hits.length).toBe(2);
});

test("the environment's proxy is not asked", async () => {
  const [proxy, { port }] = [await httpListener(), await httpListener()];
  const kept = { ...process.env };
  Object.assign(process.env, { http_proxy: `http://127.0.0.1:${proxy.port}`, NODE_USE_ENV_PROXY: "1" });
  try {
    const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
    expect(await reasonOf(fetch, "http://public.test/")).toBe("200 reached");
  } finally {
    process.env = kept;
  }
  expect(proxy.hits).toEqual([]);
});

test.each([
  ["nothing", ""],
  ["no HTTP", "SSH-2.0-OpenSSH_9.2p1\r\n"],
  ["another protocol, unasked", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
  ["too large a head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}\r\n\r\n`],
])("%s is not an answer", async (_, bytes) => {
  const { port } = await tcpListener((socket) => {
    socket.once("data", () => void socket.end(bytes));
  });
  const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
  expect(await reasonOf(fetch, "http://public.test/")).toBe("url_fetch_failed protocol");
});

test.each([
  ["a body that is cut short", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"],
  ["chunks without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"],
])("%s is not taken for whole", async (_, bytes) => {
  const { port, sockets } = await tcpListener((socket) => {
    socket.once("data", () => void socket.end(bytes));
  });
  const response = await internet({ names: NAMES, ports: { 80: port } }).egress.webFetch()("http://public.test/");
  await expect(response.text()).rejects.toThrow(TypeError);
  await expect.poll(() => sockets.size).toBe(0);
});

test("of a body that grows when it is unpacked no more is made than is read", async () => {
  const packed = gzipSync(Buffer.alloc(200_000_000));
  const { port } = await httpListener((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
  });
  const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
  const { body } = await fetch("http://public.test/");
  let readBytes = 0;
  for await (const chunk of body ?? []) {
    readBytes += chunk.length;
    if (readBytes >= 65_536) {
      break;
    }
  }
  expect(readBytes).toBeGreaterThanOrEqual(65_536);
  expect(readBytes).toBeLessThan(1_000_000);
});

test.each(["head", "body"])("whoever asks calls it off while the %s is waited for", async (part) => {
  const { port, sockets } = await httpListener((_, response) => {
    if (part === "body") {
      response.write("begun");
    }
  });
  const fetch = internet({ names: NAMES, ports: { 80: port } }).egress.webFetch();
  const controller = new AbortController();
  const reason = new Error("given up");
  const answer = fetch("http://public.test/", { signal: controller.signal }).then((response) => response.text());
  await expect.poll(() => sockets.size).toBe(1);
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
  await expect(fetch("http://public.test/", { signal: controller.signal })).rejects.toBe(reason);
  await expect.poll(() => sockets.size).toBe(0);
});

test.each([
  ["a line break in a header", { "x-a": "1\r\nHost: evil.test" }],
  ["a line break in a name", { "x-a\r\nb": "1" }],
])("%s is no request: the caller's error", async (_, headers) => {
  const world = internet({ names: NAMES });
  await expect(world.egress.webFetch()("http://public.test/", { headers })).rejects.toThrow(TypeError);
  expect(world.dialled).toEqual([]);
});
