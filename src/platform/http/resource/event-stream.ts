import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ServerSentEvent } from "./resource.ts";

// Proxies and clients consider a connection without traffic dead.
const HEARTBEAT_MS = 15_000;

// A client that does not read must not make the service remember all that happens.
const MAX_WAITING_BYTES = 1024 * 1024;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // This keeps nginx from collecting events before it passes them on.
  "x-accel-buffering": "no",
};

/**
 * Sends events as they come (Server-Sent Events, HTML standard §9.2), and a comment now and then. Ends when there are
 * no more, when the client goes, when it does not read, or when `signal` is aborted.
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerSentEvent>,
  signal: AbortSignal,
): Promise<void> {
  void reply.code(200).headers(HEADERS);
  if (reply.request.method === "HEAD") {
    await events[Symbol.asyncIterator]().return?.();
    // An empty stream is sent because the body would be a stream too: it has no length to announce.
    void reply.send(Readable.from([]));
    return;
  }
  const stream = new Readable({ read() {} });
  const write = (text: string): void => {
    stream.push(text);
    if (stream.readableLength + reply.raw.writableLength > MAX_WAITING_BYTES) {
      reply.raw.destroy();
    }
  };
  const closed = new Promise<void>((resolve) => reply.raw.once("close", () => resolve()));
  void reply.send(stream);
  // The first comment takes the head of the answer with it: the client knows at once that it is connected.
  write(":\n\n");
  const heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MS);
  try {
    for await (const event of untilAborted(events, signal)) {
      write(textOf(event));
    }
  } catch (error) {
    // The head has been sent: all that the client can be shown is that this is the end, and it asks again.
    reply.log.error({ err: error }, "internal error");
  }
  clearInterval(heartbeat);
  stream.push(null);
  await closed;
}

/** Returns an event as text. JSON has no literal line breaks, so that one `data:` line holds it. */
const textOf = ({ id, event, data }: ServerSentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Yields the items of `events` up to the moment when `signal` is aborted, also when nothing comes at that time. */
async function* untilAborted<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<"aborted">();
  const onAbort = (): void => abort("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === "aborted" || next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // An iterator that is busy ends when it is done with that; its end is not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
