import { addressText, isMappedIpv4, parseAddress } from "../../kernel/ip-networks.ts";

/**
 * Returns the group by which requests without a key are counted: an IPv4 address, or the /64 network of an IPv6
 * address, because one subscriber commonly has all of its addresses.
 */
export function addressGroup(address: string): string {
  const groups = parseAddress(address);
  if (groups === undefined) {
    return address;
  }
  return isMappedIpv4(groups)
    ? addressText(groups)
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(":")}::/64`;
}

/** Returns the address as people write it: IPv4 without the prefix by which IPv6 sockets name it. */
export function plainAddress(address: string): string {
  const groups = parseAddress(address);
  return groups === undefined ? address : addressText(groups);
}
