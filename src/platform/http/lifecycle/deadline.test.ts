import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { FORM, formBody, head, rawRequest } from "../testing/raw.ts";
import { eventually, pdf, post, servicesPerTest, type TestService, uploadOf } from "../testing/service.ts";

/* Clients that are slow or leave, work that takes too long, and a service that ends. */

const start = servicesPerTest();

describe("slow and leaving clients", () => {
  test("a dripping upload is cut with an answer", async () => {
    const running = await start({}, {}, { uploadRateWindowMs: 300 });
    const body = formBody(pdf());
    const drips = Array.from({ length: 200 }, (_, at) => body.subarray(at, at + 1));
    const answer = await rawRequest(running.port, head({ ...FORM, "Content-Length": body.length + 500 }), {
      more: drips,
      pauseMs: 10,
    });
    expect([answer.status, answer.json]).toEqual([408, expect.objectContaining({ code: "request_timeout" })]);
    await eventually(async () => (await running.tasks()).length === 0);
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
    // The client may have closed only its sending side, so it is answered.
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
  test("accepted requests are finished, new operations are refused, health reports it", async () => {
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

  test("balancers learn of it before new work is refused", async () => {
    const running = await start({ QUIRE_SHUTDOWN_DELAY_MS: "1500" });
    const closing = running.close();
    const ready = await fetch(`${running.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: "shutting_down" })]);
    expect((await post(running, uploadOf())).status).toBe(200);
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
