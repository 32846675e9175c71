import { describe, expect, test } from "vitest";
import { isPublicAddress, Networks } from "./addresses.ts";

describe("addresses that are not public", () => {
  test.each([
    ["this network", "0.0.0.0", "0.255.255.255"],
    ["private 10", "10.0.0.0", "10.255.255.255"],
    ["carrier-grade NAT", "100.64.0.0", "100.127.255.255"],
    ["Alibaba's metadata", "100.100.100.200", "100.100.100.200"],
    ["loopback", "127.0.0.0", "127.255.255.255"],
    ["Azure's host", "168.63.129.16", "168.63.129.16"],
    ["link-local", "169.254.0.0", "169.254.255.255"],
    ["metadata", "169.254.169.254", "169.254.170.2"],
    ["private 172", "172.16.0.0", "172.31.255.255"],
    ["protocol assignments", "192.0.0.0", "192.0.0.255"],
    ["documentation 1", "192.0.2.0", "192.0.2.255"],
    ["AS112", "192.31.196.1", "192.175.48.1"],
    ["multicast tunnelling", "192.52.193.0", "192.52.193.255"],
    ["6to4 relays", "192.88.99.0", "192.88.99.255"],
    ["private 192", "192.168.0.0", "192.168.255.255"],
    ["benchmarking", "198.18.0.0", "198.19.255.255"],
    ["documentation 2", "198.51.100.0", "198.51.100.255"],
    ["documentation 3", "203.0.113.0", "203.0.113.255"],
    ["multicast", "224.0.0.0", "239.255.255.255"],
    ["reserved", "240.0.0.0", "255.255.255.254"],
    ["broadcast", "255.255.255.255", "255.255.255.255"],
    ["unspecified and loopback", "::", "::1"],
    ["IPv4-compatible", "::7f00:1", "::8.8.8.8"],
    ["IPv4-mapped", "::ffff:127.0.0.1", "::ffff:8.8.8.8"],
    ["IPv4-translated", "::ffff:0:7f00:1", "::ffff:0:808:808"],
    ["NAT64", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8"],
    ["NAT64 of a network", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
    ["discard", "100::", "100::ffff:ffff:ffff:ffff"],
    ["dummy", "100:0:0:1::", "100:0:0:1::1"],
    ["Teredo", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["benchmarking 6", "2001:2::", "2001:2:0:ffff::"],
    ["ORCHID", "2001:10::", "2001:1f:ffff::"],
    ["ORCHIDv2", "2001:20::", "2001:2f:ffff::"],
    ["drone tags", "2001:30::", "2001:3f:ffff::"],
    ["documentation 6", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["6to4", "2002::", "2002:7f00:1::1"],
    ["6bone", "3ffe::", "3ffe:ffff::"],
    ["documentation 6, long", "3fff::", "3fff:fff:ffff::"],
    ["segment routing", "5f00::", "5f00:ffff::"],
    ["unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["AWS's and Google's metadata", "fd00:ec2::254", "fd20:ce::254"],
    ["link-local 6", "fe80::", "febf::1"],
    ["site-local", "fec0::", "feff:ffff::"],
    ["multicast 6", "ff00::", "ff0e::1"],
    ["not given out", "1000::1", "4000::1"],
    ["of one link", "fe80::1%lo", "2606:4700::1111%eth0"],
    ["no address", "", "localhost"],
    ["a spelling that only URLs have", "127.1", "0x7f000001"],
    ["in brackets", "[::1]", "[2606:4700::1111]"],
  ])("%s: %s, %s", (_, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });
});

test.each([
  ["1.0.0.0", "9.255.255.255", "11.0.0.0"],
  ["100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ["128.0.0.0", "168.63.129.15", "168.63.129.17"],
  ["169.253.255.255", "169.255.0.0", "172.15.255.255"],
  ["172.32.0.0", "191.255.255.255", "192.0.1.0"],
  ["192.167.255.255", "192.169.0.0", "198.17.255.255"],
  ["198.20.0.0", "203.0.112.255", "223.255.255.255"],
  ["2001:200::1", "2001:4860:4860::8888", "2001:db9::1"],
  ["2003::1", "2606:4700::1111", "3fff:1000::1"],
  ["2a00:1450::1", "2620:4f:8001::1", "2001:DB7::1"],
])("public: %s, %s, %s", (...addresses) => {
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("networks of one family say nothing of the other", () => {
  const all6 = new Networks(["::/0", "::ffff:0:0/96"]);
  expect([all6.has("::1"), all6.has("127.0.0.1"), all6.has("8.8.8.8")]).toEqual([true, false, false]);
  const all4 = new Networks(["0.0.0.0/0"]);
  expect([all4.has("127.0.0.1"), all4.has("::1"), all4.has("::ffff:127.0.0.1")]).toEqual([true, false, false]);
});

test.each([
  "10.0.0.0",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0/8",
  "::/129",
  "host/8",
  "/8",
  "10.0.0.0/ 8",
])("no network: '%s'", (network) => {
  expect(() => new Networks([network])).toThrow(RangeError);
});
