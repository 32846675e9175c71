import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { Connection } from "./connection.ts";

const connect = () => {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  return { connection: new Connection(toBrowser, fromBrowser, { timeoutMs: 20_000 }), fromBrowser, toBrowser };
};

function fileOf(content: Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), "quire-connection-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "document");
  writeFileSync(path, content);
  return path;
}

const FULFIL = { requestId: "r", responseCode: 200 };

test.each([0, 1, 2, 3, 200_000, 1_000_000])(
  "a file of %i bytes is sent whole, and what follows after it",
  async (size) => {
    const { connection, toBrowser, fromBrowser } = connect();
    const content = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
    void connection.call("Fetch.fulfillRequest", FULFIL, { bodyPath: fileOf(content) }).catch(() => undefined);
    void connection.call("Browser.getVersion", {}).catch(() => undefined);
    let text = "";
    for await (const piece of toBrowser as AsyncIterable<Buffer>) {
      text += piece.toString("latin1");
      if (text.split("\0").length === 3) {
        break;
      }
    }
    const [first = "", second = ""] = text.split("\0");
    expect(JSON.parse(first)).toEqual({
      id: 1,
      method: "Fetch.fulfillRequest",
      params: { ...FULFIL, body: content.toString("base64") },
    });
    expect(JSON.parse(second)).toEqual({ id: 2, method: "Browser.getVersion", params: {} });
    fromBrowser.end();
  },
);

test("a large file is not written in one go: what a slow browser has not read is not held in memory", async () => {
  const { connection, toBrowser } = connect();
  const size = 30_000_000;
  void connection.call("Fetch.fulfillRequest", FULFIL, { bodyPath: fileOf(Buffer.alloc(size)) }).catch(() => undefined);
  let largest = 0;
  let received = 0;
  for await (const piece of toBrowser as AsyncIterable<Buffer>) {
    largest = Math.max(largest, toBrowser.readableLength + toBrowser.writableLength);
    received += piece.length;
    if (piece.at(-1) === 0) {
      break;
    }
  }
  expect(received).toBeGreaterThan((size * 4) / 3);
  expect(largest).toBeLessThan(2_000_000);
});

test("a file that cannot be read fails the call, and the next message is whole", async () => {
  const { connection, toBrowser } = connect();
  const call = connection.call("Fetch.fulfillRequest", FULFIL, { bodyPath: "/nowhere/document" });
  await expect(call).rejects.toMatchObject({ code: "ENOENT" });
  void connection.call("Browser.getVersion", {}).catch(() => undefined);
  await expect.poll(() => toBrowser.readableLength).toBeGreaterThan(0);
  const [broken = "", whole = ""] = String(toBrowser.read()).split("\0");
  expect(() => JSON.parse(broken)).toThrow("JSON");
  expect(JSON.parse(whole)).toMatchObject({ id: 2 });
});

test("an answer that is too long is refused, in however many pieces it comes, and those after it are read", async () => {
  const { connection, fromBrowser } = connect();
  const first = connection.call("Browser.getVersion", {}).catch((error: unknown) => error);
  const second = connection.call("Browser.getVersion", {});
  fromBrowser.write('{"id":1,"result":{"product":"');
  for (let count = 0; count < 33; count += 1) {
    fromBrowser.write("x".repeat(2 ** 20));
  }
  fromBrowser.write('"}}\0{"id":2,"re');
  fromBrowser.write('sult":{"product":"whole"}}\0');
  expect(await first).toMatchObject({ message: expect.stringContaining("too long") });
  expect(await second).toEqual({ product: "whole" });
});

test("an event that is too long is passed over", async () => {
  const { connection, fromBrowser } = connect();
  const call = connection.call("Browser.getVersion", {});
  fromBrowser.write(`{"method":"Runtime.consoleAPICalled","params":"${"x".repeat(33 * 2 ** 20)}"}\0`);
  fromBrowser.write('{"id":1,"result":{"product":"whole"}}\0');
  expect(await call).toEqual({ product: "whole" });
});

test("pending calls are rejected when the browser ends", async () => {
  const { connection, fromBrowser } = connect();
  const call = connection.call("Browser.getVersion", {}).catch((error: unknown) => error);
  fromBrowser.end();
  expect(await call).toMatchObject({ message: expect.stringContaining("ended") });
});
