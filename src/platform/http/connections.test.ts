import { execFile } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { eventually, KEY, pdf, post, rawRequest, startService, type TestService, uploadOf } from "./testing/service.ts";

/*
 * What shows only on a socket: answers before the body, connections that stay in use, what the HTTP parser refuses,
 * clients that are slow or leave.
 */

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
const start = async (...options: Parameters<typeof startService>): Promise<TestService> => {
  service = await startService(...options);
  return service;
};

const head = (headers: Record<string, string | number>, path = "/api/v1/pdf/test"): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
const FORM = { "X-API-Key": KEY, "Content-Type": "multipart/form-data; boundary=B" };
const formBody = (content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
    Buffer.from(content),
    Buffer.from("\r\n--B--\r\n"),
  ]);

function upload(agent: Agent, options: { port: number; path: string; headers: Record<string, string | number> }) {
  const request = httpRequest({ method: "POST", agent, ...options });
  request.on("error", () => {});
  return request;
}

describe("refusals before the body is read", () => {
  const LARGE = Buffer.alloc(10_000_000);

  test.each([
    ["no key", {}, "/api/v1/pdf/test", 401],
    ["unknown path", { "x-api-key": KEY }, "/api/v1/nothing", 404],
    ["read as operation", { "x-api-key": KEY }, "/api/v1/limits", 405],
    ["too large", { "x-api-key": KEY }, "/api/v1/pdf/test", 413],
    ["bad idempotency key", { "x-api-key": KEY, "idempotency-key": "a b" }, "/api/v1/pdf/test", 413],
    ["wrong content type", { "x-api-key": KEY, "content-type": "text/plain" }, "/api/v1/pdf/test", 413],
  ])(
    "%s: a client that sends 10 MB first gets its answer, and its connection stays in use",
    async (_, headers, path, status) => {
      const { port } = await start();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<unknown>();
      for (let round = 0; round < 3; round++) {
        const request = upload(agent, { port, path, headers: { ...headers, "content-length": LARGE.length } });
        request.on("socket", (socket) => sockets.add(socket));
        const answer = once(request, "response");
        // The whole body goes out before the answer is looked at.
        await new Promise<void>((resolve) => request.end(LARGE, () => resolve()));
        const [response] = await answer;
        await once(response.resume(), "end");
        expect([response.statusCode, response.headers.connection]).toEqual([status, "keep-alive"]);
      }
      expect(sockets.size).toBe(1);
      agent.destroy();
    },
  );

  test("a client that asks for the connection to be closed gets its answer too", async () => {
    const { port } = await start();
    for (const headers of [{}, { "x-api-key": KEY }]) {
      const request = upload(new Agent({ keepAlive: false }), {
        port,
        path: "/api/v1/pdf/test",
        headers: { ...headers, "content-length": LARGE.length },
      });
      const answer = once(request, "response");
      await new Promise<void>((resolve) => request.end(LARGE, () => resolve()));
      const [response] = await answer;
      await once(response.resume(), "close");
      expect([401, 413]).toContain(response.statusCode);
      await eventually(() => request.socket?.destroyed === true);
    }
  });

  test("chunked bodies without a length are cut off at the limit, and answered", async () => {
    const { port } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; round < 2; round++) {
      const request = upload(agent, { port, path: "/api/v1/pdf/test", headers: FORM });
      const answer = once(request, "response");
      request.write(formBody("").subarray(0, -"\r\n--B--\r\n".length));
      for (let sent = 0; sent < 40; sent++) {
        request.write(LARGE.subarray(0, 250_000));
      }
      request.end();
      const [response] = await answer;
      expect(response.statusCode).toBe(413);
      await once(response.resume(), "end");
    }
    agent.destroy();
    await eventually(async () => (await service?.tasks())?.length === 0);
  });

  test("the answer comes while the client has sent nothing but its head", async () => {
    const { port } = await start();
    const answer = await rawRequest(port, head({ "Content-Length": 1_000_000 }));
    expect([answer.status, answer.headers.get("connection")]).toEqual([401, "keep-alive"]);
  });

  test("fetch and curl get the status of a refused 10 MB upload", async () => {
    const running = await start();
    expect((await post(running, LARGE, { headers: { "x-api-key": "wrong-key" } })).status).toBe(401);
    const curl = promisify(execFile)("curl", [
      "-s",
      "-o",
      "-",
      "-w",
      "%{http_code}",
      "-H",
      "Expect:",
      "-F",
      "file=@-",
      running.url + "/api/v1/pdf/test",
    ]);
    curl.child.stdin?.on("error", () => {}).end(LARGE);
    expect((await curl).stdout).toMatch(/missing_api_key.*401$/);
  });

  test("a body without end is read no further than the limits say", async () => {
    const { port } = await start({ QUIRE_MAX_UPLOAD_BYTES: "1024" });
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(head({ "Transfer-Encoding": "chunked" }));
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
    let sentBytes = 0;
    while (!socket.destroyed && sentBytes < 300_000_000) {
      socket.resume();
      await new Promise((resolve) => socket.write(chunk, resolve));
      sentBytes += chunk.length;
    }
    expect(sentBytes).toBeGreaterThan(64_000_000);
    expect(sentBytes).toBeLessThan(200_000_000);
  });
});

describe("Expect: 100-continue", () => {
  const EXPECT = { Expect: "100-continue" };

  test("is answered with the final status when the request is refused", async () => {
    const { port } = await start();
    for (const [headers, status] of [
      [{}, 401],
      [{ ...FORM, "Content-Length": 3_000_000 }, 413],
      [{ ...FORM, "Content-Type": "text/plain", "Content-Length": 100 }, 422],
    ] as const) {
      const answer = await rawRequest(port, head({ "Content-Length": 100, ...EXPECT, ...headers }));
      expect(answer.text).not.toContain("100 Continue");
      expect([answer.status, answer.headers.get("connection")]).toEqual([status, "keep-alive"]);
    }
  });

  test("invites the body when it is about to be read", async () => {
    const { port } = await start();
    const body = formBody(pdf());
    const socket = connect(port, "127.0.0.1");
    socket.write(head({ ...FORM, ...EXPECT, "Content-Length": body.length }));
    const [first] = await once(socket, "data");
    expect(String(first)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(body);
    const [second] = await once(socket, "data");
    expect(String(second)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    socket.destroy();
  });

  test("other expectations are ignored", async () => {
    const { port } = await start();
    const answer = await rawRequest(port, "GET /health HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n");
    expect(answer.status).toBe(200);
  });
});

describe("what the HTTP parser refuses", () => {
  test.each([
    ["no HTTP", "hello\r\n\r\n", 400, "malformed_request"],
    ["no known method", "JUMP / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed_request"],
    ["a bad header", "GET / HTTP/1.1\r\nHost: x\r\nbad header: x\r\n\r\n", 400, "malformed_request"],
    ["a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed_request"],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
      400,
      "malformed_request",
    ],
    [
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "malformed_request",
    ],
    ["large headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431, "headers_too_large"],
  ])("%s", async (_, bytes, status, code) => {
    const { port } = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "60" });
    const answer = await rawRequest(port, bytes);
    expect([answer.status, answer.json]).toEqual([
      status,
      expect.objectContaining({ code, detail: expect.any(String) }),
    ]);
    expect(answer.json).toMatchObject({ request_id: answer.headers.get("x-request-id") });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("60");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("60");
    expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    expect(answer.headers.get("x-credits-remaining")).toBe("0");
    for (const name of [
      "ratelimit",
      "ratelimit-policy",
      "x-api-version",
      "x-server-version",
      "access-control-allow-origin",
      "access-control-expose-headers",
    ]) {
      expect(answer.headers.get(name), name).toBeTruthy();
    }
  });

  test("a broken chunk in a body is answered with the key's own window", async () => {
    const { port } = await start({ QUIRE_RATE_LIMIT: "50" });
    const answer = await rawRequest(port, head({ ...FORM, "Transfer-Encoding": "chunked" }), { more: ["zz\r\n"] });
    expect([
      answer.status,
      answer.headers.get("x-ratelimit-limit"),
      answer.headers.get("x-ratelimit-remaining"),
    ]).toEqual([400, "50", "49"]);
    await eventually(async () => (await service?.tasks())?.length === 0);
  });

  test("a body that the client cuts short is malformed", async () => {
    const { port } = await start();
    const body = formBody(pdf());
    const answer = await rawRequest(port, head({ ...FORM, "Content-Length": body.length }), {
      more: [body.subarray(0, 60)],
      halfClose: true,
    });
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: "malformed_multipart" })]);
    await eventually(async () => (await service?.tasks())?.length === 0);
  });

  test("head and body that never end are cut by the time for a request", async () => {
    const { port } = await start({ QUIRE_REQUEST_TIMEOUT_MS: "1000" });
    const [inHead, inBody] = await Promise.all([
      rawRequest(port, "GET / HTTP/1.1\r\nHost: x\r\n"),
      rawRequest(port, head({ ...FORM, "Content-Length": 1000 }), { more: ["--B\r\n"] }),
    ]);
    for (const answer of [inHead, inBody]) {
      expect([answer.status, answer.json]).toEqual([408, expect.objectContaining({ code: "request_timeout" })]);
      expect(answer.headers.get("x-ratelimit-limit")).toBe("100000");
    }
    await eventually(async () => (await service?.tasks())?.length === 0);
  });
});

describe("slow and leaving clients", () => {
  test("a dripping upload is cut with an answer", async () => {
    const { port } = await start({}, {}, { uploadRateWindowMs: 300 });
    const body = formBody(pdf());
    const drips = Array.from({ length: 200 }, (_, at) => body.subarray(at, at + 1));
    const answer = await rawRequest(port, head({ ...FORM, "Content-Length": body.length + 500 }), {
      more: drips,
      pauseMs: 10,
    });
    expect([answer.status, answer.json]).toEqual([408, expect.objectContaining({ code: "request_timeout" })]);
    await eventually(async () => (await service?.tasks())?.length === 0);
  });

  test("an upload that pauses for less than the window goes on", async () => {
    const { port } = await start({ QUIRE_MIN_UPLOAD_BYTES_PER_SECOND: "100" }, {}, { uploadRateWindowMs: 1000 });
    const body = formBody(pdf());
    const answer = await rawRequest(port, head({ ...FORM, "Content-Length": body.length }), {
      more: [body.subarray(0, 50), body.subarray(50)],
      pauseMs: 400,
    });
    expect(answer.status).toBe(200);
  });

  test("a client that leaves during its upload leaves nothing behind", async () => {
    const running = await start();
    const socket = connect(running.port, "127.0.0.1");
    socket.write(head({ ...FORM, "Content-Length": 1_000_000 }));
    socket.write(formBody(Buffer.alloc(200_000)).subarray(0, 150_000));
    await eventually(async () => (await running.tasks()).length === 1);
    socket.destroy();
    await eventually(async () => (await running.tasks()).length === 0);
    // It may have closed its side only, so it is answered.
    await expect.poll(() => running.logLines.at(-1)?.code).toBe("malformed_multipart");
  });

  test("a client that leaves during the work stops it, and leaves nothing behind", async () => {
    const running = await start({ QUIRE_CONCURRENCY: "1" });
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<unknown>();
    running.behave(async (_files, { signal }) => {
      begun.resolve();
      await once(signal, "abort");
      stopped.resolve(signal.reason);
      throw new Error("whatever breaks when work is stopped");
    });
    const body = formBody(pdf());
    const socket = connect(running.port, "127.0.0.1");
    socket.write(Buffer.concat([Buffer.from(head({ ...FORM, "Content-Length": body.length })), body]));
    await begun.promise;
    socket.destroy();
    expect(await stopped.promise).toBeInstanceOf(Error);
    await eventually(async () => (await running.tasks()).length === 0);
    running.behave(() => Promise.resolve("done"));
    await eventually(async () => (await post(running)).status === 200);
    expect(running.logLines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("a client that leaves while its answer is streamed leaves nothing behind", async () => {
    const running = await start({ QUIRE_CONCURRENCY: "1" });
    running.behave(() => Promise.resolve(Buffer.alloc(50_000_000)));
    const socket = await beginDownload(running);
    expect((await running.tasks()).length).toBe(1);
    socket.destroy();
    await eventually(async () => (await running.tasks()).length === 0);
    running.behave(() => Promise.resolve("done"));
    await eventually(async () => (await post(running)).status === 200);
  });
});

/** Sends a request and stops reading at the first bytes of the answer. */
async function beginDownload(running: TestService): Promise<Socket> {
  const body = formBody(pdf());
  const socket = connect(running.port, "127.0.0.1");
  socket.write(Buffer.concat([Buffer.from(head({ ...FORM, "Content-Length": body.length })), body]));
  await once(socket, "data");
  socket.pause();
  return socket;
}

describe("shutting down", () => {
  test("accepted requests are finished, new operations are refused, health tells", async () => {
    const running = await start();
    const gate = Promise.withResolvers<void>();
    running.behave(async () => {
      await gate.promise;
      return "done";
    });
    const accepted = post(running);
    await eventually(async () => (await running.tasks()).length === 1);
    const closing = running.close();
    const refused = await post(running, uploadOf());
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: "shutting_down" })]);
    expect(refused.headers.get("retry-after")).toBe("7");
    expect((await post(running, uploadOf(), { headers: { "x-api-key": "wrong-key" } })).status).toBe(401);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    const ready = await fetch(`${running.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ status: "shutting_down", code: "shutting_down", detail: expect.any(String) }),
    ]);
    gate.resolve();
    expect((await accepted).status).toBe(200);
    await closing;
    await expect(fetch(`${running.url}/health`)).rejects.toThrow("fetch failed");
  });

  test("what does not end in time is stopped and answered", async () => {
    const running = await start({ QUIRE_SHUTDOWN_TIMEOUT_MS: "100" });
    const begun = Promise.withResolvers<void>();
    running.behave(async (_files, { signal }) => {
      begun.resolve();
      await once(signal, "abort");
      throw new Error("stopped");
    });
    const accepted = post(running);
    await begun.promise;
    await running.close();
    const answer = await accepted;
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: "shutting_down" })]);
    expect(await running.tasks()).toEqual([]);
  });

  test("idle connections and a client that does not read do not hold it up for ever", async () => {
    const running = await start({ QUIRE_SHUTDOWN_TIMEOUT_MS: "100" });
    const idle = connect(running.port, "127.0.0.1");
    await once(idle, "connect");
    running.behave(() => Promise.resolve(Buffer.alloc(50_000_000)));
    const download = await beginDownload(running);
    await running.close();
    expect(await running.tasks()).toEqual([]);
    idle.destroy();
    download.destroy();
  });
});

test("work that takes longer than a synchronous request may is stopped and answered", async () => {
  const running = await start({ QUIRE_SYNC_TIMEOUT_MS: "100" });
  running.behave(async (_files, { signal }) => {
    await once(signal, "abort");
    throw new Error("stopped");
  });
  const answer = await post(running);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: "sync_timeout" })]);
  await eventually(async () => (await running.tasks()).length === 0);
});
