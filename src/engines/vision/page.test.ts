import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import type { TranscribeJob } from "./port.ts";
import { DEFAULT_ANSWER, type FakeProviderOptions, startFakeProvider } from "./testing/fake-provider.ts";
import { type Behaviour, OBEYED, REPEATED_LINE } from "./testing/misbehaviour.ts";
import { patientClock } from "./testing/test-clock.ts";
import { jobFor, makePictures, settingsFor } from "./testing/vision-jobs.ts";
import { createTranscriber } from "./transcriber.ts";

/* How answers are handled that arrived properly, and may still not be the page's text. */

const pictures = await makePictures();
afterAll(() => pictures[Symbol.asyncDispose]());

const sha256 = async (path: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

/** Reads the page by a separate provider, and returns the temperatures of its calls as well. */
async function read(options: FakeProviderOptions, job: Partial<TranscribeJob> = {}) {
  await using provider = await startFakeProvider(options);
  const transcriber = createTranscriber(settingsFor(provider), { fetch, clock: patientClock() });
  const transcript = await transcriber.transcribe(jobFor(pictures.page, job)).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  return { ...transcript, temperatures: provider.calls.map(({ temperature }) => temperature), calls: provider.calls };
}

const disagrees = { agrees: () => Promise.resolve(false) };
const agreesWithDefault = { agrees: (text: string) => Promise.resolve(text === DEFAULT_ANSWER) };

test.each(["repeated", "empty text"] as const)("after %s it is asked with more and more freedom", async (behaviour) => {
  expect(await read({ behaves: [behaviour] })).toMatchObject({
    value: { text: DEFAULT_ANSWER, isDoubted: false, use: { calls: 2 } },
    temperatures: [0, 0.2],
  });
  expect(await read({ behaves: [behaviour, behaviour] })).toMatchObject({
    value: { text: DEFAULT_ANSWER, isDoubted: false, use: { calls: 3 } },
    temperatures: [0, 0.2, 0.5],
  });
});

test.each([
  ["repeated", "repeated"],
  ["empty text", "empty"],
] as const)(
  "%s to the end is taken, in doubt, where the page agrees; else the page has failed",
  async (behaviour, reason) => {
    const asked = { temperatures: [0, 0.2, 0.5] };
    expect(await read({ behaves: () => behaviour })).toMatchObject({
      value: { isDoubted: true, use: { calls: 3 } },
      ...asked,
    });
    expect(await read({ behaves: () => behaviour }, disagrees)).toMatchObject({
      error: { code: "provider_failed", facts: { reason } },
      ...asked,
    });
  },
);

test("what is suspect is kept, in doubt, when no better answer can be had", async () => {
  expect(await read({ behaves: (_call, number) => (number === 1 ? "repeated" : 500) })).toMatchObject({
    value: { text: expect.stringContaining(REPEATED_LINE), isDoubted: true, use: { calls: 6 } },
  });
});

test.each(["obeyed injection", "apology"] as const)(
  "%s is asked for once more, and what agrees is taken",
  async (behaviour) => {
    expect(await read({ behaves: [behaviour] }, agreesWithDefault)).toMatchObject({
      value: { text: DEFAULT_ANSWER, isDoubted: false, use: { calls: 2 } },
      temperatures: [0, 0.2],
    });
  },
);

test("of two answers that the page disagrees with the more informative one is kept, in doubt", async () => {
  for (const behaves of [["obeyed injection"], ["good", "obeyed injection"]] as const) {
    expect(await read({ behaves }, disagrees)).toMatchObject({
      value: { text: DEFAULT_ANSWER, isDoubted: true, use: { calls: 2 } },
    });
  }
  expect(await read({ behaves: () => "obeyed injection" }, disagrees)).toMatchObject({
    value: { text: OBEYED, isDoubted: true, use: { calls: 2 } },
  });
});

test("an apology in the place of the page's text is a refusal, where the page disagrees with it", async () => {
  expect(await read({ behaves: () => "apology" }, disagrees)).toMatchObject({
    error: { code: "content_refused" },
    temperatures: [0, 0.2],
  });
  expect(await read({ behaves: () => "apology" })).toMatchObject({ value: { isDoubted: false } });
});

test("when the second answer cannot be had, the first is kept, in doubt", async () => {
  for (const failing of ["refusal", 401, 500, "repeated"] as const) {
    const behaves = (_call: unknown, number: number): Behaviour => (number === 1 ? "good" : failing);
    expect(await read({ behaves }, disagrees)).toMatchObject({ value: { text: DEFAULT_ANSWER, isDoubted: true } });
  }
});

test("a page with too much text for an answer is read in parts, whose overlap comes once", async () => {
  const [upper = "", lower = ""] = await Promise.all(pictures.parts.map(sha256));
  const texts: Readonly<Record<string, string>> = {
    [upper]: "First paragraph, on two\nlines of the page.\n\nThe line that both parts have.\nAnd one more of th",
    [lower]: "The line that both parts have.\nAnd one more of these, whole.\n\nLast paragraph.",
  };
  const asked: string[] = [];
  const { value, calls } = await read(
    { behaves: ["length"], answer: ({ sha256: picture = "" }) => ({ text: texts[picture] ?? "", language: "en" }) },
    {
      parts: () => Promise.resolve(pictures.parts),
      agrees: (text) => {
        asked.push(text);
        return Promise.resolve(true);
      },
    },
  );
  const text =
    "First paragraph, on two\nlines of the page.\n\nThe line that both parts have.\nAnd one more of these, whole.\n\nLast paragraph.";
  expect(value).toEqual({
    text,
    language: "en",
    isDoubted: false,
    use: { tokens: { input: 3000, output: 600 }, costUsd: expect.closeTo(0.018), calls: 3 },
  });
  expect(calls.map((call) => call.sha256)).toEqual([await sha256(pictures.page), upper, lower]);
  expect(asked).toEqual([text]);
});

test("parts of a page with blocks are joined block by block; what disagrees is doubted and not asked for again", async () => {
  const [upper = "", lower = ""] = await Promise.all(pictures.parts.map(sha256));
  const heading = { type: "heading", text: "A heading" };
  const blocks: Readonly<Record<string, readonly { type: string; text: string }[]>> = {
    [upper]: [heading, { type: "paragraph", text: "One line here.\nA line that is in both parts." }],
    [lower]: [{ type: "paragraph", text: "A line that is in both parts.\nThe end of it." }, heading],
  };
  const { value } = await read(
    { behaves: ["length"], answer: ({ sha256: picture = "" }) => ({ text: "", blocks: blocks[picture] ?? [] }) },
    { ...disagrees, format: "json", parts: () => Promise.resolve(pictures.parts) },
  );
  expect(value).toMatchObject({
    blocks: [
      heading,
      { type: "paragraph", text: "One line here.\nA line that is in both parts.\nThe end of it." },
      heading,
    ],
    isDoubted: true,
    use: { calls: 3 },
  });
});

test("a part that is still too much fails the page", async () => {
  expect(await read({ behaves: () => "length" }, { parts: () => Promise.resolve(pictures.parts) })).toMatchObject({
    error: { code: "provider_failed", facts: { reason: "too_long" } },
    temperatures: [0, 0],
  });
});

test("a part without text is no failure", async () => {
  const answers: readonly Behaviour[] = ["length", "good", "empty text", "empty text", "empty text"];
  expect(await read({ behaves: answers }, { parts: () => Promise.resolve(pictures.parts) })).toMatchObject({
    value: { text: DEFAULT_ANSWER, isDoubted: false },
  });
});

test("an answer that was cut while it repeated itself is asked for again, not in parts", async () => {
  const stuck = `${REPEATED_LINE}\n`.repeat(100);
  const answer = ({ temperature }: { readonly temperature: number | undefined }) =>
    temperature === 0.5 ? DEFAULT_ANSWER : stuck;
  expect(await read({ behaves: ["length", "length", "good"], answer })).toMatchObject({
    value: { text: DEFAULT_ANSWER, isDoubted: false },
    temperatures: [0, 0.2, 0.5],
  });
  expect(await read({ behaves: () => "length", answer: () => stuck })).toMatchObject({
    error: { code: "provider_failed", facts: { reason: "repeated" } },
    temperatures: [0, 0.2, 0.5],
  });
});

test("rows without an end are recognized in JSON that was cut", async () => {
  expect(await read({ behaves: ["length"], answer: () => "| yes | no |\n".repeat(200) })).toMatchObject({
    value: { isDoubted: true },
    temperatures: [0, 0.2, 0.5],
  });
});

test("what goes wrong on this side is no failure of the provider", async () => {
  const broken = new Error("The disk is full.");
  expect(await read({}, { agrees: () => Promise.reject(broken) })).toMatchObject({ error: broken });
  expect(await read({ behaves: ["length"] }, { parts: () => Promise.reject(broken) })).toMatchObject({ error: broken });
  expect(await read({}, { picture: "/nowhere.jpg" })).toMatchObject({ error: { code: "ENOENT" }, calls: [] });
});
