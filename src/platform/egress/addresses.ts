import { BlockList, isIPv4, isIPv6 } from "node:net";

/*
 * The addresses that belong to the public internet, and those that do not. The tables hold everything that IANA's
 * special-purpose registries list (iana-ipv4-special-registry and iana-ipv6-special-registry, RFC 6890 and its
 * updates), the multicast blocks, and the public addresses at which clouds answer their own machines. Blocks that the
 * registries call globally reachable and that no web page needs (anycast relays, NAT64) are in them too: they lead on
 * to addresses that have not been judged.
 */

const NOT_PUBLIC_V4 = [
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private use, RFC 1918
  "100.64.0.0/10", // carrier-grade NAT, RFC 6598; Alibaba's metadata
  "127.0.0.0/8", // loopback, RFC 1122
  "168.63.129.16/32", // Azure's host, public by number
  "169.254.0.0/16", // link-local, RFC 3927; metadata of most clouds
  "172.16.0.0/12", // private use, RFC 1918
  "192.0.0.0/24", // IETF protocol assignments, RFC 6890; Oracle's metadata
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112, RFC 7535
  "192.52.193.0/24", // automatic multicast tunnelling, RFC 7450
  "192.88.99.0/24", // 6to4 relays, RFC 7526
  "192.168.0.0/16", // private use, RFC 1918
  "192.175.48.0/24", // AS112, RFC 7534
  "198.18.0.0/15", // benchmarking, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 5771
  "240.0.0.0/4", // reserved, RFC 1112; limited broadcast, RFC 8190
] as const;

/** The one block from which global unicast addresses are allocated; RFC 4291, 2.4 and iana-ipv6-unicast. */
const GLOBAL_UNICAST_V6 = ["2000::/3"] as const;

const NOT_PUBLIC_V6 = [
  "::/96", // unspecified, loopback, IPv4-compatible, RFC 4291
  "::ffff:0:0/96", // IPv4-mapped, RFC 4291
  "::ffff:0:0:0/96", // IPv4-translated, RFC 2765
  "64:ff9b::/96", // NAT64, RFC 6052
  "64:ff9b:1::/48", // NAT64 of a local network, RFC 8215
  "100::/64", // discard only, RFC 6666
  "100:0:0:1::/64", // dummy prefix, RFC 9780
  "2001::/23", // IETF protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID, drone tags
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, RFC 3056
  "2620:4f:8000::/48", // AS112, RFC 7534
  "3ffe::/16", // 6bone, returned, RFC 3701
  "3fff::/20", // documentation, RFC 9637
  "5f00::/16", // segment routing, RFC 9602
  "fc00::/7", // unique local, RFC 4193; metadata of AWS (fd00:ec2::254) and Google (fd20:ce::254)
  "fe80::/10", // link-local, RFC 4291
  "fec0::/10", // site-local, RFC 3879
  "ff00::/8", // multicast, RFC 4291
] as const;

/** Holds a set of networks of both families. Each family has its own list, see `family`. */
export class Networks {
  readonly #v4 = new BlockList();
  readonly #v6 = new BlockList();

  /**
   * Builds the set of `networks`.
   * @throws RangeError when one is not a network in CIDR form
   */
  constructor(networks: Iterable<string>) {
    for (const network of networks) {
      this.#add(network);
    }
  }

  has(address: string): boolean {
    switch (family(address)) {
      case "ipv4":
        return this.#v4.check(address, "ipv4");
      case "ipv6":
        return this.#v6.check(address, "ipv6");
      case undefined:
        return false;
    }
  }

  #add(network: string): void {
    const [address = "", prefix = "", ...rest] = network.split("/");
    const type = family(address);
    const bits = Number(prefix);
    if (type === undefined || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || bits > (type === "ipv4" ? 32 : 128)) {
      throw new RangeError(`'${network}' is no network`);
    }
    (type === "ipv4" ? this.#v4 : this.#v6).addSubnet(address, bits, type);
  }
}

const notPublic = new Networks([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
const globalUnicastV6 = new Networks(GLOBAL_UNICAST_V6);

/** Returns whether `address` (text, without brackets) can be reached from anywhere on the internet. */
export function isPublicAddress(address: string): boolean {
  const type = family(address);
  return type !== undefined && !notPublic.has(address) && (type === "ipv4" || globalUnicastV6.has(address));
}

/**
 * Returns the family of an address; undefined for an address with a zone ("fe80::1%eth0"), which belongs to one link.
 * The families need separate lists: a BlockList that holds both takes an IPv4 address for its mapped form, so that a
 * rule for ::/0 or ::ffff:0:0/96 would count for every IPv4 address.
 */
function family(address: string): "ipv4" | "ipv6" | undefined {
  if (isIPv4(address)) {
    return "ipv4";
  }
  return isIPv6(address) && !address.includes("%") ? "ipv6" : undefined;
}
