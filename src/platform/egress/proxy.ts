import { timingSafeEqual } from "node:crypto";
import { type EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Budget, type BudgetOptions, OutboundBudget, OWN_HOST } from "./budget.ts";
import { IDLE_MS, join } from "./carrying.ts";
import type { Dial } from "./dialler.ts";
import { type Forwarding, forward, forwardUpgrade, unread } from "./forwarding.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import {
  answerTo,
  BAD_REQUEST,
  GREETING,
  NEEDS_CREDENTIALS,
  type ProxyAnswer,
  sendAnswer,
  sendRawAnswer,
} from "./proxy-answer.ts";
import { authorityOf, parseAuthority, type Target, targetOf } from "./target.ts";

/** The place where the proxy listens: a free port of the loopback interface, or a Unix socket. */
export type ProxyPlace = { readonly kind: "loopback" } | { readonly kind: "unix"; readonly path: string };

export interface OutboundProxy {
  /** The port of the loopback interface; undefined at a Unix socket. */
  readonly port: number | undefined;
  /** Opens a budget, whose credentials are valid until it is closed. */
  openBudget(options: BudgetOptions): Budget;
  /** Closes the proxy with every budget and connection. */
  close(): Promise<void>;
}

/** The largest size of a request's header fields and URL together, in bytes; more is answered 431. */
const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_MS = 10_000;
const REQUEST_MS = 120_000;
const CHECK_MS = 1000;
const KEEP_ALIVE_MS = 15_000;
/** The largest number of connections; further ones are closed at once. */
const MAX_CONNECTIONS = 4096;

/**
 * Starts the forward proxy (RFC 9110, 3.7) for programs that have no other way out: plain requests in absolute form,
 * CONNECT, and WebSocket by either. The credentials of each request identify its budget; without them it is answered
 * 407. Each request is judged and dialled by itself, wherever an earlier one on the same connection went.
 */
export async function startProxy(dial: Dial, place: ProxyPlace = { kind: "loopback" }): Promise<OutboundProxy> {
  const budgets = new Map<string, OutboundBudget>();
  const proxy = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
    // Client and server have to do without other upgrades (h2c).
    shouldUpgradeCallback: (request) => /^websocket$/i.test(request.headers.upgrade ?? ""),
  });
  proxy.maxConnections = MAX_CONNECTIONS;
  proxy.setTimeout(IDLE_MS);
  const connections = new Set<Socket>();
  proxy.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket)).on("error", () => {});
  });
  proxy.on("clientError", answerClientError);
  proxy.on("request", (request: IncomingMessage, response: ServerResponse) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void handle(request, response, {
      answer: (answer) => sendAnswer(response, answer),
      work: (to) => forward(request, response, to),
    });
  });
  proxy.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void handle(request, socket, {
      answer: (answer) => sendRawAnswer(socket, answer),
      work: (to) => forwardUpgrade(request, socket, { ...to, head }),
    });
  });
  proxy.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void handle(request, socket, {
      answer: (answer) => sendRawAnswer(socket, answer),
      work: (to) => tunnel(socket, { ...to, head }),
    });
  });

  /** Handles one request and never rejects: a failure becomes the client's answer, and is noted in its budget. */
  async function handle(request: IncomingMessage, client: EventEmitter, { answer, work }: Handling): Promise<void> {
    const budget = budgetOf(request.headers["proxy-authorization"], budgets);
    if (budget === undefined) {
      answer(NEEDS_CREDENTIALS);
      return;
    }
    const to = destination(request);
    if (to === undefined) {
      answer(BAD_REQUEST);
      return;
    }
    if (to.target.host === OWN_HOST) {
      answer(GREETING);
      return;
    }
    using ending = new DisposableStack();
    const left = new AbortController();
    const leave = (): void => left.abort();
    client.once("close", leave);
    ending.defer(() => client.off("close", leave));
    try {
      ending.use(budget.admit(to.target));
      await work({ ...to, budget, dial, signal: AbortSignal.any([budget.signal, left.signal]) });
    } catch (error) {
      const failure = budget.signal.aborted ? OutboundFailure.blocked("budget_spent", to.target.host) : error;
      if (failure instanceof OutboundFailure) {
        budget.note(to.url.href, failure);
      }
      answer(answerTo(failure));
    }
  }

  proxy.listen(place.kind === "unix" ? { path: place.path } : { host: "127.0.0.1", port: 0 });
  await once(proxy, "listening");
  return {
    port: portOf(proxy),
    openBudget: (options) => {
      const budget = new OutboundBudget(options, ({ username }) => budgets.delete(username));
      budgets.set(budget.username, budget);
      return budget;
    },
    close: async () => {
      const closed = once(proxy, "close");
      proxy.close();
      budgets.forEach((budget) => budget.close());
      connections.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

/** The two sides of a request: the answers that the proxy makes itself, and the work that it does. */
interface Handling {
  readonly answer: (answer: ProxyAnswer) => void;
  readonly work: (to: Forwarding) => Promise<void>;
}

/** Joins the client with its target. Settles when the connection to the target has closed. */
async function tunnel(
  client: Socket,
  { target, budget, dial, signal, head }: Forwarding & { readonly head: Buffer },
): Promise<void> {
  const upstream = await dial(target, signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  upstream.once("close", resolve);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  unread(client, head);
  join(client, upstream, budget);
  await promise;
}

/**
 * Returns the target of a request; undefined when the request has neither of the two forms for proxies (RFC 9112, 3.2).
 */
function destination({ method, url = "" }: IncomingMessage): { url: URL; target: Target } | undefined {
  if (method === "CONNECT") {
    const target = parseAuthority(url);
    // The path of the requests inside is not known; the scheme follows from the port.
    return target && { target, url: new URL(`${target.port === 80 ? "http" : "https"}://${authorityOf(target)}/`) };
  }
  const parsed = /^http:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  const target = parsed && targetOf(parsed);
  return parsed && target && parsed.username === "" && parsed.password === "" ? { url: parsed, target } : undefined;
}

/** Finds the budget whose credentials the header carries (RFC 7617); undefined when there is none. */
function budgetOf(
  header: string | undefined,
  budgets: ReadonlyMap<string, OutboundBudget>,
): OutboundBudget | undefined {
  const [, encoded = ""] = /^basic +([a-z0-9+/=]{1,512})$/i.exec(header ?? "") ?? [];
  const [username = "", password = ""] = Buffer.from(encoded, "base64").toString("latin1").split(":");
  const budget = budgets.get(username);
  const [given, right] = [Buffer.from(password, "latin1"), Buffer.from(budget?.password ?? "", "latin1")];
  return given.length === right.length && timingSafeEqual(given, right) ? budget : undefined;
}

/** Answers errors of the HTTP parser. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  if (error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  sendRawAnswer(socket, { status, headers: {} });
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return address === null || typeof address === "string" ? undefined : address.port;
}
