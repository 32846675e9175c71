import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { ocrAdvanced, ocrSimple } from "./ocr.ts";
import { type CorrectJob, type Fakes, openBench } from "./testing/bench.ts";
import { creditsIn, testCheckpoints } from "./testing/kept.ts";
import { page } from "./testing/recognized.ts";

/* How `enhance` changes text that an engine has read, and what it costs. */

const advanced = openBench(ocrAdvanced);
const simple = openBench(ocrSimple);
afterAll(() => {
  advanced[Symbol.dispose]();
  simple[Symbol.dispose]();
});

const ENHANCED = { enhance: "true" };
const correctPage: Fakes["correct"] = ({ text }) => Promise.resolve(text.replace("Page", "Leaf no."));

test("each page's text is corrected by the fast model; words, boxes and confidence stay", async () => {
  const jobs: CorrectJob[] = [];
  const fields = { ...ENHANCED, output: "detailed", pages: "1-2" };
  const outcome = await advanced.run({
    fields,
    correct(job) {
      jobs.push(job);
      return correctPage(job);
    },
  });
  const enhanced = await advanced.value(outcome);
  const plain = await advanced.value(advanced.run({ fields: { ...fields, enhance: "false" } }));
  // Two pages are read at once: either may be first.
  jobs.sort((one, other) => one.text.localeCompare(other.text));
  expect(jobs).toMatchObject([1, 2].map((number) => ({ model: "fast", format: "text", text: `Page ${number}.` })));
  expect(enhanced.data).toEqual({
    ...plain.data,
    text: "Leaf no. 1.\n\nLeaf no. 2.",
    word_count: 6,
    page_results: plain.data.page_results.map((each) => ({
      ...each,
      text: `Leaf no. ${each.page_number}.`,
    })),
  });
  expect(outcome.warnings).toEqual([]);
  expect(ocrAdvanced.settle?.(outcome, 6)).toBe(6);
});

const quoteOf = (operation: typeof ocrSimple, fields: object) =>
  operation.quote([advanced.file], operation.parameters.parse(fields));

test("2 credits for each page are held if it is asked for, and charged for what was enhanced", async () => {
  expect(quoteOf(ocrSimple, ENHANCED)).toBe(12);
  expect(quoteOf(ocrAdvanced, ENHANCED)).toBe(18);
  expect(quoteOf(ocrAdvanced, { ...ENHANCED, format: "json" })).toBe(6);
  expect(quoteOf(ocrAdvanced, {})).toBe(6);
  const outcome = await simple.run({
    fields: ENHANCED,
    correct: (job) =>
      job.text === "Page 2."
        ? Promise.resolve(undefined)
        : job.text === "Page 3."
          ? Promise.reject(new Failure("provider_failed", "No.", { facts: { reason: "overloaded" } }))
          : correctPage(job),
  });
  expect((await simple.value(outcome)).data.text).toBe(
    "Leaf no. 1.\n\nPage 2.\n\nPage 3.\n\nLeaf no. 4.\n\nLeaf no. 5.\n\nLeaf no. 6.",
  );
  expect(outcome.warnings).toEqual([
    { code: "enhance_rejected", parameters: { pages: "1" } },
    { code: "enhance_failed", parameters: { pages: "1" } },
  ]);
  expect(ocrSimple.settle?.(outcome, 12)).toBe(8);
});

const never: Fakes["correct"] = () => Promise.reject(new Error("Nobody is to be asked."));
const unavailable = () => new Failure("engine_unavailable", "No provider.");

test.each([
  { what: "without a provider", order: { unavailable, fields: ENHANCED } },
  { what: "with a test key", order: { isTest: true, fields: ENHANCED } },
  { what: "for JSON", order: { fields: { ...ENHANCED, format: "json" } } },
])("$what the text stays as it is, and it is said and free", async ({ order }) => {
  const { enhance: _, ...fields } = order.fields as Record<string, string>;
  const plain = await advanced.value(advanced.run({ ...order, fields }));
  const outcome = await advanced.run({ ...order, correct: never });
  expect((await advanced.value(outcome)).data).toEqual(plain.data);
  expect(outcome.warnings).toEqual([{ code: "enhance_unavailable" }]);
  expect(ocrAdvanced.settle?.(outcome, 18)).toBe(6);
});

test("what every page would meet is met once", async () => {
  let asked = 0;
  const outcome = await simple.run({
    file: { pages: 50 },
    fields: ENHANCED,
    correct() {
      asked += 1;
      return Promise.reject(new Failure("provider_failed", "No.", { facts: { reason: "credentials" } }));
    },
  });
  expect(asked).toBeLessThanOrEqual(4);
  expect((await simple.value(outcome)).data.pages).toBe(50);
  expect(outcome.warnings).toEqual([{ code: "enhance_failed", parameters: { pages: "50" } }]);
  expect(ocrSimple.settle?.(outcome, 100)).toBe(0);
});

test("a page without text is not asked for", async () => {
  const outcome = await simple.run({
    fields: { ...ENHANCED, pages: "1" },
    recognize: () => Promise.resolve(page([])),
    correct: never,
  });
  expect([outcome.warnings, ocrSimple.settle?.(outcome, 2)]).toEqual([[], 0]);
});

const correctAllButSecond: Fakes["correct"] = (job) =>
  job.text === "Page 2." ? Promise.resolve(undefined) : correctPage(job);

test("what was corrected or rejected before is not asked for again", async () => {
  const checkpoints = testCheckpoints();
  const fields = { ...ENHANCED, pages: "1-2" };
  const first = await advanced.run({ fields, checkpoints, correct: correctAllButSecond });
  const { data } = await advanced.value(first);
  expect(creditsIn(checkpoints)).toEqual({ "enhance-1": 2, "enhance-2": 0 });
  const second = await advanced.run({ fields, checkpoints, correct: never });
  expect((await advanced.value(second)).data).toEqual(data);
  expect(second.warnings).toEqual(first.warnings);
  expect(ocrAdvanced.settle?.(second, 6)).toBe(4);
});

test("pages are read while others are corrected", async () => {
  const release = Promise.withResolvers<void>();
  const read: number[] = [];
  const running = simple.run({
    fields: ENHANCED,
    recognize(number) {
      read.push(number);
      return Promise.resolve(page([[`Page ${number}.`]]));
    },
    async correct(job) {
      await release.promise;
      return correctPage(job);
    },
  });
  // Two pages are read at once, and two corrected.
  await expect.poll(() => read.length, { timeout: 10_000 }).toBe(4);
  release.resolve();
  expect((await simple.value(running)).data.pages).toBe(6);
});

test("an aborted request stops the correcting, with its reason", async () => {
  const stop = new AbortController();
  const running = simple.run({
    signal: stop.signal,
    fields: ENHANCED,
    async correct({ signal }) {
      stop.abort(new Error("The client has gone."));
      if (!signal.aborted) {
        await once(signal, "abort");
      }
      throw new Failure("provider_failed", "Cut.");
    },
  });
  await expect(running).rejects.toThrow("The client has gone.");
});
