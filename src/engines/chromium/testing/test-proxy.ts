import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { assert } from "../../../kernel/assert.ts";
import type { EgressBudget, EgressProxy, NotFetched } from "../network/egress.ts";

/** The answers of hosts that end in `.test`, by path; `blocked.test` is refused, `down.test` cannot be reached. */
export type Site = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProxy extends EgressProxy, AsyncDisposable {
  /** The URL and the header fields of each request that came with the credentials of an open budget. */
  readonly requests: { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
  /** The URLs of requests without credentials. */
  readonly refused: string[];
  readonly openBudgets: number;
}

/**
 * Starts a proxy that answers everything by itself; of `https`, and of WebSockets, it sees the host and ends the
 * tunnel.
 */
export async function testProxy(site: Site): Promise<TestProxy> {
  const budgets = new Map<string, { blocked: NotFetched[]; failures: NotFetched[] }>();
  const requests: TestProxy["requests"] = [];
  const refused: string[] = [];
  const budgetOf = ({ headers }: IncomingMessage) => budgets.get(headers["proxy-authorization"] ?? "");
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const budget = budgetOf(request);
    if (budget === undefined) {
      refused.push(url);
      response.writeHead(407, CHALLENGE).end();
      return;
    }
    requests.push({ url, headers: request.headers });
    const { hostname } = new URL(url);
    if (hostname === "blocked.test") {
      budget.blocked.push({ url, message: "The host is not public." });
      response.writeHead(403).end();
    } else if (hostname === "down.test") {
      budget.failures.push({ url, message: "The host does not answer." });
      response.writeHead(502).end();
    } else {
      site(request, response);
    }
  });
  server.on("connect", (request, socket) => {
    // The socket must be read, or its end is never noticed.
    socket.on("error", () => undefined).resume();
    const budget = budgetOf(request);
    if (budget === undefined) {
      refused.push(request.url ?? "");
      socket.end(
        `HTTP/1.1 407 x\r\nProxy-Authenticate: ${CHALLENGE["Proxy-Authenticate"]}\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    requests.push({ url: request.url ?? "", headers: request.headers });
    budget.blocked.push({ url: `https://${request.url}/`, message: "The host is not public." });
    socket.end("HTTP/1.1 403 x\r\nContent-Length: 0\r\n\r\n");
  });
  const url = await listen(server);
  return {
    url,
    requests,
    refused,
    get openBudgets() {
      return budgets.size;
    },
    openBudget(): EgressBudget {
      const [username, password] = [randomUUID(), randomUUID()];
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
      const lists = { blocked: [], failures: [] };
      budgets.set(key, lists);
      return { username, password, ...lists, close: () => void budgets.delete(key) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const CHALLENGE = { "Proxy-Authenticate": 'Basic realm="test"' };

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  assert(address !== null && typeof address === "object", "it listens at a port");
  return `http://127.0.0.1:${address.port}`;
}
