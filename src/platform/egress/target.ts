import { isIPv6 } from "node:net";
import { withoutTrailing } from "../../kernel/trailing.ts";

/** The host and port that a request goes to. */
export interface Target {
  /**
   * The host in lower case and ASCII, without brackets and trailing dots; an IPv4 address in any spelling has become
   * four numbers.
   */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Returns the target of a URL; undefined when it is neither http nor https, has no host, or names port 0. */
export function targetOf({ protocol, hostname, port }: URL): Target | undefined {
  const defaultPort = DEFAULT_PORTS[protocol];
  const host = plainHost(hostname);
  const number = port === "" ? defaultPort : Number(port);
  return host === "" || number === undefined || number === 0 || defaultPort === undefined
    ? undefined
    : { host, port: number };
}

const AUTHORITY = /^(\[[0-9a-f:.]{2,45}\]|[^\s/?#@:\\[\]]{1,255}):(\d{1,5})$/i;

/** Parses the `host:port` of a CONNECT request (RFC 9110, 9.3.6), whose host is read as a URL's is. */
export function parseAuthority(text: string): Target | undefined {
  const [, hostText = "", portText = ""] = AUTHORITY.exec(text) ?? [];
  const port = Number(portText);
  const host = parseHost(hostText);
  return host === undefined || port < 1 || port > 65535 ? undefined : { host, port };
}

/**
 * Parses a host as it is in a URL (an IPv6 address in brackets), by the WHATWG rules: IDNA, all spellings of IPv4.
 * Returns undefined for anything else.
 */
export function parseHost(text: string): string | undefined {
  if (text === "" || /[\s/?#@\\]/.test(text) || !URL.canParse(`http://${text}/`)) {
    return undefined;
  }
  return plainHost(new URL(`http://${text}/`).hostname) || undefined;
}

/** Returns `host:port` as it is written in a URL or a CONNECT request. */
export const authorityOf = ({ host, port }: Target): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

const plainHost = (hostname: string): string => withoutTrailing(hostname.replace(/^\[(.*)\]$/, "$1"), ".");
