import { expect, test } from "vitest";
import { OutboundFailure } from "./outbound-failure.ts";
import { httpListener, internet, PUBLIC } from "./testing/loopback.ts";
import { connectBy, openWay, PLENTY, statusOf, viaProxy } from "./testing/proxy-client.ts";

/*
 * Every way to write a host that is not public, through every way out: nothing is dialled, and nothing is even looked
 * up.
 */

/** The spellings of 127.0.0.1, and of 0.0.0.0, which is the same to a connection. */
const LOOPBACK = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0X7F.0.0.1",
  "0x7f.1",
  "017700000001",
  "0177.0.0.01",
  "0177.0x0.1",
  "%31%32%37.0.0.1",
  "127%2e0%2E0%2e1",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0．0｡1",
  "0",
  "0.0.0.0",
];

const OTHERS = [
  "loc\u00adalhost",
  "127.255.255.254",
  "localhost",
  "LocalHost",
  "localhost.",
  "ⓛocalhost",
  "ｌｏｃａｌｈｏｓｔ",
  "a.b.localhost",
  "localhost.localdomain",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[0000::0001]",
  "[::ffff:127.0.0.1]",
  "[::FFFF:7F00:1]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::127.0.0.1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "3232235521",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "169.254.43518",
  "[::ffff:169.254.169.254]",
  "168.63.129.16",
  "192.0.0.192",
  "100.100.100.200",
  "255.255.255.255",
  "224.0.0.1",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[100::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "metadata.google.internal",
  "METADATA.google.INTERNAL.",
  "instance-data",
  "db",
  "printer.local",
  "nas.lan",
  "git.corp",
  "router.home.arpa",
  "x.intranet",
  "x.onion",
  `${"long.".repeat(60)}test`,
];

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "let through",
    (error: unknown) => (error instanceof OutboundFailure ? [error.code, error.reason] : error),
  );

test.each([...LOOPBACK, ...OTHERS])("%s", async (host) => {
  const { port, hits } = await httpListener();
  const world = internet({ names: {}, ports: { 80: port } });
  const way = await openWay(world, PLENTY);
  for (const scheme of ["http", "HTTP", "https", "hTTpS"]) {
    const fetched = world.egress.webFetch()(`${scheme}://${host}:${port}/`);
    expect(await reasonOf(fetched)).toEqual(["url_blocked", "not_public"]);
  }
  for (const authority of [`${host}:${port}`, `${host}:443`]) {
    // A proxy is sent bytes; the parser refuses some of the odd ones before they are interpreted.
    expect([400, 403]).toContain(statusOf(await viaProxy(way, `http://${authority}/`)));
    expect([400, 403]).toContain((await connectBy(way, authority)).status);
  }
  expect(hits).toEqual([]);
  expect(world.dialled).toEqual([]);
  expect(world.lookups).toEqual([]);
  expect(new Set(way.budget.blocked.map(({ reason }) => reason))).toEqual(
    /^[\x21-\x7e]+$/.test(host) ? new Set(["not_public"]) : new Set(),
  );
});

test.each(LOOPBACK)("positive control: %s is the listener when loopback is allowed", async (host) => {
  const { port, hits } = await httpListener();
  const { egress } = internet({ allow: "127.0.0.0/8, 0.0.0.0" });
  const response = await egress.webFetch()(`http://${host}:${port}/`);
  expect([await response.text(), hits]).toEqual(["reached", ["/"]]);
});

test.each([
  ["user name", "http://public.test@127.0.0.1/"],
  ["user name and password", "http://public.test:80@127.0.0.1/"],
  ["user name with a space", "http://public.test &@127.0.0.1/"],
  ["user name of a public host", "http://user@public.test/"],
  ["another scheme", "ftp://public.test/"],
  ["a file", "file:///etc/passwd"],
  ["a file in capitals", "FILE:///etc/passwd"],
  ["data", "data:text/plain,x"],
  ["gopher", "gopher://127.0.0.1:70/_x"],
  ["no scheme", "public.test"],
  ["no host", "http://"],
  ["port 0", "http://public.test:0/"],
  ["port 65536", "http://public.test:65536/"],
  ["a zone", "http://[fe80::1%25lo]/"],
  ["a zero byte", "http://public.test%00.evil.test/"],
  ["five numbers", "http://1.2.3.4.5/"],
  ["no URL", ""],
])("%s is not a URL to fetch", async (_, url) => {
  const world = internet({ names: { "public.test": [PUBLIC[0]] } });
  const way = await openWay(world);
  expect(await reasonOf(world.egress.webFetch()(url))).toEqual(["url_blocked", "bad_url"]);
  expect(statusOf(await viaProxy(way, url))).toBe(400);
  expect([world.dialled, world.lookups]).toEqual([[], []]);
});

test("a host behind a backslash is the one in front of it", async () => {
  const { port, hits } = await httpListener();
  const world = internet({ names: { "public.test": [PUBLIC[0]] }, ports: { 80: port } });
  await world.egress.webFetch()("http://public.test\\@127.0.0.1/");
  expect([world.dialled, hits]).toEqual([[`${PUBLIC[0]}:80`], ["/@127.0.0.1/"]]);
});

test.each([22, 25, 6379, 3000, 10250, 65535])("port %d of a public host is not asked", async (port) => {
  const world = internet({ names: { "public.test": [PUBLIC[0]] } });
  const way = await openWay(world);
  const fetched = world.egress.webFetch()(`http://public.test:${port}/`);
  expect(await reasonOf(fetched)).toEqual(["url_blocked", "port"]);
  expect((await connectBy(way, `public.test:${port}`)).status).toBe(403);
  expect(way.budget.blocked).toMatchObject([{ url: `https://public.test:${port}/`, reason: "port" }]);
  expect(world.dialled).toEqual([]);
});

test("with QUIRE_OUTBOUND=off nothing goes out, to allowed hosts either, and the failure says so", async () => {
  const { port, hits } = await httpListener();
  const world = internet({ outbound: "off", allow: "127.0.0.0/8, public.test", names: { "public.test": [PUBLIC[0]] } });
  const way = await openWay(world);
  for (const host of [`127.0.0.1:${port}`, "public.test"]) {
    await expect(world.egress.webFetch()(`http://${host}/`)).rejects.toThrow(
      "this service makes no outbound requests (QUIRE_OUTBOUND is off)",
    );
    expect(statusOf(await viaProxy(way, `http://${host}/`))).toBe(403);
  }
  expect((await connectBy(way, "public.test:443")).status).toBe(403);
  expect(new Set(way.budget.blocked.map(({ reason }) => reason))).toEqual(new Set(["outbound_off"]));
  expect([hits, world.dialled, world.lookups]).toEqual([[], [], []]);
});
