import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resultKey } from "../blob-keys.ts";
import type { BlobStore } from "../blob-store.ts";
import { type Fault, type FaultProxy, type SeenRequest, startFaultProxy } from "../testing/fault-proxy.ts";
import { type S3Server, s3SettingsFor, startS3Server } from "../testing/s3-server.ts";
import { openS3Blobs } from "./s3-blobs.ts";
import type { S3Times } from "./s3-connection.ts";

/*
 * A store and a network that fail in every way: what was reported as put is whole, what was reported as failed is not
 * seen, and what is read is whole or an error.
 */

const MIB = 1024 * 1024;
const TIMES: S3Times = {
  answerMs: 1500,
  idleMs: 300,
  tries: 4,
  givingUpMs: 20_000,
  backoff: { delaysMs: [2, 5, 10], jitter: [0.5, 1.5] },
};

let server: S3Server;
let proxy: FaultProxy;
let direct: BlobStore;
let blobs: BlobStore;
let directory: string;
let key: string;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startFaultProxy(server.port);
  direct = openS3Blobs(s3SettingsFor(server.port));
  blobs = openS3Blobs(s3SettingsFor(proxy.port), TIMES);
  directory = await mkdtemp(join(tmpdir(), "quire-faults-"));
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  proxy.decide(() => undefined);
  // The store that a test before has left down is up again.
  await blobs.probe();
  key = resultKey(randomBytes(16).toString("hex"));
});

const UNAVAILABLE = { code: "storage_unavailable", message: "The service cannot reach its storage at the moment." };
const slowDown: Fault = { kind: "status", status: 503, code: "SlowDown" };
const SMALL = 300_000;
/** Three parts. */
const LARGE = 16 * MIB + 1;

const fileOf = async (bytes: Uint8Array): Promise<string> => {
  const path = join(directory, "made");
  await writeFile(path, bytes);
  return path;
};

/** Lets the first so many requests of each method and path fail. */
const first =
  (count: number, fault: Fault, isMeant: (request: SeenRequest) => boolean = () => true) =>
  (request: SeenRequest): Fault | undefined =>
    isMeant(request) && request.before < count ? fault : undefined;
/** Lets every request of a kind fail. */
const every =
  (fault: Fault, isMeant: (request: SeenRequest) => boolean) =>
  (request: SeenRequest): Fault | undefined =>
    isMeant(request) ? fault : undefined;

const isPut = ({ method }: SeenRequest): boolean => method === "PUT";
const isThirdPart = ({ method, url }: SeenRequest): boolean => method === "PUT" && url.includes("partNumber=3");
const isGet = ({ method }: SeenRequest): boolean => method === "GET";

const PUT_FAULTS: readonly Fault[] = [
  slowDown,
  { kind: "status", status: 500, code: "InternalError" },
  { kind: "status", status: 400, code: "RequestTimeout" },
  { kind: "cut request", afterBytes: 1 },
  { kind: "cut request", afterBytes: 100_000 },
  { kind: "lose answer" },
  { kind: "delay", ms: 200 },
  { kind: "silence" },
];

describe("putting", () => {
  test.for(PUT_FAULTS)("a small blob is whole after $kind", async (fault) => {
    const bytes = randomBytes(SMALL);
    proxy.decide(first(2, fault));
    await blobs.put(key, { bytes });
    expect((await direct.read(key))?.equals(bytes)).toBe(true);
  });

  test.for<Fault>([slowDown, { kind: "cut request", afterBytes: 1 }, { kind: "lose answer" }])(
    "a blob in parts is whole when every request meets $kind at first",
    async (fault) => {
      const bytes = randomBytes(LARGE);
      proxy.decide(first(1, fault));
      await blobs.put(key, { path: await fileOf(bytes) });
      expect((await direct.read(key))?.equals(bytes)).toBe(true);
    },
  );

  test.for<Fault>([slowDown, { kind: "cut request", afterBytes: 1000 }, { kind: "silence" }])(
    "$kind that does not end is reported, and nothing is seen of a blob in parts",
    async (fault) => {
      const path = await fileOf(randomBytes(LARGE));
      proxy.decide(every(fault, isThirdPart));
      await expect(blobs.put(key, { path })).rejects.toMatchObject(UNAVAILABLE);
      expect(await direct.stat(key)).toBeUndefined();
      const ends = proxy.seen.filter(
        ({ method, url }) => url.includes(key) && (method === "DELETE" || method === "POST"),
      );
      expect(ends.map(({ method, url }) => `${method} ${url.replace(/.*\?|=.*/g, "")}`)).toEqual([
        "POST uploads",
        "DELETE uploadId",
      ]);
    },
  );

  test.for(PUT_FAULTS.filter(({ kind }) => kind !== "delay" && kind !== "lose answer"))(
    "$kind that does not end is reported, and nothing is seen of a small blob",
    async (fault) => {
      proxy.decide(every(fault, isPut));
      await expect(blobs.put(key, { bytes: randomBytes(SMALL) })).rejects.toMatchObject(UNAVAILABLE);
      expect(await direct.stat(key)).toBeUndefined();
    },
  );

  test("a blob replaces another one only when it is whole", async () => {
    const [before, after] = [randomBytes(LARGE), randomBytes(LARGE + 1)];
    await direct.put(key, { path: await fileOf(before) });
    const path = await fileOf(after);
    proxy.decide(every({ kind: "cut request", afterBytes: MIB }, isPut));
    await expect(blobs.put(key, { path })).rejects.toMatchObject(UNAVAILABLE);
    expect((await direct.read(key))?.equals(before)).toBe(true);
    proxy.decide(() => undefined);
    await blobs.put(key, { path });
    expect((await direct.read(key))?.equals(after)).toBe(true);
  });

  test("a refusal for good is not tried again, and tells the caller nothing of the store", async () => {
    proxy.decide(every({ kind: "status", status: 403, code: "AccessDenied" }, isPut));
    const failing = blobs.put(key, { bytes: randomBytes(10) });
    await expect(failing).rejects.toMatchObject({ ...UNAVAILABLE, facts: { s3: "AccessDenied", status: 403 } });
    expect(proxy.seen.filter(({ url }) => url.includes(key))).toHaveLength(1);
  });

  test("the store is asked for the encryption once for each object, and knows the sums of what it gets", async () => {
    const encrypted = openS3Blobs(s3SettingsFor(proxy.port, { encryption: "aws:kms" }), TIMES);
    await encrypted.put(key, { path: await fileOf(randomBytes(LARGE)) });
    const asked = proxy.seen.filter(({ url }) => url.includes(key));
    const encryptions = asked.map(({ headers }) => headers["x-amz-server-side-encryption"]);
    expect(encryptions.filter((value) => value !== undefined)).toEqual(["aws:kms"]);
    expect(asked.filter(isPut).map(({ headers }) => headers["content-md5"]?.length)).toEqual([24, 24, 24]);
  });
});

const GET_FAULTS: readonly Fault[] = [
  slowDown,
  { kind: "status", status: 500, code: "InternalError" },
  { kind: "lose answer" },
  { kind: "cut answer", afterBytes: 0 },
  { kind: "cut answer", afterBytes: 1_000_000 },
  { kind: "stall answer", afterBytes: 1_000_000 },
  { kind: "silence" },
  { kind: "delay", ms: 200 },
];

const streamed = async (range?: { start: number; end: number }): Promise<Buffer> =>
  Buffer.concat((await (await blobs.open(key, range))?.content.toArray()) ?? []);

describe("reading", () => {
  const bytes = randomBytes(3 * MIB);
  beforeEach(() => direct.put(key, { bytes }));

  test.for(GET_FAULTS)("a blob is read whole after $kind", async (fault) => {
    proxy.decide(first(2, fault));
    expect((await streamed()).equals(bytes)).toBe(true);
    proxy.decide(first(3, fault, isGet));
    expect((await streamed({ start: 5, end: 2_000_000 })).equals(bytes.subarray(5, 2_000_001))).toBe(true);
    const path = join(directory, "fetched");
    proxy.decide(({ before }) => (before % 3 === 0 ? fault : undefined));
    expect(await blobs.fetch(key, path)).toBe(true);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("a reading goes on where it broke off, however often it does", async () => {
    proxy.decide(every({ kind: "cut answer", afterBytes: 400_000 }, isGet));
    expect((await streamed()).equals(bytes)).toBe(true);
    const ranges = proxy.seen.filter(({ url }) => url.includes(key)).map(({ headers }) => headers.range);
    expect(ranges.slice(0, 2)).toEqual([undefined, "bytes=400000-3145727"]);
  });

  test.for(GET_FAULTS.filter(({ kind }) => kind !== "delay" && kind !== "cut answer" && kind !== "stall answer"))(
    "$kind that does not end is reported, and there is no short file",
    async (fault) => {
      proxy.decide(every(fault, isGet));
      const path = join(directory, "short");
      await expect(blobs.fetch(key, path)).rejects.toMatchObject(UNAVAILABLE);
      await expect(streamed()).rejects.toMatchObject(UNAVAILABLE);
      await expect(blobs.read(key)).rejects.toMatchObject(UNAVAILABLE);
      expect(await readdir(directory)).not.toContain("short");
    },
  );

  test.for<Fault>([
    { kind: "cut answer", afterBytes: 0 },
    { kind: "stall answer", afterBytes: 0 },
  ])("an answer of which nothing comes ($kind) is reported after some tries", async (fault) => {
    proxy.decide(every(fault, isGet));
    await expect(streamed()).rejects.toMatchObject(UNAVAILABLE);
  });

  test("a blob that is damaged on its way is read again; one that stays damaged is an error, never a result", async () => {
    const path = join(directory, "damaged");
    proxy.decide(first(1, { kind: "damage answer" }));
    expect(await blobs.fetch(key, path)).toBe(true);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    proxy.decide(every({ kind: "damage answer" }, isGet));
    await expect(blobs.fetch(key, path)).rejects.toThrow(/SHA-256/);
    await expect(blobs.read(key)).rejects.toThrow(/SHA-256/);
    await expect(streamed()).rejects.toThrow(/SHA-256/);
    expect(await readdir(directory)).not.toContain("damaged");
  });

  test("a blob that goes while it is read is an error, not the one that follows it", async () => {
    proxy.decide(first(1, { kind: "cut answer", afterBytes: 1_000_000 }));
    const opened = await blobs.open(key);
    await direct.remove([key]);
    await expect(opened?.content.toArray()).rejects.toMatchObject(UNAVAILABLE);
  });
});

const putSmall = () => blobs.put(key, { bytes: randomBytes(10) });

describe("everything else", () => {
  test("stat, list, remove and probe try again, and report what does not end", async () => {
    const keys = [key, `${key}0`];
    proxy.decide(first(2, slowDown));
    for (const each of keys) {
      await blobs.put(each, { bytes: randomBytes(10) });
    }
    expect(await blobs.stat(key)).toEqual({ sizeBytes: 10 });
    expect((await blobs.list("results/")).map((listed) => listed.key)).toEqual(expect.arrayContaining(keys));
    await blobs.probe();
    await blobs.remove(keys);
    expect(await direct.stat(key)).toBeUndefined();
    proxy.decide(() => slowDown);
    await Promise.all(
      [blobs.stat(key), blobs.list("results/"), blobs.remove(keys), blobs.remove([key]), blobs.probe()].map((failing) =>
        expect(failing).rejects.toMatchObject(UNAVAILABLE),
      ),
    );
  });

  test("while the store is down each request is made once, and as before when it is up again", async () => {
    proxy.decide(every(slowDown, isPut));
    await expect(putSmall()).rejects.toMatchObject(UNAVAILABLE);
    const made = () => proxy.seen.filter(({ url }) => url.includes(key)).length;
    expect(made()).toBe(TIMES.tries);
    await expect(putSmall()).rejects.toMatchObject(UNAVAILABLE);
    expect(made()).toBe(TIMES.tries + 1);
    proxy.decide(() => undefined);
    await putSmall();
    const upTo = made();
    proxy.decide(({ before }) => (before < upTo + 2 ? slowDown : undefined));
    await putSmall();
    expect(made()).toBe(upTo + 3);
  });

  test("a store that is not there is reported within seconds, with its reason for the log alone", async () => {
    const passing = await startFaultProxy(server.port);
    await passing.close();
    const gone = openS3Blobs(s3SettingsFor(passing.port));
    const startedMs = performance.now();
    const failure: unknown = await gone.put(key, { bytes: randomBytes(10) }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ ...UNAVAILABLE, facts: { s3: "ECONNREFUSED" } });
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(JSON.stringify(failure)).not.toContain("S3RVER");
  });
});
