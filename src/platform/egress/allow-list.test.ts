import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../config/config.ts";
import { parseAllowList } from "./allow-list.ts";
import { outboundRules } from "./outbound-rules.ts";

test.each([
  ["app.example.com", "app.example.com", 3000, true],
  ["APP.Example.com.", "app.example.com", 3000, true],
  ["app.example.com", "x.app.example.com", 80, false],
  ["app.example.com", "app.example.com.evil.test", 80, false],
  ["app.example.com:3000", "app.example.com", 3000, true],
  ["app.example.com:3000", "app.example.com", 3001, false],
  [".example.com", "app.example.com", 80, true],
  ["*.example.com", "a.b.example.com", 80, true],
  [".example.com", "example.com", 80, false],
  [".example.com", "notexample.com", 80, false],
  [".example.com:81", "app.example.com", 80, false],
  ["bücher.example", "xn--bcher-kva.example", 80, true],
  ["db, cache", "cache", 6379, true],
])("host '%s': %s:%d", (list, host, port, isPermitted) => {
  expect(parseAllowList(list).permitsHost({ host, port })).toBe(isPermitted);
});

test.each([
  ["10.0.0.0/8", "10.1.2.3", 9000, true],
  ["10.0.0.0/8", "11.1.2.3", 80, false],
  ["10.0.0.5", "10.0.0.5", 80, true],
  ["10.0.0.5", "10.0.0.6", 80, false],
  ["10.0.0.5:81", "10.0.0.5", 80, false],
  ["10.0.0.5:81", "10.0.0.5", 81, true],
  ["0x7f.1:81", "127.0.0.1", 81, true],
  ["fd00::/8", "fd12::1", 80, true],
  ["fd00::1", "fd00::1", 80, true],
  ["[fd00::1]:81", "fd00::1", 81, true],
  ["[fd00::1]:81", "fd00::1", 80, false],
  ["::/0", "10.0.0.1", 80, false],
  ["10.0.0.0/8", "::ffff:10.0.0.1", 80, false],
])("address '%s': %s port %d", (list, address, port, isPermitted) => {
  expect(parseAllowList(list).permitsAddress(address, port)).toBe(isPermitted);
});

test("an empty list permits nothing", () => {
  const list = parseAllowList(" , ");
  expect([list.permitsHost({ host: "", port: 80 }), list.permitsAddress("127.0.0.1", 80), list.hasAddresses]).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  "http://a.example",
  "10.0.0.0/33",
  "a b",
  "*",
  ".",
  "a.*.b",
  "host:0",
  "host:65536",
  "host:http",
  "*.10.0.0.1",
  "user@host",
  "[::1",
])("'%s' stops the start with the setting's name", (entry) => {
  const config = readConfig({ QUIRE_OUTBOUND_ALLOW: `ok.example, ${entry}` });
  expect(() => outboundRules(config)).toThrow(ConfigError);
  expect(() => outboundRules(config)).toThrow(/^QUIRE_OUTBOUND_ALLOW: '/);
});
