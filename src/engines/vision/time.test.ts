import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { VisionSettings } from "./settings.ts";
import { DEFAULT_ANSWER, type FakeProviderOptions, startFakeProvider } from "./testing/fake-provider.ts";
import { createTestClock, patientClock } from "./testing/test-clock.ts";
import { jobFor, makePictures, settingsFor } from "./testing/vision-jobs.ts";
import { createTranscriber } from "./transcriber.ts";

/*
 * How fast the provider is called, how long a page may take, and what happens to a page whose caller no longer wants
 * it.
 */

const pictures = await makePictures();
afterAll(() => pictures[Symbol.asyncDispose]());

/** Opens a provider and a transcriber with a clock that stands still. */
async function open(options: FakeProviderOptions = {}, settings: Partial<VisionSettings> = {}) {
  const provider = await startFakeProvider(options);
  const clock = createTestClock();
  const given = settingsFor(provider, { pageTimeoutMs: 100_000, ...settings });
  const transcriber = createTranscriber(given, { fetch, clock, random: () => 1 });
  return { provider, clock, transcriber, [Symbol.asyncDispose]: () => provider.close() };
}

const settled = <Value>(promise: Promise<Value>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

test.each(["hang", "slow drip"] as const)(
  "a call that does not end (%s) is given up after half of the page's time",
  async (behaviour) => {
    await using opened = await open({ behaves: [behaviour] });
    const { provider, clock, transcriber } = opened;
    const reading = transcriber.transcribe(jobFor(pictures.page));
    await expect.poll(() => provider.calls.length).toBe(1);
    expect(clock.pending).toEqual([50_000]);
    clock.advance(49_999);
    expect(clock.pending).toEqual([50_000]);
    clock.advance(1);
    await expect.poll(() => provider.underWay).toBe(0);
    // These are the page's remaining time, and the wait before the next try.
    await expect.poll(() => clock.pending).toEqual([50_000, 1000]);
    clock.advance(1000);
    expect(await reading).toMatchObject({ text: DEFAULT_ANSWER, use: { calls: 2 } });
    expect(clock.pending).toEqual([]);
  },
);

test("a page whose calls all hang has failed when its time is over", async () => {
  await using opened = await open({ behaves: () => "hang" });
  const { provider, clock, transcriber } = opened;
  const reading = settled(transcriber.transcribe(jobFor(pictures.page)));
  for (const [calls, pending, delayMs] of [
    [1, [50_000], 50_000],
    [1, [50_000, 1000], 1000],
    [2, [49_000], 49_000],
  ] as const) {
    await expect.poll(() => [provider.calls.length, clock.pending]).toEqual([calls, pending]);
    clock.advance(delayMs);
  }
  expect(await reading).toMatchObject({ error: { code: "provider_failed", facts: { reason: "timeout" } } });
  await expect.poll(() => provider.underWay).toBe(0);
  expect(clock.pending).toEqual([]);
});

test("Retry-After stops all pages, and its wait is not the page's time", async () => {
  await using opened = await open({ behaves: [{ status: 429, headers: { "retry-after": "300" } }] });
  const { provider, clock, transcriber } = opened;
  const first = transcriber.transcribe(jobFor(pictures.page));
  await expect.poll(() => clock.pending).toEqual([300_000]);
  const second = transcriber.transcribe(jobFor(pictures.page));
  await expect.poll(() => clock.pending).toEqual([300_000, 300_000]);
  clock.advance(299_999);
  await turnOfLoop();
  expect(provider.calls.length).toBe(1);
  clock.advance(1);
  expect(await Promise.all([first, second])).toMatchObject([{ use: { calls: 2 } }, { use: { calls: 1 } }]);
  expect(provider.calls.length).toBe(3);
});

test("a Retry-After that is made longer while others wait holds them too", async () => {
  const answers = [
    { status: 429, headers: { "retry-after": "10" } },
    { status: 503, headers: { "retry-after": "40" } },
  ];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  // The second answer comes when the first has had its effect.
  await using opened = await open({
    behaves: answers,
    gate: () => (opened.provider.calls.length === 2 ? gate : Promise.resolve()),
  });
  const { provider, clock, transcriber } = opened;
  const first = transcriber.transcribe(jobFor(pictures.page));
  const second = transcriber.transcribe(jobFor(pictures.page));
  await expect.poll(() => clock.pending).toContain(10_000);
  letGo();
  await expect.poll(() => clock.pending).toEqual([10_000, 40_000]);
  clock.advance(10_000);
  await expect.poll(() => clock.pending).toEqual([40_000, 30_000]);
  expect(provider.calls.length).toBe(2);
  clock.advance(30_000);
  await Promise.all([first, second]);
  expect(provider.calls.length).toBe(4);
});

test("Retry-After as a date is waited for as well, and in milliseconds where that is said", async () => {
  const until = new Date(createTestClock().now() + 7000).toUTCString();
  for (const headers of [{ "retry-after": until }, { "retry-after": "60", "retry-after-ms": "7000" }]) {
    await using opened = await open({ behaves: [{ status: 529, headers }] });
    const reading = opened.transcriber.transcribe(jobFor(pictures.page));
    await expect.poll(() => opened.clock.pending).toEqual([7000]);
    opened.clock.advance(7000);
    expect(await reading).toMatchObject({ use: { calls: 2 } });
  }
});

test("a wait of more than ten minutes fails the page, and stops no other", async () => {
  await using opened = await open({ behaves: [{ status: 429, headers: { "retry-after": "601" } }] });
  const { clock, transcriber } = opened;
  await expect(transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({
    code: "provider_failed",
    facts: { reason: "wait_too_long", status: 429 },
  });
  expect(await transcriber.transcribe(jobFor(pictures.page))).toMatchObject({ text: DEFAULT_ANSWER });
  expect(clock.pending).toEqual([]);
});

test("waits between tries are a random part of what grows, up to half a minute", async () => {
  await using provider = await startFakeProvider({ behaves: [500, 500, 500, 500] });
  const clock = patientClock();
  const parts = [0.5, 0, 1, 0.25];
  const transcriber = createTranscriber(settingsFor(provider), { fetch, clock, random: () => parts.shift() ?? 1 });
  await transcriber.transcribe(jobFor(pictures.page));
  expect(clock.delays.filter((delayMs) => delayMs < 1e6)).toEqual([500, 0, 4000, 2000]);
});

test("no more pages are in work than the setting says, and all come to their end", async () => {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  await using opened = await open(
    { behaves: (_call, number) => (number % 5 === 0 ? "wrong shape" : "good"), gate: () => gate },
    { concurrency: 3 },
  );
  const { provider } = opened;
  const transcriber = createTranscriber(settingsFor(provider, { concurrency: 3 }), { fetch, clock: patientClock() });
  expect(transcriber.pagesAtOnce).toBe(3);
  const reading = Promise.all(Array.from({ length: 12 }, () => transcriber.transcribe(jobFor(pictures.page))));
  await expect.poll(() => provider.underWay).toBe(3);
  letGo();
  expect((await reading).every(({ text }) => text === DEFAULT_ANSWER)).toBe(true);
  expect(provider.calls.length).toBeGreaterThan(12);
  expect(provider.mostAtOnce).toBe(3);
});

test("calls within a minute stay within the setting, whoever makes them", async () => {
  await using opened = await open({ behaves: [500] }, { requestsPerMinute: 3, concurrency: 10 });
  const { provider, clock, transcriber } = opened;
  const reading = Promise.all(Array.from({ length: 5 }, () => transcriber.transcribe(jobFor(pictures.page))));
  // Two pages wait for a minute to be over; the one that failed waits for its next try, and has 100 s.
  await expect.poll(() => ascending(clock.pending)).toEqual([1000, 60_000, 60_000, 100_000]);
  expect(provider.calls.length).toBe(3);
  clock.advance(1000);
  await expect.poll(() => ascending(clock.pending)).toEqual([59_000, 60_000, 60_000]);
  clock.advance(58_999);
  await turnOfLoop();
  expect(provider.calls.length).toBe(3);
  clock.advance(1);
  await reading;
  expect(provider.calls.length).toBe(6);
});

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

test.each([
  ["while its call is under way", "hang", [50_000]],
  ["while it waits for its next try", 500, [100_000, 1000]],
  ["while the provider wants to be left alone", { status: 429, headers: { "retry-after": "60" } }, [60_000]],
] as const)("a page that is cancelled %s ends at once and leaves nothing behind", async (_when, behaviour, waits) => {
  await using opened = await open({ behaves: [behaviour] }, { concurrency: 1 });
  const { provider, clock, transcriber } = opened;
  const controller = new AbortController();
  const reading = settled(transcriber.transcribe(jobFor(pictures.page, { signal: controller.signal })));
  await expect.poll(() => provider.calls.length).toBe(1);
  await expect.poll(() => clock.pending).toEqual(waits);
  const reason = new Error("Nobody waits any more.");
  controller.abort(reason);
  expect(await reading).toEqual({ error: reason });
  expect(clock.pending).toEqual([]);
  await expect.poll(() => provider.underWay).toBe(0);
  if (waits[0] === 60_000) {
    clock.advance(60_000);
  }
  // Its place is free again.
  expect(await transcriber.transcribe(jobFor(pictures.page))).toMatchObject({ text: DEFAULT_ANSWER });
});

test("a page that is cancelled while it waits for a place leaves the queue at once", async () => {
  await using opened = await open({ behaves: ["hang"] }, { concurrency: 1 });
  const { provider, transcriber } = opened;
  const controllers = Array.from({ length: 3 }, () => new AbortController());
  const [first, second, third] = controllers.map(({ signal }) =>
    settled(transcriber.transcribe(jobFor(pictures.page, { signal }))),
  );
  await expect.poll(() => provider.calls.length).toBe(1);
  controllers[1]?.abort(new Error("second"));
  expect(await second).toMatchObject({ error: { message: "second" } });
  controllers[0]?.abort(new Error("first"));
  expect(await first).toMatchObject({ error: { message: "first" } });
  expect(await third).toMatchObject({ value: { text: DEFAULT_ANSWER } });
  expect(provider.calls.length).toBe(2);
});

test("a page that is cancelled before it begins asks nothing", async () => {
  await using opened = await open();
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(opened.transcriber.transcribe(jobFor(pictures.page, { signal }))).rejects.toThrow("too late");
  await expect(opened.transcriber.correct({ model: "fast", format: "text", text: "words", signal })).rejects.toThrow(
    "too late",
  );
  expect(opened.provider.calls).toEqual([]);
});
