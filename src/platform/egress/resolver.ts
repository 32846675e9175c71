import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { parseHost } from "./target.ts";

/**
 * Returns all addresses of a name, IPv6 and IPv4, in the resolver's order; empty when there are none. Rejects when no
 * server answers, or with the reason of `signal`.
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The time limit of one server, in milliseconds, and how often it is asked: a silent name server costs 4 s at most. */
const QUERY = { timeout: 2000, tries: 2 } as const;

/**
 * Asks the hosts file and then the machine's name servers. It does not use getaddrinfo (dns.lookup), which waits on a
 * thread of a small pool and cannot be cancelled, so that a document that names thirty hosts of a silent name server
 * would hold up everyone's lookups and file access. The servers are read again each time, since networks change.
 */
export const resolveName: Resolve = async (name, signal) => {
  signal.throwIfAborted();
  const known = (await hostsFile()).get(name);
  if (known !== undefined) {
    return known;
  }
  const resolver = new Resolver(QUERY);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v6, v4] = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
    signal.throwIfAborted();
    const addresses = [v6, v4].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const trouble = [v6, v4].find((answer) => answer.status === "rejected" && !saysNone(answer.reason));
    if (addresses.length === 0 && trouble?.status === "rejected") {
      throw trouble.reason;
    }
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

/** The codes of negative answers of the DNS itself: no such name, none of this type, or not a name at all. */
const NONE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME", "EBADQUERY"]);

const saysNone = (error: unknown): boolean => error instanceof Error && "code" in error && NONE.has(error.code);

const HOSTS_FILE = "/etc/hosts";
const HOSTS_AGE_MS = 5000;

let hosts: { readonly readAtMs: number; readonly names: Promise<ReadonlyMap<string, readonly string[]>> } | undefined;

function hostsFile(): Promise<ReadonlyMap<string, readonly string[]>> {
  if (hosts === undefined || performance.now() - hosts.readAtMs > HOSTS_AGE_MS) {
    // A machine without the file has no names in it.
    hosts = { readAtMs: performance.now(), names: readFile(HOSTS_FILE, "utf8").then(parseHosts, () => new Map()) };
  }
  return hosts.names;
}

/**
 * Parses a hosts file, which has an address and its names on each line (hosts(5)).
 * @internal Exported for tests.
 */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addressesOf = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    for (const name of isIP(address) === 0 ? [] : names) {
      const host = parseHost(name) ?? name;
      addressesOf.set(host, [...(addressesOf.get(host) ?? []), address]);
    }
  }
  return addressesOf;
}
