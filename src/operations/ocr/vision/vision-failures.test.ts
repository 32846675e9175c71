import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import { type Fakes, openBench } from "../testing/bench.ts";
import { ocrVision } from "./vision.ts";

/* Pages that fail, and failures that end a request. */

const bench = openBench(ocrVision);
afterAll(() => bench[Symbol.dispose]());
const { run, value } = bench;

const failed = (reason: string): Failure => new Failure("provider_failed", `It is ${reason}.`, { facts: { reason } });
const refused = new Failure("content_refused", "It was refused.");

const never = (): never => {
  throw new Error("Nobody is to be asked.");
};

test("a page that cannot be drawn, or is too large to be read in a picture, fails alone", async () => {
  const { metadata, data } = await value(
    run({
      draw(number) {
        if (number === 2) {
          throw new Failure("invalid_pdf", "No.");
        }
        return number === 3 ? { dpi: 29 } : {};
      },
      picture: (number) =>
        number === 5 ? Promise.reject(new Failure("unsupported_file_type", "No.")) : Promise.resolve({}),
    }),
  );
  expect(data.text).toBe("Page 1.\n\nPage 4.\n\nPage 6.");
  expect(metadata.failed_pages).toEqual([
    { page_number: 2, code: "invalid_pdf" },
    { page_number: 3, code: "image_too_large" },
    { page_number: 5, code: "unsupported_file_type" },
  ]);
});

test.each([
  { failures: [failed("overloaded"), refused], code: "provider_failed" },
  { failures: [refused, refused], code: "content_refused" },
])("when all pages fail, the first failure is reported: $code", async ({ failures, code }) => {
  const transcribe: Fakes["transcribe"] = (number) => Promise.reject(failures[number - 1]);
  await expect(run({ transcribe, fields: { pages: "1-2" } })).rejects.toMatchObject({ code });
});

test.each(["credentials", "model_unknown", "redirected", "blocked"])(
  "what every page would meet ends the request at once: %s",
  async (reason) => {
    const asked: number[] = [];
    const running = run({
      file: { pages: 200 },
      async transcribe(number, { signal }) {
        asked.push(number);
        if (number > 1) {
          await once(signal, "abort");
          throw signal.reason;
        }
        throw failed(reason);
      },
    });
    await expect(running).rejects.toMatchObject({ code: "provider_failed", facts: { reason } });
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(bench.leftovers()).toEqual([]);
  },
);

test("what has been delivered before that is delivered, and the provider is not asked again", async () => {
  const asked: number[] = [];
  const outcome = await run({
    file: { pages: 200 },
    atOnce: 1,
    transcribe(number) {
      asked.push(number);
      return number < 3 ? Promise.resolve({ text: `Page ${number}.` }) : Promise.reject(failed("credentials"));
    },
  });
  expect(asked.length).toBeLessThanOrEqual(4);
  const { data, metadata } = await value(outcome);
  expect(data).toMatchObject({ text: "Page 1.\n\nPage 2.", pages: 200 });
  expect(metadata.failed_pages).toHaveLength(198);
  expect(ocrVision.settle?.(outcome, 2000)).toBe(20);
});

test("what is not a page's fault ends everything", async () => {
  await expect(run({ transcribe: never })).rejects.toThrow("Nobody is to be asked.");
  expect(bench.leftovers()).toEqual([]);
});

test("an aborted request stops what is in work, with its reason", async () => {
  const stop = new AbortController();
  const running = run({
    signal: stop.signal,
    async transcribe(_, { signal }) {
      stop.abort(new Error("The client has gone."));
      if (!signal.aborted) {
        await once(signal, "abort");
      }
      throw failed("connection");
    },
  });
  await expect(running).rejects.toThrow("The client has gone.");
  expect(bench.leftovers()).toEqual([]);
});

test("a provider that is down is not asked for every page: what came before is delivered, the rest has failed", async () => {
  const asked: number[] = [];
  const { metadata, data } = await value(
    run({
      file: { pages: 200 },
      atOnce: 1,
      transcribe(number) {
        asked.push(number);
        return number <= 2 ? Promise.resolve({ text: `Page ${number}.` }) : Promise.reject(failed("timeout"));
      },
    }),
  );
  expect(data).toMatchObject({ text: "Page 1.\n\nPage 2.", pages: 200 });
  // Some more may have been under way, or have failed before the second page came.
  expect(asked.length).toBeGreaterThanOrEqual(10);
  expect(asked.length).toBeLessThan(20);
  expect(metadata.failed_pages).toHaveLength(198);
});

test("pages that a model reads nothing on say nothing of those between them", async () => {
  const asked: number[] = [];
  await expect(
    run({
      file: { pages: 30 },
      transcribe(number) {
        asked.push(number);
        return number === 30
          ? Promise.resolve({ text: "The last." })
          : Promise.reject(failed(number % 2 === 0 ? "empty" : "repeated"));
      },
    }),
  ).resolves.toMatchObject({ warnings: [{ code: "pages_failed", parameters: { pages: "29" } }] });
  expect(asked).toHaveLength(30);
});
