import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { answerInTurn } from "./pipelining.ts";

const REQUEST = "GET /${number} HTTP/1.1\r\nHost: a\r\n\r\n";
const requests = (count: number): string =>
  Array.from({ length: count }, (_, number) => REQUEST.replace("${number}", String(number))).join("");

async function scene(handle: (response: ServerResponse, url: string) => void) {
  const begun: string[] = [];
  const server = createServer((request, response) => {
    begun.push(request.url ?? "");
    handle(response, request.url ?? "");
  });
  answerInTurn(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const connection = { socket, received: "", isClosed: false };
    socket.setEncoding("latin1").on("data", (piece: string) => {
      connection.received += piece;
    });
    socket
      .on("error", () => undefined)
      .on("close", () => {
        connection.isClosed = true;
      });
    socket.write(text);
    onTestFinished(() => void socket.destroy());
    return connection;
  };
  return { begun, open };
}

test("requests that arrive together are answered one after the other, in their order", async () => {
  const waiting: ServerResponse[] = [];
  const { begun, open } = await scene((response) => void waiting.push(response));
  const connection = open(requests(10));
  for (let count = 1; count <= 10; count++) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await expect.poll(() => begun.length).toBe(count);
    waiting.at(-1)?.end(`answer ${count};`);
  }
  await expect
    .poll(() => connection.received.match(/answer \d+/g))
    .toEqual(Array.from({ length: 10 }, (_, index) => `answer ${index + 1}`));
});

test("another client is answered between two of them", async () => {
  const order: string[] = [];
  const { open } = await scene((response, url) => {
    order.push(url);
    response.end("ok");
    if (url === "/0") {
      // It has connected and written by the time at which the next ones would begin.
      open("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
    }
  });
  open(requests(16));
  await expect.poll(() => order.length).toBe(17);
  expect(order.indexOf("/other")).toBeLessThan(16);
});

test("a connection on which too many wait is closed, and they are not begun", async () => {
  const { begun, open } = await scene(() => undefined);
  const connection = open(requests(2000));
  await expect.poll(() => connection.isClosed).toBe(true);
  expect(begun).toEqual(["/0"]);
});

test("a connection takes any number of requests that wait for their answers", async () => {
  const { open } = await scene((response) => void response.end("ok"));
  const connection = open("");
  for (let count = 1; count <= 100; count++) {
    connection.socket.write(requests(1));
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await expect.poll(() => connection.received.match(/ok/g)?.length ?? 0, { interval: 1 }).toBe(count);
  }
});
