import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OutboundFailure } from "./outbound-failure.ts";
import {
  httpListener,
  httpsListener,
  type Internet,
  internet,
  PUBLIC,
  selfSigned,
  tcpListener,
} from "./testing/loopback.ts";

const NAMES = { "public.test": [PUBLIC[0]], "other.test": [PUBLIC[1]], "evil.test": ["127.0.0.1"] };
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 };

const reasonOf = ({ egress }: Internet, url: string, limits = {}): Promise<unknown> =>
  egress.fetch.bytes(url, { ...LIMITS, ...limits }).then(
    () => "fetched",
    (error: unknown) => (error instanceof OutboundFailure ? error.reason : error),
  );

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "fetched-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("what a URL leads to arrives in memory, or in a file", async () => {
  const body = randomBytes(300_000);
  const { port, requests } = await httpListener((_, response) => {
    response.writeHead(200, { "content-type": "application/pdf" }).end(body);
  });
  const { egress } = internet({ names: NAMES, ports: { 80: port } });
  const found = await egress.fetch.bytes("HTTP://Public.TEST/a%20b?c#d", { ...LIMITS, headers: { "x-own": "1" } });
  expect(found).toMatchObject({ url: "http://public.test/a%20b?c#d", status: 200, sizeBytes: body.length });
  expect([found.headers["content-type"], found.body.equals(body)]).toEqual(["application/pdf", true]);
  expect([requests[0]?.url, requests[0]?.headers]).toEqual([
    "/a%20b?c",
    { accept: "*/*", "accept-encoding": "identity", connection: "close", host: "public.test", "x-own": "1" },
  ]);

  const path = join(directory(), "fetched");
  const { sizeBytes } = await egress.fetch.toFile("http://public.test/", path, LIMITS);
  expect([sizeBytes, readFileSync(path).equals(body)]).toEqual([body.length, true]);
});

test("TLS: the certificate has to be for the name, and signed by a trusted authority", async () => {
  const certificate = selfSigned(["public.test"]);
  const names: unknown[] = [];
  const listener = await httpsListener(certificate, (request, response) => {
    names.push("servername" in request.socket && request.socket.servername);
    response.end("secret");
  });
  const options = { names: NAMES, ports: { 443: listener.port }, allow: `127.0.0.1:${listener.port}` };
  const trusting = internet({ ...options, trusted: certificate.certificate });
  const { body } = await trusting.egress.fetch.bytes("https://public.test/", LIMITS);
  expect([body.toString(), names]).toEqual(["secret", ["public.test"]]);
  // The certificate names the address too; an address is not a server name.
  await trusting.egress.fetch.bytes(`https://127.0.0.1:${listener.port}/`, LIMITS);
  expect(names).toEqual(["public.test", false]);

  expect(await reasonOf(trusting, "https://other.test/")).toBe("certificate");
  expect(await reasonOf(internet(options), "https://public.test/")).toBe("certificate");
  const plain = await httpListener();
  expect(await reasonOf(internet({ names: NAMES, ports: { 443: plain.port } }), "https://public.test/")).toBe("tls");
  const mute = await tcpListener((socket) => void socket.end());
  expect(await reasonOf(internet({ names: NAMES, ports: { 443: mute.port } }), "https://public.test/")).toBe("tls");
  expect(listener.hits.length).toBe(2);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect by %d is followed, with the caller's headers to one origin only",
  async (status) => {
    const second = await httpListener();
    const first = await httpListener(({ url }, response) => {
      response.writeHead(status, { location: url === "/" ? "/again" : "http://other.test:8080/there" }).end("moved");
    });
    const world = internet({ names: NAMES, ports: { 80: first.port, 8080: second.port } });
    const headers = { authorization: "Bearer secret", cookie: "a=b" };
    const { url, body } = await world.egress.fetch.bytes("http://public.test/", { ...LIMITS, headers });
    expect([url, body.toString()]).toEqual(["http://other.test:8080/there", "reached"]);
    expect(first.requests.map((request) => request.headers.authorization)).toEqual(["Bearer secret", "Bearer secret"]);
    expect(second.requests[0]?.headers).toEqual({
      accept: "*/*",
      "accept-encoding": "identity",
      connection: "close",
      host: "other.test:8080",
    });
    expect(world.lookups).toEqual(["public.test", "public.test", "other.test"]);
  },
);

test.each([
  ["http://127.0.0.1:PORT/", "not_public"],
  ["//127.1:PORT/", "not_public"],
  ["http://[::ffff:127.0.0.1]:PORT/", "not_public"],
  ["http://evil.test/", "not_public"],
  ["HTTP://LOCALHOST:PORT/", "not_public"],
  ["http://169.254.169.254/latest/meta-data/", "not_public"],
  ["http://user:password@other.test/", "bad_url"],
  ["file:///etc/passwd", "bad_url"],
  ["data:text/plain,x", "bad_url"],
  ["http://other.test:22/", "port"],
])("a redirect to %s goes nowhere", async (location, reason) => {
  const inside = await httpListener();
  const { port } = await httpListener((_, response) => {
    response.writeHead(302, { location: location.replace("PORT", String(inside.port)) }).end();
  });
  const world = internet({ names: NAMES, ports: { 80: port } });
  expect(await reasonOf(world, "http://public.test/")).toBe(reason);
  expect([inside.hits, world.dialled]).toEqual([[], [`${PUBLIC[0]}:80`]]);
});

test("at most five redirects are followed, or as many as the caller says", async () => {
  const { port, hits } = await httpListener(({ url }, response) => {
    const left = Number(url?.slice(1));
    response.writeHead(left === 0 ? 200 : 302, left === 0 ? {} : { location: `/${left - 1}` }).end();
  });
  const world = internet({ names: NAMES, ports: { 80: port } });
  expect(await reasonOf(world, "http://public.test/5")).toBe("fetched");
  expect(await reasonOf(world, "http://public.test/6")).toBe("redirects");
  expect(hits.length).toBe(12);
  expect(await reasonOf(world, "http://public.test/1", { maxRedirects: 0 })).toBe("redirects");
});

test.each([
  ["a redirect without a place", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "status"],
  ["an error", "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\nabc", "status"],
  ["a server's error", "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "status"],
  ["a body that is cut short", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "protocol"],
  ["chunks without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "protocol"],
  [
    "a compressed body that nobody asked for",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
    "protocol",
  ],
  ["nothing", "", "protocol"],
  ["no HTTP", "SSH-2.0-OpenSSH_9.2p1\r\n", "protocol"],
  ["another protocol, unasked", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", "protocol"],
  ["too large a head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}\r\n\r\n`, "protocol"],
  ["an announced length above the limit", "HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n", "too_large"],
  ["a body above the limit", `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(1_000_001)}`, "too_large"],
  ["a body of the limit", `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(1_000_000)}`, "fetched"],
])("%s", async (_, bytes, reason) => {
  const { port, sockets } = await tcpListener((socket) => {
    socket.once("data", () => void socket.end(bytes));
  });
  const world = internet({ names: NAMES, ports: { 80: port } });
  expect(await reasonOf(world, "http://public.test/")).toBe(reason);
  await expect.poll(() => sockets.size).toBe(0);
});

test("an error's status is reported, and nothing of its body", async () => {
  const { port } = await httpListener((_, response) => void response.writeHead(418).end("internal details"));
  const { egress } = internet({ names: NAMES, ports: { 80: port } });
  await expect(egress.fetch.bytes("http://public.test/", LIMITS)).rejects.toMatchObject({
    code: "url_fetch_failed",
    message: "public.test could not be fetched: it answered with status 418.",
  });
});

test.each(["head", "body"])(
  "a host that is slow with its %s is given up, by time or by whoever asked",
  async (part) => {
    const { port, sockets } = await httpListener((_, response) => {
      if (part === "body") {
        response.write("begun");
      }
    });
    const world = internet({ names: NAMES, ports: { 80: port } });
    expect(await reasonOf(world, "http://public.test/", { timeoutMs: 200 })).toBe("timeout");
    const controller = new AbortController();
    const reason = new Error("given up");
    const fetching = reasonOf(world, "http://public.test/", { signal: controller.signal });
    await expect.poll(() => sockets.size).toBe(1);
    controller.abort(reason);
    expect(await fetching).toBe(reason);
    expect(await reasonOf(world, "http://public.test/", { signal: controller.signal })).toBe(reason);
    await expect.poll(() => sockets.size).toBe(0);
  },
);

test("a host that is silent during TLS is given up", async () => {
  const { port, sockets } = await tcpListener((socket) => void socket.resume().once("end", () => void socket.end()));
  const world = internet({ names: NAMES, ports: { 443: port } });
  expect(await reasonOf(world, "https://public.test/", { timeoutMs: 200 })).toBe("timeout");
  await expect.poll(() => sockets.size).toBe(0);
});

test("a failure leaves no file, and a file that was there is left alone", async () => {
  const { port } = await httpListener((_, response) => void response.end("x".repeat(2_000_000)));
  const { egress } = internet({ names: NAMES, ports: { 80: port } });
  const path = join(directory(), "fetched");
  await expect(egress.fetch.toFile("http://public.test/", path, LIMITS)).rejects.toThrow("larger than 1000000 bytes");
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, "earlier");
  const large = { ...LIMITS, maxBytes: 1e9 };
  await expect(egress.fetch.toFile("http://public.test/", path, large)).rejects.toThrow("EEXIST");
  expect(readFileSync(path, "utf8")).toBe("earlier");
});

test.each([
  ["a line break in a header", { "x-a": "1\r\nHost: evil.test" }],
  ["a line break in a name", { "x-a\r\nb": "1" }],
])("%s is not sent", async (_, headers) => {
  const { port, hits, sockets } = await httpListener();
  const { egress } = internet({ names: NAMES, ports: { 80: port } });
  await expect(egress.fetch.bytes("http://public.test/", { ...LIMITS, headers })).rejects.toThrow(
    /^(Invalid character|Header name must)/,
  );
  expect(hits).toEqual([]);
  await expect.poll(() => sockets.size).toBe(0);
});
