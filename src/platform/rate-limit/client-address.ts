import { isIPv6, SocketAddress } from "node:net";

/**
 * Returns the group by which requests without a key are counted: an IPv4 address, or the /64 network of an IPv6
 * address, because one subscriber commonly has all of its addresses.
 */
export function addressGroup(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (!isIPv6(plain)) {
    return plain;
  }
  const groups = expand(new SocketAddress({ family: "ipv6", address: plain }).address);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMappedIpv4
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join(".")
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(":")}::/64`;
}

/** Returns the eight 16-bit groups of an IPv6 address in text form. */
function expand(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const first = groupsOf(head);
  const last = groupsOf(tail ?? "");
  return tail === undefined ? first : [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function groupsOf(text: string): number[] {
  return text === ""
    ? []
    : text.split(":").flatMap((part) => (part.includes(".") ? ipv4Groups(part) : parseInt(part, 16)));
}

function ipv4Groups(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [(a << 8) | b, (c << 8) | d];
}
