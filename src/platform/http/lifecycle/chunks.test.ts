import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { boundChunks } from "./chunks.ts";

/** Sends `text` as a body in chunks of `chunkBytes`; returns what the service has read of it, and its answer. */
async function sendInChunks(totalBytes: number, chunkBytes: number, isRead = true) {
  let read = 0;
  const server = createServer((request, response) => {
    if (!isRead) {
      request.resume();
      return;
    }
    request.on("data", (data: Buffer) => {
      read += data.length;
    });
    request.on("end", () => response.end("ok"));
  });
  boundChunks(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = `${chunkBytes.toString(16)}\r\n${"x".repeat(chunkBytes)}\r\n`;
  socket.write(`${chunk.repeat(totalBytes / chunkBytes)}0\r\n\r\n`);
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
  });
  return { read, isAnswered };
}

test.each([
  ["2,000 chunks of one byte", 2000, 1],
  ["20,000 chunks of 64 bytes", 1_280_000, 64],
  ["large chunks", 6_400_000, 64_000],
])("%s are read", async (_name, totalBytes, chunkBytes) => {
  expect(await sendInChunks(totalBytes, chunkBytes)).toEqual({ read: totalBytes, isAnswered: true });
});

test.each([
  ["of one byte", 200_000, 1, 2000],
  ["of 20 bytes", 400_000, 20, 40_000],
])("chunks %s end the connection when they are more than 2,000", async (_name, totalBytes, chunkBytes, mostBytes) => {
  const { read, isAnswered } = await sendInChunks(totalBytes, chunkBytes);
  expect(isAnswered).toBe(false);
  expect(read).toBeLessThanOrEqual(mostBytes);
});

test("so they do where the body is only discarded", async () => {
  expect(await sendInChunks(200_000, 1, false)).toEqual({ read: 0, isAnswered: false });
});
