import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { OutboundBudget } from "./budget.ts";
import { carry, IDLE_MS, join } from "./carrying.ts";
import type { Dial } from "./dialler.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { endToEndHeaders, requestHeaders } from "./proxy-headers.ts";
import type { Target } from "./target.ts";

export interface Forwarding {
  readonly url: URL;
  readonly target: Target;
  readonly budget: OutboundBudget;
  readonly dial: Dial;
  /** Aborted when the client goes away, or the budget ends. */
  readonly signal: AbortSignal;
}

/** The largest size of all header fields of an answer together, in bytes. */
const MAX_ANSWER_HEADER_BYTES = 64 * 1024;

/**
 * Sends a plain request on and its answer back, over a separate connection. Settles when the answer has been sent, or
 * the client has gone.
 * @throws OutboundFailure; what has been answered by then is incomplete
 */
export async function forward(request: IncomingMessage, response: ServerResponse, to: Forwarding): Promise<void> {
  const { budget, target, signal } = to;
  const upstream = await send(request, to, requestHeaders(request, to.url.host));
  const releases = [budget.hold(upstream), budget.hold(response)];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  response.once("close", () => {
    upstream.destroy();
    resolve();
  });
  const fail = (cause?: unknown): void =>
    signal.aborted ? resolve() : reject(OutboundFailure.failed("protocol", target.host, { cause }));
  upstream.once("error", fail);
  upstream.once("close", () => {
    if (!response.headersSent) {
      fail();
    }
  });
  upstream.once("response", (answer) => {
    answer.once("error", fail);
    try {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer).flat());
      carry(answer, response, budget);
    } catch (error) {
      // The answer has a status or a header field that must not be passed on.
      fail(error);
    }
  });
  carry(request, upstream, budget);
  await promise.finally(() => {
    upstream.destroy();
    for (const release of releases) {
      release();
    }
  });
}

/**
 * Sends a WebSocket handshake on; once it is accepted, the two connections are joined. Settles when the joined
 * connection has closed.
 * @throws OutboundFailure while nothing has been answered
 */
export async function forwardUpgrade(
  request: IncomingMessage,
  client: Socket,
  { head, ...to }: Forwarding & { readonly head: Buffer },
): Promise<void> {
  const { budget, target, url } = to;
  const upstream = await send(request, to, requestHeaders(request, url.host, "websocket"));
  const release = budget.hold(upstream);
  const leave = (): void => void upstream.destroy();
  client.once("close", leave);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (cause?: unknown): void => reject(OutboundFailure.failed("protocol", target.host, { cause }));
  upstream.once("error", fail).once("close", fail);
  upstream.once("upgrade", (answer, socket, first) => {
    client.off("close", leave);
    upstream.off("close", fail);
    socket.once("close", resolve);
    client.write(switching(answer));
    unread(client, head);
    unread(socket, first);
    join(client, socket, budget);
  });
  upstream.once("response", (answer) => {
    // Whatever else the answer says, it opens no WebSocket.
    client.write(`HTTP/1.1 ${answer.statusCode ?? 502} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    client.destroySoon();
    resolve();
    upstream.destroy();
  });
  upstream.end();
  await promise.finally(release);
}

const switching = (answer: IncomingMessage): string =>
  [
    "HTTP/1.1 101 Switching Protocols",
    "Connection: Upgrade",
    "Upgrade: websocket",
    ...endToEndHeaders(answer).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");

/** Puts what was received after a message's head back in front of what follows. */
export function unread(socket: Socket, head: Buffer): void {
  if (head.length > 0) {
    socket.unshift(head);
  }
}

async function send(request: IncomingMessage, to: Forwarding, headers: string[]): Promise<ClientRequest> {
  const socket = await to.dial(to.target, to.signal);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  try {
    return httpRequest({
      createConnection: () => socket,
      method: request.method ?? "GET",
      path: `${to.url.pathname}${to.url.search}`,
      headers,
      setHost: false,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    });
  } catch (cause) {
    socket.destroy();
    throw OutboundFailure.failed("protocol", to.target.host, { cause });
  }
}
