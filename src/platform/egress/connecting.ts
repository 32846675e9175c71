import { isIPv6, connect as netConnect, type Socket } from "node:net";

/** Begins a connection; the socket is not connected yet. */
export type Connect = (address: string, port: number) => Socket;

/** Begins a TCP connection. Either side may end before the other: a tunnel carries protocols that do. */
export const connectTcp: Connect = (address, port) =>
  netConnect({ host: address, port, allowHalfOpen: true, noDelay: true });

/** The time that an attempt may take before the next one begins, in milliseconds (RFC 8305, 5). */
const ATTEMPT_DELAY_MS = 250;
/** The largest number of addresses that are tried: a name may have thousands, none of which answers. */
const MAX_ATTEMPTS = 8;

/**
 * Connects to the first of `addresses` that answers, in the order of RFC 8305 (families in turn). No other address is
 * ever dialled, and no name is looked up.
 * @throws the last attempt's error; the reason of `signal`
 */
export function connectToFirst(
  { addresses, port, connect }: { readonly addresses: readonly string[]; readonly port: number; connect: Connect },
  signal: AbortSignal,
): Promise<Socket> {
  const waiting = familiesInTurn(addresses).slice(0, MAX_ATTEMPTS);
  const open = new Set<Socket>();
  let delay: NodeJS.Timeout | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();

  const attempt = (): void => {
    clearTimeout(delay);
    const address = waiting.shift();
    if (address === undefined) {
      return;
    }
    const socket = connect(address, port);
    open.add(socket);
    socket.once("connect", () => {
      open.delete(socket);
      resolve(socket);
    });
    // This listener stays for the whole life of the socket, whose user learns of an error by its closing.
    socket.on("error", (error) => {
      open.delete(socket);
      attempt();
      if (open.size === 0) {
        reject(error);
      }
    });
    if (waiting.length > 0) {
      delay = setTimeout(attempt, ATTEMPT_DELAY_MS);
    }
  };
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  signal.throwIfAborted();
  attempt();
  return promise.finally(() => {
    clearTimeout(delay);
    signal.removeEventListener("abort", giveUp);
    waiting.length = 0;
    open.forEach((socket) => socket.destroy());
  });
}

function familiesInTurn(addresses: readonly string[]): string[] {
  const first = isIPv6(addresses[0] ?? "");
  const [some, others] = [
    addresses.filter((one) => isIPv6(one) === first),
    addresses.filter((one) => isIPv6(one) !== first),
  ];
  return Array.from({ length: Math.max(some.length, others.length) }, (_, index) => [some[index], others[index]])
    .flat()
    .filter((address) => address !== undefined);
}
