import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import { addressGroup } from "../../rate-limit/client-address.ts";

export interface ConnectionBounds {
  /** The number of open connections of all clients. */
  readonly total: number;
  /** The number of open connections of one client address; infinity: any number. */
  readonly perAddress: number;
  /** Addresses and networks of proxies, which have the connections of many clients. */
  readonly trustedProxies: readonly string[];
  /** The longest time for a request's head to arrive while there are few connections, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** The longest time for which a connection may stay open between requests, likewise. */
  readonly keepAliveTimeoutMs: number;
}

/** The least time for a request's head, however many connections there are: a slow network needs about that. */
const MIN_TIMEOUT_MS = 2000;

/**
 * Bounds the connections of a server by the address of the client, and gives half-sent heads and idle connections less
 * time the more connections are open. When all are in use, a further one takes the place of one that waits for a request,
 * from the address that has most: who opens many and sends little does not keep others out, from however few addresses.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds): void {
  const proxies = blockListOf(bounds.trustedProxies);
  const isProxy = ({ remoteAddress = "" }: Socket): boolean =>
    proxies.check(remoteAddress, isIPv6(remoteAddress) ? "ipv6" : "ipv4");
  const open = new OpenConnections();
  const setTimeouts = (): void => {
    server.headersTimeout = timeoutFor(bounds.headersTimeoutMs, open.size / bounds.total);
    server.keepAliveTimeout = timeoutFor(bounds.keepAliveTimeoutMs, open.size / bounds.total);
  };
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.begin(socket);
    response.once("close", () => open.end(socket));
  });
  server.on("connection", (socket: Socket) => {
    const ofAddress = open.add(socket);
    setTimeouts();
    socket.once("close", () => {
      open.remove(socket);
      setTimeouts();
    });
    const isOneTooMany = ofAddress > bounds.perAddress && !isProxy(socket);
    if (isOneTooMany || (open.size > bounds.total && !open.makeRoom(ofAddress, isProxy))) {
      open.remove(socket);
      socket.destroy();
    }
  });
}

/** The open connections of each address group, the oldest first, and those that a request is answered on. */
class OpenConnections {
  readonly #groups = new Map<string, Set<Socket>>();
  readonly #groupOf = new Map<Socket, string>();
  readonly #busy = new WeakMap<Socket, number>();

  get size(): number {
    return this.#groupOf.size;
  }

  /** Returns how many connections the address has with this one. */
  add(socket: Socket): number {
    const name = addressGroup(socket.remoteAddress ?? "");
    const group = this.#groups.get(name) ?? new Set();
    this.#groups.set(name, group.add(socket));
    this.#groupOf.set(socket, name);
    return group.size;
  }

  remove(socket: Socket): void {
    const name = this.#groupOf.get(socket) ?? "";
    const group = this.#groups.get(name);
    this.#groupOf.delete(socket);
    group?.delete(socket);
    if (group?.size === 0) {
      this.#groups.delete(name);
    }
  }

  begin(socket: Socket): void {
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    this.#busy.set(socket, (this.#busy.get(socket) ?? 1) - 1);
  }

  /**
   * Closes the oldest connection without a request of the address that has most; returns whether there was one. An
   * address that has `ofAddress` takes none from one that has no more.
   */
  makeRoom(ofAddress: number, isSpared: (socket: Socket) => boolean): boolean {
    const [most = new Set<Socket>()] = [...this.#groups.values()]
      .filter((group) => group.size > ofAddress && ![...group.values().take(1)].some(isSpared))
      .toSorted((one, other) => other.size - one.size);
    for (const socket of most) {
      if ((this.#busy.get(socket) ?? 0) === 0) {
        this.remove(socket);
        socket.destroy();
        return true;
      }
    }
    return false;
  }
}

/**
 * Returns the time that is given at this share of all connections: the whole up to a quarter, then less and less.
 * @internal Exported for tests.
 */
export function timeoutFor(longestMs: number, share: number): number {
  const left = Math.min(1, Math.max(0, (1 - share) / 0.75));
  return Math.max(Math.min(MIN_TIMEOUT_MS, longestMs), Math.round(longestMs * left * left));
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) {
      list.addAddress(address, family);
    } else {
      list.addSubnet(address, Number(prefix), family);
    }
  }
  return list;
}
