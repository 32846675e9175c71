import { execFile } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { FORM, formBody, head, rawRequest } from "../testing/raw.ts";
import { eventually, KEY, pdf, post, servicesPerTest } from "../testing/service.ts";

/* Answers that are sent before the body has been read, on connections that stay in use. */

const start = servicesPerTest();

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
        // The whole body is sent before the answer is looked at.
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
    const running = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; round < 2; round++) {
      const request = upload(agent, { port: running.port, path: "/api/v1/pdf/test", headers: FORM });
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
    await eventually(async () => (await running.tasks()).length === 0);
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
