import { expect, test } from "vitest";
import { addressText, areWithin, isInNetworks, parseAddress, parseNetwork } from "./ip-networks.ts";

test.for([
  ["192.0.2.0/24", "192.0.2.0/24"],
  ["192.0.2.77/24", "192.0.2.0/24"],
  ["192.0.2.77", "192.0.2.77/32"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["10.1.2.3/9", "10.0.0.0/9"],
  [" 10.0.0.0/8 ", "10.0.0.0/8"],
  ["2001:DB8:0:0::1/32", "2001:db8::/32"],
  ["2001:db8::1", "2001:db8::1/128"],
  ["::/0", "::/0"],
  ["::ffff:192.0.2.77/120", "192.0.2.0/24"],
  ["::ffff:c000:24d", "192.0.2.77/32"],
  ["64:ff9b::192.0.2.1/128", "64:ff9b::c000:201/128"],
] as const)("%s is the network %s", ([given, network]) => {
  expect(parseNetwork(given)).toEqual({ value: network });
  expect(parseNetwork(network)).toEqual({ value: network });
});

test.for([
  ["", "is no address or network"],
  ["office", "is no address or network"],
  ["010.0.0.0/8", "is no address or network"],
  ["10.0.0.0/8/8", "is no address or network"],
  ["fe80::1%eth0/64", "is no address or network"],
  ["10.0.0.0/33", "IPv4 network is a number from 0 to 32"],
  ["10.0.0.0/", "IPv4 network is a number from 0 to 32"],
  ["10.0.0.0/-1", "IPv4 network is a number from 0 to 32"],
  ["2001:db8::/129", "IPv6 network is a number from 0 to 128"],
] as const)("%s: %s", ([given, fault]) => {
  expect(parseNetwork(given)).toEqual({ fault: expect.stringContaining(fault) });
});

test.for([
  [["192.0.2.0/24"], "192.0.2.255", true],
  [["192.0.2.0/24"], "192.0.3.0", false],
  [["192.0.2.0/24"], "::ffff:192.0.2.9", true],
  [["192.0.2.0/24"], "::ffff:c000:209", true],
  [["0.0.0.0/0"], "203.0.113.9", true],
  [["0.0.0.0/0"], "2001:db8::1", false],
  [["::/0"], "2001:db8::1", true],
  [["::/0"], "192.0.2.1", false],
  [["::/0"], "::ffff:192.0.2.1", false],
  [["2001:db8::/33"], "2001:db8:7fff::1", true],
  [["2001:db8::/33"], "2001:db8:8000::1", false],
  [["fe80::/10"], "fe80::1%eth0", true],
  [["10.0.0.0/8", "2001:db8::1/128"], "2001:db8::1", true],
  [["10.0.0.0/8"], "unknown", false],
  [[], "10.0.0.1", false],
] as const)("in %j, %s: %s", ([networks, address, expected]) => {
  expect(isInNetworks(networks, address)).toBe(expected);
});

test.for([
  [["10.1.0.0/16"], ["10.0.0.0/8"], true],
  [["10.0.0.0/8"], ["10.0.0.0/8"], true],
  [["10.0.0.0/7"], ["10.0.0.0/8"], false],
  [["10.1.0.0/16", "192.0.2.1/32"], ["10.0.0.0/8"], false],
  [["10.1.0.0/16", "192.0.2.1/32"], ["192.0.2.0/24", "10.0.0.0/8"], true],
  [["0.0.0.0/0"], ["::/0"], false],
  [["2001:db8::/48"], ["::/0"], true],
  [["::/0"], ["2001:db8::/48"], false],
] as const)("%j within %j: %s", ([inner, outer, expected]) => {
  expect(areWithin(inner, outer)).toBe(expected);
});

test("an address is written in its shortest form, and is the same in both forms of IPv4", () => {
  expect(addressText(parseAddress("2001:0DB8:0:0:0:0:0:1") ?? [])).toBe("2001:db8::1");
  expect(parseAddress("::ffff:192.0.2.1")).toEqual(parseAddress("192.0.2.1"));
});
