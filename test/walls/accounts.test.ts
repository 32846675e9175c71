import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { head } from "../../src/platform/http/testing/raw.ts";
import {
  eventually,
  KEY,
  pdf,
  post,
  servicesPerTest,
  type TestService,
  uploadOf,
} from "../../src/platform/http/testing/service.ts";

/* What one account does against others: the scripts of attacks, which fail to do what they would have done. */

const start = servicesPerTest();

interface Body {
  readonly [name: string]: unknown;
  readonly code?: string;
  readonly error?: { readonly code: string } | null;
}

const read = async (answer: Response): Promise<Body> => (await answer.json()) as Body;

async function ask(service: TestService, path: string, body: object, key = KEY) {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await read(answer) };
}

/** Makes an account with `credits` and `count` keys. */
async function accountWith(
  service: TestService,
  { credits, count, mode }: { credits: number; count: number; mode: string },
) {
  const { body: account } = await ask(service, "/accounts", { name: "account", credits });
  const keys = await Promise.all(
    Array.from({ length: count }, () => ask(service, "/keys", { name: "k", mode, account_id: account["account_id"] })),
  );
  return keys.map(({ body }) => String(body["key"]));
}

const operate = (service: TestService, key: string, headers: Record<string, string> = {}, path?: string) =>
  post(service, uploadOf(), { headers: { "x-api-key": key, ...headers }, ...(path !== undefined && { path }) });

test("30 test keys of an account without credits have 10 documents a minute together", async () => {
  // A window that does not end during the test.
  const service = await start({ QUIRE_RATE_WINDOW_SECONDS: "86400" });
  const keys = await accountWith(service, { credits: 0, count: 30, mode: "test" });
  const answers = await Promise.all([...keys, ...keys, ...keys].map((key) => operate(service, key)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
  const codes = await Promise.all(answers.filter(({ status }) => status !== 200).map(read));
  expect(codes.every(({ code }) => code === "rate_limited" || code === "too_many_concurrent")).toBe(true);
  const [fresh] = await accountWith(service, { credits: 0, count: 1, mode: "test" });
  expect((await operate(service, fresh ?? "")).status).toBe(200);
});

test("an account has 50 keys at most", async () => {
  const service = await start();
  const keys = await accountWith(service, { credits: 1, count: 50, mode: "live" });
  expect(await ask(service, "/keys", { name: "k" }, keys[0] ?? "")).toMatchObject({
    status: 409,
    body: { code: "too_many_keys" },
  });
});

const ATTACKING_ADDRESS = "127.0.0.2";

interface Attack {
  readonly socket: Socket;
  /** What the service has answered so far. */
  received: string;
}

/** Opens a connection of the attacker and writes to it. */
function attack(service: TestService, text: string, localAddress = ATTACKING_ADDRESS): Attack {
  const socket = connect({ port: service.port, host: "127.0.0.1", localAddress });
  const made: Attack = { socket, received: "" };
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    made.received += chunk.toString("latin1");
  });
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return made;
}

/** Returns the longest of 60 answers, one after the other; all must be 200. */
async function slowestOf60(service: TestService, key: string): Promise<number> {
  let slowestMs = 0;
  for (let count = 0; count < 60; count++) {
    const startedMs = performance.now();
    // oxlint-disable-next-line eslint/no-await-in-loop -- a client that sends one request after the other
    const answer = await operate(service, key);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  }
  return slowestMs;
}

describe("slow uploads of 26 keys", () => {
  test("take at most 16 places, and a paying account is as fast as alone", { timeout: 60_000 }, async () => {
    const service = await start({ QUIRE_CONCURRENCY: "8", QUIRE_QUEUE_LIMIT: "20" });
    service.behave(async () => {
      await delay(20);
      return "done";
    });
    const [paying = ""] = await accountWith(service, { credits: 1000, count: 1, mode: "live" });
    const attackers = await accountWith(service, { credits: 1000, count: 26, mode: "live" });
    await slowestOf60(service, paying);
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- both are measured in turns, under the same load
      const aloneMs = await slowestOf60(service, paying);
      const upload = { "Content-Type": "multipart/form-data; boundary=B", "Content-Length": 1_000_000 };
      const attacks = attackers.flatMap((key) =>
        Array.from({ length: 8 }, () => attack(service, head({ "X-API-Key": key, ...upload }))),
      );
      const refused = () => attacks.flatMap(({ received }) => (received === "" ? [] : [received]));
      // All but those that wait for their bodies are answered.
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      await eventually(() => refused().length >= attacks.length - 16);
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      const attackedMs = await slowestOf60(service, paying);
      ratios.push(attackedMs / aloneMs);
      expect(refused().every((text) => text.includes(" 429 ") && text.includes("too_many_concurrent"))).toBe(true);
      const ends = attacks.map(({ socket }) => (socket.closed ? Promise.resolve([]) : once(socket, "close")));
      for (const { socket } of attacks) {
        socket.destroy();
      }
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      await Promise.all(ends);
    }
    expect(Math.min(...ratios)).toBeLessThanOrEqual(2);
  });
});

describe("26 keys of one account that fill the server's places", () => {
  test("keep nobody else waiting, and get no more than there are", { timeout: 60_000 }, async () => {
    // Without a bound of the account, nothing but the shares of places is between the two.
    const service = await start({ QUIRE_ACCOUNT_CONCURRENCY: "0", QUIRE_WORKERS: "2", QUIRE_QUEUE_LIMIT: "20" });
    const [paying = ""] = await accountWith(service, { credits: 1000, count: 1, mode: "live" });
    const attackers = await accountWith(service, { credits: 10_000, count: 26, mode: "live" });
    let release = Promise.withResolvers<void>();
    let begun = 0;
    service.behave(async (files) => {
      if (files[0].filename === "held.pdf") {
        begun += 1;
        await release.promise;
      }
      await delay(20);
      return "done";
    });
    const hold = (key: string) => {
      const form = new FormData();
      form.append("file", new Blob([pdf()]), "held.pdf");
      return post(service, form, { headers: { "x-api-key": key } });
    };
    await slowestOf60(service, paying);
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- both are measured in turns, under the same load
      const aloneMs = await slowestOf60(service, paying);
      begun = 0;
      release = Promise.withResolvers<void>();
      const refused: number[] = [];
      const attacks = attackers
        .flatMap((key) => Array.from({ length: 8 }, () => hold(key)))
        .map(async (sent) => {
          const { status } = await sent;
          refused.push(...(status === 429 ? [status] : []));
          return status;
        });
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      await eventually(() => begun + refused.length === attacks.length);
      expect(begun).toBe(22);
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      ratios.push((await slowestOf60(service, paying)) / aloneMs);
      release.resolve();
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      expect((await Promise.all(attacks)).filter((status) => status === 200)).toHaveLength(22);
    }
    expect(Math.min(...ratios)).toBeLessThanOrEqual(2);
  });
});

test("2,000 half-sent heads of one address do not keep others out", { timeout: 60_000 }, async () => {
  const service = await start();
  const sockets = Array.from({ length: 2000 }, () => attack(service, "POST /api/v1/pdf/test HTTP/1.1\r\nHost: x\r\n"));
  await eventually(() => sockets.filter(({ socket }) => socket.closed).length >= 2000 - 256, 30_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => operate(service, KEY)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
});

test("requests that one connection sends all at once do not keep others waiting", async () => {
  const service = await start();
  const attacks = Array.from({ length: 10 }, () =>
    attack(service, "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3000)),
  );
  expect((await operate(service, KEY)).status).toBe(200);
  await eventually(() => attacks.every(({ socket }) => socket.closed));
  // A few were answered, in their turn, before the connection was closed.
  expect(attacks.every(({ received }) => received.split("HTTP/1.1 200 ").length <= 18)).toBe(true);
});

test("a name with addresses of both families is listened on at one, by the server that has the bounds", async () => {
  const service = await start({ QUIRE_HOST: "localhost" });
  const reached = await Promise.all(
    ["127.0.0.1", "::1"].map(async (host) => {
      const socket = connect({ host, port: service.port });
      try {
        await once(socket, "connect");
        return true;
      } catch {
        return false;
      } finally {
        socket.destroy();
      }
    }),
  );
  expect(reached.filter(Boolean)).toHaveLength(1);
});

test("addresses that hold all connections, and open another for each that ends, keep nobody out", async () => {
  const service = await start();
  let isOver = false;
  const hold = (index: number): void => {
    const { socket } = attack(service, "GET /hea", `127.0.1.${1 + (index % 12)}`);
    socket.once("close", () => {
      if (!isOver) {
        hold(index);
      }
    });
  };
  for (let index = 0; index < 2000; index++) {
    hold(index);
  }
  await delay(2000);
  const statuses: number[] = [];
  for (let count = 0; count < 15; count++) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a new connection each, one after the other
    const answer = await fetch(`${service.url}/health/live`, { headers: { connection: "close" } });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual(Array(15).fill(200));
  isOver = true;
});

test("half-sent heads of many addresses end soon", { timeout: 60_000 }, async () => {
  const service = await start();
  const sockets = Array.from({ length: 1990 }, (_, index) =>
    attack(service, "POST /api/v1/pdf/test HTTP/1.1\r\nHost: x\r\n", `127.0.1.${1 + (index % 10)}`),
  );
  // At most two seconds for a head while the connections are nearly used up; the server looks once a second.
  await eventually(() => sockets.filter(({ socket }) => socket.closed).length >= 1000, 45_000);
  expect((await operate(service, KEY)).status).toBe(200);
});

const bytesIn = async (directory: string): Promise<number> => {
  const names = await readdir(directory);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

describe("what is stored", () => {
  test("results of jobs and kept answers stay within the account's bytes", async () => {
    const service = await start({ QUIRE_ACCOUNT_STORED_BYTES: "100000" });
    service.behave(() => Promise.resolve(Buffer.alloc(30_000, "x")));
    const [key = ""] = await accountWith(service, { credits: 1000, count: 1, mode: "live" });
    const jobs = await Promise.all(
      Array.from({ length: 6 }, () => operate(service, key, {}, "/api/v1/pdf/test?async=true")),
    );
    const ends: string[] = [];
    for (const job of jobs) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one job after the other
      const { job_id: id } = await read(job);
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      const ended = await fetch(`${service.url}/api/v1/jobs/${String(id)}?wait=20`, { headers: { "x-api-key": key } });
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      const { status, error } = await read(ended);
      ends.push(error?.code ?? String(status));
    }
    const sync = await Promise.all(
      Array.from({ length: 4 }, (_, index) => operate(service, key, { "idempotency-key": `k${index}` })),
    );
    expect(ends.toSorted()).toEqual([...Array(3).fill("complete"), ...Array(3).fill("storage_full")]);
    for (const answer of sync) {
      expect(answer.status).toBe(409);
      // oxlint-disable-next-line eslint/no-await-in-loop -- four answers
      expect(await answer.json()).toMatchObject({ code: "storage_full" });
    }
    expect(await bytesIn(join(service.dataDirectory, "results"))).toBeLessThanOrEqual(100_000);
    const account = await fetch(`${service.url}/api/v1/account`, { headers: { "x-api-key": key } });
    // Three jobs were charged, and nothing is held for what was not kept.
    expect(await account.json()).toMatchObject({ stored_bytes_limit: 100_000, balance: 997, held: 0 });
    // What is not kept needs no room.
    expect((await operate(service, key)).status).toBe(200);
  });

  test("as many jobs of an account wait as may, and those of others are accepted", async () => {
    const service = await start({ QUIRE_ACCOUNT_PENDING_JOBS: "3" });
    const end = Promise.withResolvers<void>();
    service.behave(async () => {
      await end.promise;
      return "done";
    });
    const [key = ""] = await accountWith(service, { credits: 1000, count: 1, mode: "live" });
    const path = "/api/v1/pdf/test?async=true";
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other, so that jobs are claimed meanwhile
      const answer = await operate(service, key, {}, path);
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await operate(service, KEY, {}, path)).status).toBe(202);
    end.resolve();
  });

  test("nothing is left of the uploads of jobs that waited when their account was disabled", async () => {
    const service = await start({ QUIRE_JOB_CONCURRENCY: "1" });
    const end = Promise.withResolvers<void>();
    service.behave(async () => {
      await end.promise;
      return "done";
    });
    const { body: account } = await ask(service, "/accounts", { name: "account", credits: 100 });
    const id = String(account["account_id"]);
    const { body: made } = await ask(service, "/keys", { name: "k", account_id: id });
    for (let count = 0; count < 4; count++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const answer = await operate(service, String(made["key"]), {}, "/api/v1/pdf/test?async=true");
      expect(answer.status).toBe(202);
    }
    const inputs = () => readdir(join(service.dataDirectory, "jobs"));
    expect(await inputs()).not.toEqual([]);
    const disabled = await fetch(`${service.url}/api/v1/accounts/${id}`, {
      method: "PATCH",
      headers: { "x-api-key": KEY, "content-type": "application/json" },
      body: JSON.stringify({ state: "disabled" }),
    });
    expect(disabled.status).toBe(200);
    end.resolve();
    await expect.poll(inputs, { timeout: 10_000 }).toEqual([]);
  });

  test("new work is refused before the disk is full", async () => {
    const service = await start({ QUIRE_MIN_FREE_DISK_BYTES: String(2 ** 50) });
    const answer = await operate(service, KEY);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "storage_unavailable" }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await fetch(`${service.url}/api/v1/account`, { headers: { "x-api-key": KEY } })).status).toBe(200);
  });
});
