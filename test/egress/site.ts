import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { helperAnswer, visitAnswer } from "./site-answers.ts";

/** A connection, request or datagram that reached a site. */
export interface Visit {
  /** The vector, found by the path of the request, or by the port. */
  readonly id: string;
  readonly pass: string;
  readonly protocol: "http" | "tcp" | "udp";
  /** A request line, or the first bytes as hexadecimal. */
  readonly what: string;
}

/** A page that a site serves. */
export interface ServedPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A web site on the loopback interface, over IPv4 and IPv6. It records every connection, every request and every
 * datagram, and answers every request in a way that lets a page go on.
 */
export class Site implements AsyncDisposable {
  readonly visits: Visit[] = [];
  /** Pages by their path. */
  readonly pages = new Map<string, ServedPage>();
  /** The set of pages that is being printed; requests without a path are counted for it. */
  pass = "";
  /** The ports of the vectors that have no path, by their ids. */
  readonly #ports = new Map<string, number>();
  readonly #ends: (() => Promise<void>)[] = [];
  #news = Promise.withResolvers<void>();

  /**
   * Opens a site.
   * @param ids the vectors that are distinguished by a separate port
   */
  static async open(ids: readonly string[] = []): Promise<Site> {
    const site = new Site();
    for (const id of ["", ...ids]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- a handful
      site.#ports.set(id, await site.#listen(id));
    }
    return site;
  }

  get port(): number {
    return this.portOf("");
  }

  get ports(): readonly number[] {
    return [...this.#ports.values()];
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns the port of a vector, or the one that most share. */
  portOf(id: string): number {
    return this.#ports.get(id) ?? this.#ports.get("") ?? 0;
  }

  /** Returns the ids of the vectors of one pass that reached this site. */
  reachedIn(pass: string): string[] {
    return [...new Set(this.visits.filter((visit) => visit.pass === pass).map(({ id }) => id))].toSorted();
  }

  /** Waits until all of `ids` have come in a pass, or the time is over. */
  async waitFor(pass: string, ids: readonly string[], timeoutMs: number): Promise<void> {
    const over = new Promise<"over">((resolve) => setTimeout(resolve, timeoutMs, "over").unref());
    let outcome: "over" | undefined;
    while (outcome === undefined && !ids.every((id) => this.reachedIn(pass).includes(id))) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- each visit is one
      outcome = await Promise.race([this.#news.promise.then(() => undefined), over]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  #visited(visit: Omit<Visit, "pass">, pass = this.pass): void {
    this.visits.push({ ...visit, pass });
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Listens on the same port for TCP and UDP, over IPv4 and IPv6, and returns it. */
  async #listen(id: string): Promise<number> {
    const port = await this.#serve(id, "127.0.0.1", 0);
    await this.#serve(id, "::1", port);
    await Promise.all([this.#receive(id, "udp4", "127.0.0.1", port), this.#receive(id, "udp6", "::1", port)]);
    return port;
  }

  async #serve(id: string, host: string, port: number): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
      // A connection that says nothing counts as well; on the common port the request says which vector it belongs to.
      if (id !== "") {
        this.#visited({ id, protocol: "tcp", what: "connection" });
      }
    });
    server.on("clientError", (error: Error & { rawPacket?: Buffer }, socket) => {
      this.#visited({
        id: id || "unknown",
        protocol: "tcp",
        what: error.rawPacket?.subarray(0, 32).toString("hex") ?? "",
      });
      socket.destroy();
    });
    server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
      this.#record(request);
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    });
    server.on("connect", (request: IncomingMessage, socket: Socket) => {
      this.#record(request);
      socket.destroy();
    });
    server.listen(port, host);
    await once(server, "listening");
    this.#ends.push(async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    });
    return (server.address() as AddressInfo).port;
  }

  async #receive(id: string, type: "udp4" | "udp6", host: string, port: number): Promise<void> {
    const socket: UdpSocket = createSocket(type);
    socket.on("message", (bytes) => {
      this.#visited({ id: id || "unknown", protocol: "udp", what: bytes.subarray(0, 32).toString("hex") });
    });
    socket.bind(port, host);
    await once(socket, "listening");
    this.#ends.push(async () => {
      socket.close();
      await once(socket, "close");
    });
  }

  /**
   * Records a request. Paths of vectors are `/v/<pass>/<id>/…`; everything else is counted as well, except what pages
   * need.
   */
  #record({ method = "", url = "" }: IncomingMessage): void {
    const [, pass, id = "unknown"] = /\/v\/([^/]+)\/([^/]+)\//.exec(url) ?? [];
    this.#visited({ id, protocol: "http", what: `${method} ${url}` }, pass);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site.invalid");
    response.on("error", () => undefined);
    request.on("error", () => undefined).resume();
    const page = this.pages.get(pathname);
    if (page !== undefined) {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...page.headers }).end(page.html);
    } else if (pathname === "/gate") {
      const ids = (searchParams.get("ids") ?? "").split(",").filter(Boolean);
      await this.waitFor(searchParams.get("pass") ?? "", ids, Number(searchParams.get("ms")));
      response.writeHead(204, { "Cache-Control": "no-store" }).end();
    } else if (pathname.startsWith("/help/")) {
      helperAnswer(pathname.slice("/help/".length), searchParams.get("to") ?? "", response);
    } else {
      this.#record(request);
      visitAnswer(pathname, response);
    }
  }
}
