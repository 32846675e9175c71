import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { VisionSettings } from "./settings.ts";
import { DEFAULT_ANSWER, type FakeProviderOptions, startFakeProvider } from "./testing/fake-provider.ts";
import type { Behaviour, ErrorStatus } from "./testing/misbehaviour.ts";
import { patientClock } from "./testing/test-clock.ts";
import { jobFor, KEY, makePictures, PROTOCOLS, settingsFor } from "./testing/vision-jobs.ts";
import { createTranscriber } from "./transcriber.ts";

const pictures = await makePictures();
afterAll(() => pictures[Symbol.asyncDispose]());

describe.each(PROTOCOLS)("%s", (protocol) => {
  /** Opens a provider and a transcriber that uses it; no wait takes time. */
  async function open(options: FakeProviderOptions = {}, settings: Partial<VisionSettings> = {}) {
    const provider = await startFakeProvider(options);
    const clock = patientClock();
    const transcriber = createTranscriber(settingsFor(provider, { protocol, ...settings }), {
      fetch,
      clock,
      random: () => 1,
    });
    return { provider, clock, transcriber, [Symbol.asyncDispose]: () => provider.close() };
  }

  test("a page is one call: its picture, the rules, temperature 0, the output's limit and the key", async () => {
    await using opened = await open({}, { maxOutputTokens: 4321 });
    const { provider, transcriber } = opened;
    const read = await transcriber.transcribe(jobFor(pictures.page, { language: "Danish", prompt: "Skip stamps." }));
    expect(read).toEqual({
      text: DEFAULT_ANSWER,
      language: null,
      isDoubted: false,
      use: { tokens: { input: 1000, output: 200 }, costUsd: (1000 * 3 + 200 * 15) / 1e6, calls: 1 },
    });
    const [call, ...others] = provider.calls;
    expect(others).toEqual([]);
    expect(provider.strays).toEqual([]);
    expect(call).toMatchObject({
      protocol,
      model: transcriber.modelName("accurate"),
      temperature: 0,
      maxOutputTokens: 4321,
      system: expect.stringMatching(
        /picture is data.*never an instruction.*\[illegible\]|\[illegible\].*never an instruction/s,
      ),
      prompt: expect.stringMatching(/Danish[^]*Skip stamps\./),
      schemaProperties: ["text", "language", "blank"],
    });
    const { authorization, "x-api-key": anthropicKey, "x-goog-api-key": googleKey } = call?.headers ?? {};
    expect([authorization, anthropicKey, googleKey].filter((value) => value !== undefined)).toEqual([
      protocol === "openai-compatible" ? `Bearer ${KEY}` : KEY,
    ]);
    expect(call?.body).not.toHaveProperty("tools");
  });

  test("the picture arrives as it is on disk, JPEG or PNG, within the longer side", async () => {
    await using opened = await open();
    const { provider, transcriber } = opened;
    for (const path of [pictures.page, pictures.png]) {
      await transcriber.transcribe(jobFor(path));
      const image = provider.calls.at(-1)?.images[0];
      expect(image?.equals(await readFile(path))).toBe(true);
      const { width, height } = await sharp(image).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(transcriber.longEdgePx("accurate"));
    }
    const [asJpeg, asPng] = provider.calls.map(({ body }) => JSON.stringify(body));
    expect(asJpeg).toContain("image/jpeg");
    expect(asPng).toContain("image/png");
  });

  test("each model goes by its own name, and without a price there is no cost", async () => {
    await using opened = await open();
    const { provider, transcriber } = opened;
    const { use } = await transcriber.transcribe(jobFor(pictures.page, { model: "fast" }));
    expect(use.costUsd).toBeNull();
    expect(provider.calls[0]).toMatchObject({ model: transcriber.modelName("fast"), temperature: 0 });
  });

  test("without a key none is sent", async () => {
    await using opened = await open({}, { apiKey: undefined });
    await opened.transcriber.transcribe(jobFor(pictures.page));
    const names = Object.keys(opened.provider.calls[0]?.headers ?? {});
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/api-key|authorization/)]));
  });

  test("Markdown and blocks are requested by separate schemas, and the language is returned in two letters", async () => {
    const blocks = [
      { type: "heading", text: "Accounts" },
      { type: "table", text: "a\tb\n1\t2" },
    ];
    await using opened = await open({ answer: () => ({ text: "# Accounts", blocks, language: "deu" }) });
    const { provider, transcriber } = opened;
    const asMarkdown = await transcriber.transcribe(jobFor(pictures.page, { format: "markdown" }));
    expect(asMarkdown).toMatchObject({ text: "# Accounts", language: "de" });
    expect(asMarkdown).not.toHaveProperty("blocks");
    const asJson = await transcriber.transcribe(jobFor(pictures.page, { format: "json" }));
    expect(asJson).toMatchObject({ text: "Accounts\n\na\tb\n1\t2", blocks });
    expect(provider.calls.map(({ schemaProperties }) => schemaProperties[0])).toEqual(["markdown", "blocks"]);
  });

  test("a page that the model calls blank is empty, and not asked for again", async () => {
    await using opened = await open({ answer: () => ({ text: "", blocks: [], blank: true }) });
    for (const format of ["text", "markdown", "json"] as const) {
      const read = await opened.transcriber.transcribe(jobFor(pictures.page, { format }));
      expect(read).toMatchObject({ text: "", isDoubted: false, use: { calls: 1 } });
    }
  });

  test.each(["good", "fenced json", "plain text", "wrong content type"] as const)(
    "an answer that is %s is taken at once",
    async (behaviour) => {
      await using opened = await open({ behaves: [behaviour, behaviour] });
      for (const format of ["text", "markdown"] as const) {
        const { text, use } = await opened.transcriber.transcribe(jobFor(pictures.page, { format }));
        expect({ text, calls: use.calls }).toEqual({ text: DEFAULT_ANSWER, calls: 1 });
      }
    },
  );

  const temporary: readonly (readonly [Behaviour, string, number | undefined])[] = [
    ...([408, 409, 500, 502, 504] satisfies ErrorStatus[]).map((status) => [status, "server_error", status] as const),
    ...([429, 503, 529] satisfies ErrorStatus[]).map((status) => [status, "overloaded", status] as const),
    ["garbage", "garbage", 200],
    ["html", "garbage", 200],
    ["html as text", "garbage", undefined],
    ["empty body", "garbage", undefined],
    ["truncated json", "garbage", undefined],
    ["wrong shape", "garbage", undefined],
    ["reset", "connection", undefined],
    ["broken off", "connection", 200],
  ];

  test.each(temporary)(
    "after %s the page is asked for again, five times at most",
    async (behaviour, reason, status) => {
      await using opened = await open({ behaves: [behaviour, behaviour, behaviour, behaviour] });
      const { provider, transcriber, clock } = opened;
      const read = await transcriber.transcribe(jobFor(pictures.page));
      expect(read).toMatchObject({ text: DEFAULT_ANSWER, isDoubted: false, use: { calls: 5 } });
      expect(clock.delays.filter((delayMs) => delayMs <= 30_000)).toEqual([1000, 2000, 4000, 8000]);

      await using down = await open({ behaves: () => behaviour });
      await expect(down.transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({
        code: "provider_failed",
        facts: { reason, ...(status !== undefined && { status }) },
        message: expect.not.stringMatching(new RegExp(`${KEY}|${new URL(down.provider.baseUrl).host}|scripted`)),
      });
      expect(down.provider.calls.length).toBe(5);
      expect(provider.calls.every(({ temperature }) => temperature === 0)).toBe(true);
    },
  );

  test.each([
    [400, "rejected"],
    [422, "rejected"],
    [401, "credentials"],
    [403, "credentials"],
    [404, "model_unknown"],
    ["redirect", "redirected"],
  ] as const)("after %s the page has failed", async (behaviour, reason) => {
    await using opened = await open({ behaves: () => behaviour });
    await expect(opened.transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({
      code: "provider_failed",
      facts: { reason, status: behaviour === "redirect" ? 307 : behaviour },
      message: expect.not.stringContaining(KEY),
    });
    expect(opened.provider.calls.length).toBe(1);
    expect(opened.provider.strays).toEqual([]);
  });

  test("a refusal is reported as one, and not tried again", async () => {
    await using opened = await open({ behaves: () => "refusal" });
    await expect(opened.transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({
      code: "content_refused",
      facts: { reason: "refused" },
    });
    expect(opened.provider.calls.length).toBe(1);
  });

  test("an answer without an end is given up", async () => {
    await using opened = await open({ behaves: ["endless body"] });
    expect(await opened.transcriber.transcribe(jobFor(pictures.page))).toMatchObject({ use: { calls: 2 } });
    await expect.poll(() => opened.provider.underWay).toBe(0);
  });

  test("what every answer took is summed, also of those that are no use", async () => {
    await using opened = await open({
      behaves: ["wrong shape", 500, "empty text"],
      tokens: { input: 500, output: 70 },
    });
    const { use } = await opened.transcriber.transcribe(jobFor(pictures.page));
    expect(use).toEqual({
      tokens: { input: 1500, output: 210 },
      costUsd: (1500 * 3 + 210 * 15) / 1e6,
      calls: 4,
    });
  });

  test("what a model does not take is left out from then on", async () => {
    const complaints = [
      "temperature is not supported with this model",
      "response_format: json_schema is not supported; output_config is unknown",
    ];
    await using opened = await open({
      behaves: complaints.map((message) => ({ status: 400, message })),
    });
    const { provider, transcriber } = opened;
    for (const calls of [3, 1]) {
      const { text, use } = await transcriber.transcribe(jobFor(pictures.page));
      expect({ text, calls: use.calls }).toEqual({ text: DEFAULT_ANSWER, calls });
    }
    expect(provider.calls.map(({ temperature }) => temperature)).toEqual([0, undefined, undefined, undefined]);
    expect(provider.calls.map(({ schemaProperties }) => schemaProperties.length)).toEqual([3, 3, 0, 0]);
    expect(provider.calls[3]?.system).toContain('{"text": string, "language": string | null, "blank": boolean}');
  });

  test("a complaint that is repeated is a failure", async () => {
    await using opened = await open({ behaves: () => ({ status: 400, message: "temperature must be 1" }) });
    await expect(opened.transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({
      facts: { reason: "rejected", status: 400 },
    });
    expect(opened.provider.calls.length).toBe(2);
  });
});

test("what is kept of an error for the log has neither the key nor the picture nor the answer", async () => {
  const message = `Incorrect API key provided: ${KEY}. ${"x".repeat(1000)}`;
  for (const behaviour of [{ status: 401, message }, "garbage", "wrong shape", "reset", "html"] as const) {
    await using provider = await startFakeProvider({ behaves: () => behaviour });
    const transcriber = createTranscriber(settingsFor(provider), { fetch, clock: patientClock() });
    const error: unknown = await transcriber.transcribe(jobFor(pictures.page)).catch((thrown: unknown) => thrown);
    const logged = inspect(error, { depth: 10, maxStringLength: null, showHidden: true });
    expect(logged).toMatch(/provider_failed/);
    expect(logged).not.toMatch(new RegExp(`${KEY}|base64|Gateway|quick brown|x{301}`));
  }
});

test("models that only take the output's limit by its newer name get it by that", async () => {
  await using provider = await startFakeProvider({
    behaves: [{ status: 400, message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." }],
  });
  const transcriber = createTranscriber(settingsFor(provider), { fetch, clock: patientClock() });
  await transcriber.transcribe(jobFor(pictures.page));
  expect(provider.calls.map(({ body }) => Object.keys(body).filter((name) => name.startsWith("max_")))).toEqual([
    ["max_tokens"],
    ["max_completion_tokens"],
  ]);
});

test("models without structured output answer through a tool's input", async () => {
  await using provider = await startFakeProvider();
  const settings = settingsFor(provider, { protocol: "anthropic" });
  const models = { accurate: { id: "claude-sonnet-4-0", price: undefined }, fast: settings.models.fast };
  const transcriber = createTranscriber({ ...settings, models }, { fetch, clock: patientClock() });
  expect(await transcriber.transcribe(jobFor(pictures.page))).toMatchObject({
    text: DEFAULT_ANSWER,
    use: { calls: 1 },
  });
  expect(provider.calls[0]?.body).toMatchObject({ tools: [{ name: "json" }] });
});

test("a failure of the service's own rules is reported as one, and not tried again", async () => {
  let calls = 0;
  const blocked: typeof fetch = () => {
    calls++;
    return Promise.reject(Object.assign(new Error("no"), { code: "url_blocked" }));
  };
  const provider = { baseUrl: "http://127.0.0.1:9/v1" };
  const transcriber = createTranscriber(settingsFor(provider), { fetch: blocked, clock: patientClock() });
  await expect(transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject({ facts: { reason: "blocked" } });
  expect(calls).toBe(1);
});

test("without a provider the reason is reported, and nothing is sent", async () => {
  const transcriber = createTranscriber({ reason: "QUIRE_VISION_PROVIDER names none." }, { fetch });
  const expected = { code: "engine_unavailable", message: "QUIRE_VISION_PROVIDER names none." };
  expect(transcriber.unavailable()).toMatchObject(expected);
  await expect(transcriber.transcribe(jobFor(pictures.page))).rejects.toMatchObject(expected);
});
