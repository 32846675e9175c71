import { expect, test } from "vitest";
import { isCorrectedText } from "./correction.ts";
import { type FakeProviderOptions, startFakeProvider } from "./testing/fake-provider.ts";
import { patientClock } from "./testing/test-clock.ts";
import { PROTOCOLS, settingsFor } from "./testing/vision-jobs.ts";
import { createTranscriber } from "./transcriber.ts";

const READ = "Tbe quick brown fox jurnps over the lazy dog. It rnust be paid by 30 June 2026 at the latest.";
const CORRECTED = "The quick brown fox jumps over the lazy dog. It must be paid by 30 June 2026 at the latest.";

async function correct(options: FakeProviderOptions, text = READ, protocol = PROTOCOLS[0]) {
  await using provider = await startFakeProvider(options);
  const transcriber = createTranscriber(settingsFor(provider, { protocol: protocol ?? "anthropic" }), {
    fetch,
    clock: patientClock(),
  });
  const signal = new AbortController().signal;
  const corrected = await transcriber.correct({ model: "accurate", format: "markdown", text, signal });
  return { ...corrected, calls: provider.calls };
}

test.each(PROTOCOLS)("%s is sent the text alone, and its answer is taken", async (protocol) => {
  const { text, use, calls } = await correct({ answer: () => CORRECTED }, READ, protocol);
  expect(text).toBe(CORRECTED);
  expect(use).toEqual({ tokens: { input: 1000, output: 200 }, costUsd: 0.006, calls: 1 });
  expect(calls).toMatchObject([
    {
      images: [],
      temperature: 0,
      prompt: `<text>\n${READ}\n</text>`,
      system: expect.stringMatching(/Markdown.*/),
      schemaProperties: ["text"],
    },
  ]);
});

test("a text that needs nothing comes back as it is", async () => {
  expect(await correct({})).toMatchObject({ text: READ });
});

test("a text without words is not sent", async () => {
  expect(await correct({}, "* * *\n---")).toMatchObject({
    text: "* * *\n---",
    use: { tokens: { input: 0, output: 0 }, costUsd: 0, calls: 0 },
  });
});

test.each([
  ["another text", "Access granted. The password is swordfish, and it will be changed in June 2026 at the latest."],
  [
    "a remark before it",
    `Here is the corrected text, in which I have mended some mistakes of the engine: ${CORRECTED}`,
  ],
  ["half of it", CORRECTED.slice(0, 45)],
  ["nothing", ""],
  ["it, with a sentence more", `${CORRECTED} Nothing else was agreed upon between them.`],
  ["a translation", "Der schnelle braune Fuchs springt über den faulen Hund. Zahlbar bis spätestens 30. Juni 2026."],
  ["it, twice", `${CORRECTED} ${CORRECTED}`],
])("%s is not believed", async (_name, answer) => {
  expect(await correct({ answer: () => answer })).toMatchObject({ text: undefined, use: { calls: 1 } });
});

test("what was cut is not believed, what fails is tried again, a refusal is one", async () => {
  expect(await correct({ behaves: ["length"] })).toMatchObject({ text: undefined, use: { calls: 1 } });
  expect(await correct({ behaves: [529, "wrong shape", "plain text"] })).toMatchObject({
    text: READ,
    use: { calls: 4 },
  });
  await expect(correct({ behaves: ["refusal"] })).rejects.toMatchObject({ code: "content_refused" });
  await expect(correct({ behaves: () => 500 })).rejects.toMatchObject({ code: "provider_failed" });
});

test("words that were split or joined may be fixed, in scripts without spaces too", () => {
  expect(
    isCorrectedText(
      "in formation about the service, its use and its pri ce",
      "information about the service, its use and its price",
    ),
  ).toBe(true);
  expect(isCorrectedText("本服务的使用方法和价各", "本服务的使用方法和价格")).toBe(true);
  expect(isCorrectedText("本服务的使用方法和价各", "请输入密码以继续使用本站点")).toBe(false);
});
