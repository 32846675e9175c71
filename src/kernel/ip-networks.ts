import { isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * An IP address as the eight groups of 16 bits of an IPv6 address. An IPv4 address is its IPv4-mapped form
 * (RFC 4291, 2.5.5.2), so that both texts of one address are equal.
 */
export type AddressGroups = readonly number[];

const GROUPS = 8;
const GROUP_BITS = 16;
const MAPPED_BITS = 96;
const MAPPED_PREFIX: AddressGroups = [0, 0, 0, 0, 0, 0xffff];

/** Parses the text of an IPv4 or IPv6 address, whose zone is ignored; undefined when it is neither. */
export function parseAddress(text: string): AddressGroups | undefined {
  const [plain = ""] = text.split("%", 1);
  if (isIPv4(plain)) {
    return [...MAPPED_PREFIX, ...groupsOfIpv4(plain)];
  }
  if (!isIPv6(plain)) {
    return undefined;
  }
  const [head = "", tail] = new SocketAddress({ family: "ipv6", address: plain }).address.split("::");
  const first = groupsOf(head);
  const last = groupsOf(tail ?? "");
  const between = tail === undefined ? 0 : GROUPS - first.length - last.length;
  return [...first, ...Array<number>(between).fill(0), ...last];
}

/** Returns whether the groups are those of an IPv4 address. */
export const isMappedIpv4 = (groups: AddressGroups): boolean =>
  MAPPED_PREFIX.every((group, index) => groups[index] === group);

/** Returns the text of an address: dotted decimal for IPv4, else the shortest form of RFC 5952. */
export function addressText(groups: AddressGroups): string {
  if (isMappedIpv4(groups)) {
    return groups
      .slice(MAPPED_PREFIX.length)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const address = groups.map((group) => group.toString(16)).join(":");
  return new SocketAddress({ family: "ipv6", address }).address;
}

function groupsOf(text: string): number[] {
  return text === ""
    ? []
    : text.split(":").flatMap((part) => (part.includes(".") ? groupsOfIpv4(part) : parseInt(part, 16)));
}

function groupsOfIpv4(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [(a << 8) | b, (c << 8) | d];
}

/** The addresses whose first `bits` bits are those of `groups`. A network of IPv4 has at least 96 bits. */
interface Network {
  readonly groups: AddressGroups;
  readonly bits: number;
}

/**
 * Parses a network in CIDR form (RFC 4632), such as `192.0.2.0/24` or `2001:db8::/32`, or a single address. Returns the
 * text that stands for it in lists, with the bits after the prefix cleared, or a sentence that says what is wrong.
 */
export function parseNetwork(text: string): { readonly value: string } | { readonly fault: string } {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const groups = address.includes("%") ? undefined : parseAddress(address);
  if (groups === undefined || rest.length > 0) {
    return { fault: `'${text}' is no address or network; write one such as 192.0.2.0/24 or 2001:db8::/32` };
  }
  const width = isIPv4(address) ? GROUPS * GROUP_BITS - MAPPED_BITS : GROUPS * GROUP_BITS;
  const length = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(length <= width)) {
    const family = isIPv4(address) ? "IPv4" : "IPv6";
    return { fault: `'${text}' is no network: the prefix of an ${family} network is a number from 0 to ${width}` };
  }
  return { value: networkText({ groups, bits: GROUPS * GROUP_BITS - width + length }) };
}

function networkText({ groups, bits }: Network): string {
  const masked = groups.map((group, index) => group & maskOf(bits, index));
  const isIpv4 = bits >= MAPPED_BITS && isMappedIpv4(groups);
  return `${addressText(masked)}/${isIpv4 ? bits - MAPPED_BITS : bits}`;
}

/** Returns the bits of group number `index` that belong to a prefix of `bits` bits. */
function maskOf(bits: number, index: number): number {
  const own = Math.min(GROUP_BITS, Math.max(0, bits - index * GROUP_BITS));
  return (0xffff << (GROUP_BITS - own)) & 0xffff;
}

/** Returns whether `address` belongs to one of `networks`, which are texts of `parseNetwork`. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  const groups = parseAddress(address);
  return groups !== undefined && networks.some((network) => contains(networkOf(network), groups));
}

/** Returns whether each of the networks `inner` lies within one of `outer`; all are texts of `parseNetwork`. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const outerNetworks = outer.map(networkOf);
  return inner
    .map(networkOf)
    .every(({ groups, bits }) => outerNetworks.some((one) => one.bits <= bits && contains(one, groups)));
}

function networkOf(network: string): Network {
  const [address = "", length] = network.split("/");
  const groups = parseAddress(address) ?? [];
  return { groups, bits: Number(length) + (isIPv4(address) ? MAPPED_BITS : 0) };
}

/**
 * Returns whether an address is in a network. An IPv4 address is in networks of IPv4 only: what is meant for IPv6, such
 * as ::/0, does not let it in.
 */
function contains({ groups, bits }: Network, address: AddressGroups): boolean {
  const isOfFamily = bits >= MAPPED_BITS && isMappedIpv4(groups) === isMappedIpv4(address);
  const isIpv6 = bits < MAPPED_BITS && !isMappedIpv4(address);
  return (
    (isOfFamily || isIpv6) &&
    groups.every((group, index) => ((group ^ (address[index] ?? 0)) & maskOf(bits, index)) === 0)
  );
}
