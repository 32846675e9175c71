import { isIP, isIPv6 } from "node:net";
import { Networks } from "./addresses.ts";
import { parseHost, type Target } from "./target.ts";

/**
 * The exceptions that the operator allows: what the service may reach although it is not public, or not at a usual
 * port.
 */
export interface AllowList {
  /** Returns whether `target` is named: it is dialled whatever it resolves to. */
  readonly permitsHost: (target: Target) => boolean;
  readonly permitsAddress: (address: string, port: number) => boolean;
  /** Whether any address can be permitted, so that it makes sense to resolve a name that is not public. */
  readonly hasAddresses: boolean;
}

interface HostRule {
  /** The host's name; with a leading dot: every name beneath. */
  readonly host: string;
  readonly port: number | undefined;
}

interface AddressRule {
  readonly networks: Networks;
  readonly port: number | undefined;
}

/**
 * Reads entries separated by commas: `name`, `.suffix` (names beneath it, not itself), an address (IPv6 also in
 * brackets), each with or without `:port`, or a network in CIDR form. Without a port every port is meant.
 * @throws RangeError that names the first wrong entry
 */
export function parseAllowList(text: string): AllowList {
  const rules = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);
  const hosts = rules.filter((rule) => "host" in rule);
  const addresses = rules.filter((rule) => "networks" in rule);
  return {
    permitsHost: (target) => hosts.some((rule) => isPortOf(rule, target.port) && isNameOf(rule, target.host)),
    permitsAddress: (address, port) => addresses.some((rule) => isPortOf(rule, port) && rule.networks.has(address)),
    hasAddresses: addresses.length > 0,
  };
}

const isPortOf = (rule: HostRule | AddressRule, port: number): boolean => rule.port === undefined || rule.port === port;

const isNameOf = ({ host }: HostRule, name: string): boolean =>
  host.startsWith(".") ? name.endsWith(host) : name === host;

function parseEntry(entry: string): HostRule | AddressRule {
  if (entry.includes("/")) {
    return { networks: new Networks([entry]), port: undefined };
  }
  const { hostText, port } = splitPort(entry);
  const suffixDot = /^(\*?\.)?/.exec(hostText)?.[0] ?? "";
  const host = parseHost(hostText.slice(suffixDot.length));
  if (host === undefined || host.includes("*") || (port !== undefined && (port < 1 || port > 65535))) {
    throw new RangeError(`'${entry}' is not a host, address or network`);
  }
  if (isIP(host) === 0) {
    return { host: `${suffixDot === "" ? "" : "."}${host}`, port };
  }
  if (suffixDot !== "") {
    throw new RangeError(`'${entry}' is not a host, address or network`);
  }
  return { networks: new Networks([`${host}/${isIPv6(host) ? 128 : 32}`]), port };
}

/** Splits an entry into host and port; an IPv6 address without brackets has no port. */
function splitPort(entry: string): { hostText: string; port: number | undefined } {
  if (isIPv6(entry)) {
    return { hostText: `[${entry}]`, port: undefined };
  }
  const [, hostText = entry, portText] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return { hostText, port: portText === undefined ? undefined : Number(portText) };
}
