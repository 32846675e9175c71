import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Budget, BudgetOptions } from "../budget.ts";
import type { OutboundProxy } from "../proxy.ts";
import type { Internet } from "./loopback.ts";

export const PLENTY: BudgetOptions = { maxBytes: 1e9, maxRequests: 10_000, timeMs: 60_000 };

export interface Way {
  readonly proxy: OutboundProxy;
  readonly port: number;
  readonly budget: Budget;
  /** The header line with the budget's credentials. */
  readonly credentials: string;
}

/** Opens a proxy with a budget. */
export async function openWay({ egress }: Internet, options: Partial<BudgetOptions> = {}): Promise<Way> {
  const proxy = await egress.startProxy();
  onTestFinished(() => proxy.close());
  const budget = proxy.openBudget({ ...PLENTY, ...options });
  return { proxy, port: proxy.port ?? 0, budget, credentials: credentialsOf(budget) };
}

export const credentialsOf = ({ username, password }: Pick<Budget, "username" | "password">): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}\r\n`;

/** Opens a connection whose bytes a test writes and reads itself. */
export class Wire {
  readonly socket: Socket;
  #received = "";
  #hasEnded = false;
  #news = Promise.withResolvers<void>();

  constructor(place: number | string, { isReading = true } = {}) {
    this.socket =
      typeof place === "number" ? connect({ host: "127.0.0.1", port: place, allowHalfOpen: true }) : connect(place);
    this.socket.on("error", () => {});
    if (isReading) {
      this.socket.on("data", (chunk: Buffer) => this.#report(chunk.toString("latin1")));
      this.socket.once("end", () => this.#end()).once("close", () => this.#end());
    }
    onTestFinished(() => void this.socket.destroy());
  }

  get received(): string {
    return this.#received;
  }

  write(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** Waits until `pattern` has arrived; throws with what has arrived when the connection ends before. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      if (this.#hasEnded) {
        throw new Error(`ended after ${JSON.stringify(this.#received.slice(0, 500))}`);
      }
      await this.#news.promise;
    }
    return this.#received;
  }

  /** Returns all that arrives until the other side ends, or breaks off. */
  async rest(): Promise<string> {
    while (!this.#hasEnded) {
      await this.#news.promise;
    }
    return this.#received;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#report("");
  }

  #report(text: string): void {
    this.#received += text;
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** Sends one plain request, after which the connection is closed, and returns the answer. */
export async function viaProxy(way: Way, url: string, fields = ""): Promise<string> {
  const wire = new Wire(way.port);
  wire.write(`GET ${url} HTTP/1.1\r\nHost: elsewhere.test\r\n${way.credentials}Connection: close\r\n${fields}\r\n`);
  return wire.rest();
}

/** Asks for a tunnel; when the answer was 200, the wire is inside the tunnel. */
export async function connectBy(way: Way, authority: string): Promise<{ wire: Wire; status: number; answer: string }> {
  const wire = new Wire(way.port);
  wire.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${way.credentials}\r\n`);
  const answer = await wire.until(/\r\n\r\n/);
  return { wire, answer, status: statusOf(answer) };
}
