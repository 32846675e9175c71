import { afterAll, expect, test } from "vitest";
import type { RecognizedWord } from "../../../engines/tesseract/port.ts";
import { Failure } from "../../../kernel/failure.ts";
import { openBench } from "../testing/bench.ts";
import { page } from "../testing/recognized.ts";
import { ocrVision } from "./vision.ts";

/* Looking at a page again when a model's answer gives reason to. */

const bench = openBench(ocrVision);
afterAll(() => bench[Symbol.dispose]());
const { run } = bench;

const word = (text: string, confidence = 0.95): RecognizedWord => ({
  text,
  confidence,
  box: { xMin: 0, yMin: 0, xMax: 1, yMax: 1 },
});
const TEXT = "The harbour master counted seventeen grey boats before breakfast";
const SAMPLE = TEXT.split(" ").map((each) => word(each));

test("an answer is judged by the sample, and by the whole page where that says no", async () => {
  const verdicts: Record<string, boolean> = {};
  let wholePages = 0;
  await run({
    fields: { pages: "1" },
    picture: () => Promise.resolve({ sample: SAMPLE }),
    async transcribe(_, { agrees }) {
      for (const text of [TEXT, "I cannot help with that.", "Something from another page altogether."]) {
        verdicts[text] = await agrees(text);
      }
      return { text: TEXT };
    },
    recognize(_, job) {
      wholePages += 1;
      expect(job).toMatchObject({ effort: "simple", dpi: 300, rotates: true });
      const found = page([["Something from another page altogether, which the sample was not."]]);
      return Promise.resolve(JSON.parse(JSON.stringify(found).replaceAll("0.9", "0.95")) as typeof found);
    },
  });
  expect(verdicts).toEqual({
    [TEXT]: true,
    "I cannot help with that.": false,
    "Something from another page altogether.": false,
  });
  // The page is read once, when that is first asked for.
  expect(wholePages).toBe(1);
});

test("a whole page that the sample was a bad one of sets its verdict right", async () => {
  const other = "Wholly different words stand nearly everywhere else upon this page";
  let verdict: boolean | undefined;
  await run({
    fields: { pages: "1" },
    picture: () => Promise.resolve({ sample: SAMPLE }),
    recognize: () => Promise.resolve(page([other.split(" ")])),
    async transcribe(_, { agrees }) {
      verdict = await agrees(other);
      return {};
    },
  });
  expect(verdict).toBe(true);
});

test("a place to read the whole page is waited for", async () => {
  let refusals = 2;
  let verdict: boolean | undefined;
  await run({
    fields: { pages: "1" },
    picture: () => Promise.resolve({ sample: SAMPLE }),
    recognize: () =>
      refusals-- > 0
        ? Promise.reject(new Failure("queue_full", "Later.", { facts: { retryAfterSeconds: 0.01 } }))
        : Promise.resolve(page([["Nothing like it."]])),
    async transcribe(_, { agrees }) {
      verdict = await agrees("Another text.");
      return {};
    },
  });
  expect([verdict, refusals]).toEqual([false, -1]);
});

test("where the whole page cannot be read, the sample has the last word", async () => {
  let verdict: boolean | undefined;
  await run({
    fields: { pages: "1" },
    picture: () => Promise.resolve({ sample: SAMPLE }),
    recognize: () => Promise.reject(new Failure("document_too_complex", "No.")),
    async transcribe(_, { agrees }) {
      verdict = await agrees("Another text.");
      return {};
    },
  });
  expect(verdict).toBe(false);
});

test("parts of a page are made when they are asked for, turned as the page was", async () => {
  const strips: unknown[] = [];
  await run({
    fields: { pages: "3-4" },
    picture: () => Promise.resolve({ rotationDegrees: 180 }),
    strips(number, job) {
      strips.push({ number, count: job.count, rotationDegrees: job.rotationDegrees, longEdgePx: job.longEdgePx });
      return Promise.resolve(["/upper", "/lower"]);
    },
    transcribe: async (number, { parts }) => (number === 3 ? { text: (await parts()).join(" ") } : {}),
  });
  expect(strips).toEqual([{ number: 3, count: 2, rotationDegrees: 180, longEdgePx: 1568 }]);
});
