import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import { addressGroup } from "../../rate-limit/client-address.ts";

export interface ConnectionBounds {
  /** The number of open connections of all clients; further ones are closed by Node. */
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
 * time the more connections are open: who opens many and sends little does not keep others out.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds): void {
  const proxies = blockListOf(bounds.trustedProxies);
  const counts = new Map<string, number>();
  let open = 0;
  const setTimeouts = (): void => {
    server.headersTimeout = timeoutFor(bounds.headersTimeoutMs, open / bounds.total);
    server.keepAliveTimeout = timeoutFor(bounds.keepAliveTimeoutMs, open / bounds.total);
  };
  server.maxConnections = bounds.total;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const group = addressGroup(address);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    open += 1;
    setTimeouts();
    socket.once("close", () => {
      const left = (counts.get(group) ?? 1) - 1;
      if (left === 0) {
        counts.delete(group);
      } else {
        counts.set(group, left);
      }
      open -= 1;
      setTimeouts();
    });
    if (count > bounds.perAddress && !proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
      socket.destroy();
    }
  });
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
