import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { connectTcp } from "./connecting.ts";
import { createDialler } from "./dialler.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { outboundRules } from "./outbound-rules.ts";
import { parseHosts, resolveName } from "./resolver.ts";
import { httpListener, internet, PUBLIC, tcpListener } from "./testing/loopback.ts";

const [PUBLIC_4, OTHER_4, PUBLIC_6] = PUBLIC;

const rules = (allow = "", own: readonly string[] = []) => ({
  ...outboundRules({ QUIRE_OUTBOUND: "on", QUIRE_OUTBOUND_ALLOW: allow }),
  ownAddresses: () => own,
});

const failureOf = async (work: Promise<unknown>): Promise<OutboundFailure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundFailure)) {
    throw new Error(`no OutboundFailure: ${String(error)}`);
  }
  return error;
};

test.each([
  ["loopback", ["127.0.0.1"]],
  ["a private network", ["10.1.2.3"]],
  ["metadata", ["169.254.169.254"]],
  ["loopback of IPv6", ["::1"]],
  ["a mapped address", ["::ffff:127.0.0.1"]],
  ["NAT64", ["64:ff9b::7f00:1"]],
  ["public first, private last", [PUBLIC_4, OTHER_4, "192.168.1.1"]],
  ["private first", ["192.168.1.1", PUBLIC_4]],
  ["private only as IPv6", [PUBLIC_4, "fd00::1"]],
  ["an address of a link", [PUBLIC_4, "fe80::1%eth0"]],
  ["nonsense", [PUBLIC_4, "localhost"]],
])("a name that resolves to %s is refused whole, in one message that names no address", async (_, addresses) => {
  const world = internet({ names: { "evil.test": addresses } });
  const failure = await failureOf(world.egress.webFetch()("http://evil.test/"));
  expect([failure.code, failure.message]).toEqual([
    "url_blocked",
    "evil.test is not a public host. The service's operator can allow it (QUIRE_OUTBOUND_ALLOW).",
  ]);
  expect([world.dialled, world.lookups]).toEqual([[], ["evil.test"]]);
});

test("rebinding: a name is looked up once for each connection, and the judged address is dialled", async () => {
  const target = await httpListener();
  const inside = await httpListener();
  const world = internet({
    names: { "rebind.test": { turns: [[PUBLIC_4], ["127.0.0.1"]] } },
    ports: { 80: target.port, 8080: inside.port },
  });
  await world.egress.webFetch()("http://rebind.test/");
  expect([world.lookups, world.dialled, target.hits]).toEqual([["rebind.test"], [`${PUBLIC_4}:80`], ["/"]]);
  const failure = await failureOf(world.egress.webFetch()("http://rebind.test:8080/"));
  expect([failure.reason, inside.hits, world.dialled]).toEqual(["not_public", [], [`${PUBLIC_4}:80`]]);
});

test("addresses of this machine are not public, whatever they are", async () => {
  const dial = createDialler({ rules: rules("", [PUBLIC_4]), resolve: () => Promise.resolve([PUBLIC_4]) });
  for (const host of ["own.test", PUBLIC_4]) {
    const failure = await failureOf(dial({ host, port: 80 }, new AbortController().signal));
    expect(failure.reason).toBe("not_public");
  }
});

test.each([
  ["inside.test", "its name"],
  ["inside.test:PORT", "name and port"],
  [".test", "the names above it"],
  ["127.0.0.0/8", "a network"],
  ["127.0.0.1", "its address"],
  ["127.0.0.1:PORT", "address and port"],
])("allowed by %s (%s): the listener is reached", async (entry) => {
  const { port, hits } = await httpListener();
  const world = internet({
    names: { "inside.test": ["127.0.0.1"] },
    allow: `other.example, ${entry.replace("PORT", String(port))}`,
  });
  await world.egress.webFetch()(`http://inside.test:${port}/`);
  expect(hits).toEqual(["/"]);
});

test.each([["inside.test:1"], ["127.0.0.1:1"], ["x.inside.test"], [".inside.test"], ["10.0.0.0/8"], ["::/0"]])(
  "not allowed by %s",
  async (entry) => {
    const { port, hits } = await httpListener();
    const world = internet({ names: { "inside.test": ["127.0.0.1"] }, allow: entry });
    const failure = await failureOf(world.egress.webFetch()(`http://inside.test:${port}/`));
    expect([failure.code, hits, world.dialled]).toEqual(["url_blocked", [], []]);
  },
);

test("an allowed network lets an internal name through, and only when all of its addresses are in it", async () => {
  const { port, hits } = await httpListener();
  const world = internet({
    names: { localhost: ["127.0.0.1"], db: ["127.0.0.1", "10.0.0.1"], "mixed.test": ["127.0.0.1", PUBLIC_4] },
    ports: { 8080: port },
    allow: "127.0.0.0/8",
  });
  await world.egress.webFetch()(`http://localhost:${port}/`);
  expect(hits.length).toBe(1);
  expect((await failureOf(world.egress.webFetch()(`http://db:${port}/`))).reason).toBe("not_public");
  expect((await failureOf(world.egress.webFetch()(`http://mixed.test:${port}/`))).reason).toBe("port");
});

test("a dead address is passed over for the next one, families in turn", async () => {
  const { port } = await tcpListener(() => {});
  const dead = await tcpListener(() => {});
  const dialled: string[] = [];
  const dial = createDialler({
    rules: rules(),
    resolve: () => Promise.resolve([PUBLIC_6, "2606:4700::2222", PUBLIC_4, OTHER_4]),
    connect: (address) => {
      dialled.push(address);
      return address === OTHER_4 ? connectTcp("127.0.0.1", port) : connectTcp("127.0.0.1", 1);
    },
  });
  const socket = await dial({ host: "public.test", port: 80 }, new AbortController().signal);
  expect(socket.remotePort).toBe(port);
  expect(dialled).toEqual([PUBLIC_6, PUBLIC_4, "2606:4700::2222", OTHER_4]);
  expect(dead.hits).toEqual([]);
  socket.destroy();
});

test("an address that does not answer does not hold up the next one, and at most eight are tried", async () => {
  const { port } = await tcpListener(() => {});
  const pending: Socket[] = [];
  const silent = (): Socket => {
    // Nothing ever reports that this socket is connected: the attempt neither succeeds nor fails.
    const socket = connectTcp("127.0.0.1", port);
    socket.removeAllListeners("connect");
    socket.emit = () => false;
    pending.push(socket);
    return socket;
  };
  const dial = createDialler({
    rules: rules(),
    resolve: () => Promise.resolve([PUBLIC_4, OTHER_4]),
    connect: (address) => (address === OTHER_4 ? connectTcp("127.0.0.1", port) : silent()),
  });
  const socket = await dial({ host: "public.test", port: 80 }, new AbortController().signal);
  expect([pending.length, pending[0]?.destroyed, socket.destroyed]).toEqual([1, true, false]);
  socket.destroy();

  const many = Array.from({ length: 100 }, (_, index) => `8.8.8.${index}`);
  const tried: string[] = [];
  const failing = createDialler({
    rules: rules(),
    resolve: () => Promise.resolve(many),
    connect: (address) => {
      tried.push(address);
      return connectTcp("127.0.0.1", 1);
    },
  });
  const failure = await failureOf(failing({ host: "public.test", port: 80 }, new AbortController().signal));
  expect([failure.code, failure.reason, tried]).toEqual(["url_fetch_failed", "unreachable", many.slice(0, 8)]);
});

test.each([
  ["no address", []],
  ["a resolver that fails", new Error("SERVFAIL from 10.9.9.9")],
])("%s: the name is unknown, and the message holds nothing of the resolver's", async (_, answers) => {
  const world = internet({ names: { "gone.test": answers } });
  const failure = await failureOf(world.egress.webFetch()("http://gone.test/"));
  expect([failure.code, failure.message]).toEqual([
    "url_fetch_failed",
    "gone.test could not be fetched: its name has no address.",
  ]);
});

test("a resolver that never answers, and a host that never does, end with the time limit", async () => {
  const never = createDialler({ rules: rules(), resolve: () => new Promise(() => {}), timeoutMs: 50 });
  const target = { host: "slow.test", port: 80 };
  expect((await failureOf(never(target, new AbortController().signal))).reason).toBe("timeout");

  let pending: Socket | undefined;
  const silent = createDialler({
    rules: rules(),
    resolve: () => Promise.resolve([PUBLIC_4]),
    connect: () => {
      pending = connectTcp("127.0.0.1", 1);
      pending.emit = () => false;
      return pending;
    },
    timeoutMs: 50,
  });
  expect((await failureOf(silent(target, new AbortController().signal))).reason).toBe("timeout");
  expect(pending?.destroyed).toBe(true);
});

test("whoever asks can give up: before, while the name is looked up, while it is dialled", async () => {
  const reason = new Error("given up");
  const dial = createDialler({ rules: rules(), resolve: () => new Promise(() => {}) });
  const target = { host: "slow.test", port: 80 };
  await expect(dial(target, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const dialling = dial(target, controller.signal);
  controller.abort(reason);
  await expect(dialling).rejects.toBe(reason);

  const { port } = await tcpListener(() => {});
  let socket: Socket | undefined;
  const second = new AbortController();
  const connecting = createDialler({
    rules: rules(),
    resolve: () => Promise.resolve([PUBLIC_4]),
    connect: () => {
      socket = connectTcp("127.0.0.1", port);
      second.abort(reason);
      return socket;
    },
  });
  await expect(connecting(target, second.signal)).rejects.toBe(reason);
  expect(socket?.destroyed).toBe(true);
});

test("an error of a connected socket without listeners ends the socket and nothing else", async () => {
  const { port } = await tcpListener((socket) => void setImmediate(() => socket.resetAndDestroy()));
  const dial = createDialler({ rules: rules(`127.0.0.1:${port}`) });
  const socket = await dial({ host: "127.0.0.1", port }, new AbortController().signal);
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.destroyed).toBe(true);
});

test("the hosts file is read as hosts(5) says", () => {
  const hosts = parseHosts(
    "127.0.0.1 localhost # loopback\n\n::1\tlocalhost Ip6-Host\n# 1.1.1.1 no\nnoaddress x\n10.0.0.1 Db.Example",
  );
  expect(Object.fromEntries(hosts)).toEqual({
    localhost: ["127.0.0.1", "::1"],
    "ip6-host": ["::1"],
    "db.example": ["10.0.0.1"],
  });
});

test("the machine's own resolver knows localhost", async () => {
  expect(await resolveName("localhost", new AbortController().signal)).toContain("127.0.0.1");
  const reason = new Error("given up");
  await expect(resolveName("localhost", AbortSignal.abort(reason))).rejects.toBe(reason);
});
