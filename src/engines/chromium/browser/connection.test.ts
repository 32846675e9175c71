import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Connection } from "./connection.ts";

const connect = () => {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  return { connection: new Connection(toBrowser, fromBrowser, { timeoutMs: 20_000 }), fromBrowser };
};

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
