import { once } from "node:events";
import { type IncomingMessage, request as openRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { ClientGone } from "../body/body.ts";
import { resourceService } from "../resources/testing/resource-service.ts";
import { common, serve } from "../resources/testing/things.ts";
import { type Resource, resource, type ServerSentEvent } from "./resource.ts";

const events = (stream: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>): Resource =>
  resource({
    ...common,
    method: "GET",
    path: "/api/v1/events",
    operationId: "follow",
    handle: ({ signal }) => Promise.resolve({ kind: "events", events: stream(signal) }),
  });
const event = (id: string, data: object = {}): ServerSentEvent => ({ id, event: "state", data });

/** Opens the stream and returns its response, to be read as it arrives. */
async function follow(url: string, secret: string): Promise<IncomingMessage> {
  const outgoing = openRequest(`${url}/api/v1/events`, { headers: { "x-api-key": secret } });
  outgoing.end();
  const [response]: IncomingMessage[] = await once(outgoing, "response");
  if (response === undefined) {
    throw new Error("There is no response.");
  }
  return response;
}

describe("events", () => {
  test("come in the form of Server-Sent Events, and end", async () => {
    const { url, secret } = await serve(
      events(async function* () {
        yield event("1", { text: "two\nlines" });
        yield event("2");
      }),
    );
    const answer = await fetch(`${url}/api/v1/events`, { headers: { "x-api-key": secret } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(await answer.text()).toBe(
      ':\n\nid: 1\nevent: state\ndata: {"text":"two\\nlines"}\n\nid: 2\nevent: state\ndata: {}\n\n',
    );
  });

  test("end when they cannot be made", async () => {
    const { url, secret } = await serve(
      events(async function* () {
        yield event("1");
        throw new Error("no more");
      }),
    );
    const answer = await fetch(`${url}/api/v1/events`, { headers: { "x-api-key": secret } });
    expect([answer.status, await answer.text()]).toEqual([200, ":\n\nid: 1\nevent: state\ndata: {}\n\n"]);
  });

  test("are not begun for HEAD", async () => {
    const begun: true[] = [];
    const { ask } = await serve(
      events(async function* () {
        begun.push(true);
        yield event("1");
      }),
    );
    const head = await ask("HEAD /events");
    expect([head.status, head.headers.get("content-type"), begun]).toEqual([200, "text/event-stream", []]);
  });

  test("stop when the client goes, and say so to who makes them", async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<unknown>();
    const { url, secret } = await serve(
      events(async function* (signal) {
        signal.addEventListener("abort", () => stop(signal.reason), { once: true });
        yield event("1");
        await stopped;
      }),
    );
    const response = await follow(url, secret);
    await once(response, "data");
    response.destroy();
    expect(await stopped).toBeInstanceOf(ClientGone);
  });

  test("end when the service goes down, also while nothing happens", async () => {
    const goingDown = new AbortController();
    const declared = [
      events(async function* () {
        yield event("1");
        await new Promise(() => {});
      }),
    ];
    const service = await resourceService({ declared, goingDown: goingDown.signal });
    const { secret } = await service.newCaller(await service.newAccount());
    const response = await follow(service.url, secret);
    await once(response, "data");
    goingDown.abort();
    response.resume();
    await once(response, "end");
    expect(response.complete).toBe(true);
  });

  test("a client that does not read is dropped", async () => {
    const { promise: dropped, resolve: drop } = Promise.withResolvers<unknown>();
    const { url, secret } = await serve(
      events(async function* (signal) {
        signal.addEventListener("abort", () => drop(signal.reason), { once: true });
        for (let id = 1; !signal.aborted; id += 1) {
          yield event(String(id), { text: "x".repeat(100_000) });
          // This lets what was written reach the socket.
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    );
    const response = await follow(url, secret);
    response.on("error", () => {}).pause();
    expect(await dropped).toBeInstanceOf(ClientGone);
  });
});
