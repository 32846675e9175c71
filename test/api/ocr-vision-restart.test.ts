import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { startFakeProvider } from "../../src/engines/vision/testing/fake-provider.ts";
import type { ProviderCall } from "../../src/engines/vision/testing/wire-protocols.ts";
import { as } from "./accounts.ts";
import { resultOf, submitted, untilFinal } from "./jobs.ts";
import { expectNothingLeftBehind, type OwnService, onOneDirectory } from "./service.ts";
import { pagesWith } from "./watermarks.ts";

/* A long document whose pages are paid for one by one outlives the process that reads it. */

const full = process.env.QUIRE_TEST_FULL === "1";
const PAGES = full ? 120 : 30;
const KILLED_AFTER = full ? 50 : 12;
const REFUSALS = full ? 20 : 5;
const CREDITS_PER_PAGE = 10;
const WIDTH_PT = 400;
const heightPt = (page: number): number => 100 + 2 * page;

/** Makes a document whose pages have different heights, by which their pictures are distinguished. */
const document = (): Buffer =>
  pagesWith(
    ...Array.from({ length: PAGES }, (_, index) => ({
      attributes: `/MediaBox [0 0 ${WIDTH_PT} ${heightPt(index + 1)}]`,
      content: `BT /F1 20 Tf 20 40 Td (Sheet ${index + 1} of the harbour book) Tj ET`,
    })),
  );

async function pageOf({ images: [picture] }: ProviderCall): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  return Math.round(((height / width) * WIDTH_PT - 100) / 2);
}

interface Interrupted {
  readonly jobId: string;
  /** The numbers of the pages that were on disk when the service was killed. */
  readonly kept: ReadonlySet<number>;
}

async function killedInTheMiddle(service: OwnService, answered: () => number): Promise<Interrupted> {
  const jobId = await submitted(service, {
    path: "/api/v1/ocr/extract/vision",
    file: document(),
    fields: {},
    query: "",
  });
  await expect.poll(answered, { interval: 20, timeout: 60_000 }).toBeGreaterThanOrEqual(KILLED_AFTER);
  await service.kill();
  const parts = readdirSync(join(service.dataDirectory, "jobs", `${jobId}.parts`));
  return { jobId, kept: new Set(parts.flatMap((name) => Number(/^page-(\d+)\.json$/.exec(name)?.[1] ?? []))) };
}

test(`${PAGES} pages survive ${REFUSALS} refusals and kill -9: no page that was kept is asked for again, each is charged once`, {
  timeout: 180_000,
}, async () => {
  const asked: number[] = [];
  let refused = 0;
  let answered = 0;
  await using provider = await startFakeProvider({
    behaves: (_call, number) => {
      if (number % 5 === 0 && refused < REFUSALS) {
        refused += 1;
        return { status: 429, headers: { "retry-after": "0" } };
      }
      return "good";
    },
    answer: async (call) => {
      const page = await pageOf(call);
      asked.push(page);
      answered += 1;
      return `Sheet ${page} of the harbour book`;
    },
  });
  await onOneDirectory(async (start) => {
    const settings = {
      QUIRE_VISION_PROVIDER: "openai-compatible",
      QUIRE_VISION_BASE_URL: provider.baseUrl,
      QUIRE_VISION_MODEL_ACCURATE: "reader",
    };
    const first = await start(settings);
    const { jobId, kept } = await killedInTheMiddle(first, () => answered);
    expect(kept.size).toBeGreaterThan(KILLED_AFTER / 2);
    expect(kept.size).toBeLessThan(PAGES);
    const before = asked.length;

    const second = await start(settings);
    const job = await untilFinal(second, jobId);
    expect(job).toMatchObject({
      status: "complete",
      attempts: 2,
      credits: { held: 0, charged: CREDITS_PER_PAGE * PAGES },
    });
    const { data } = as<{ data: { text: string; pages: number } }>(await resultOf(second, jobId));
    const sheets = Array.from({ length: PAGES }, (_, index) => `Sheet ${index + 1} of the harbour book`);
    expect(data).toMatchObject({ pages: PAGES, text: sheets.join("\n\n") });
    expect(asked.slice(before).filter((page) => kept.has(page))).toEqual([]);
    expect(new Set(asked).size).toBe(PAGES);
    expect(refused).toBe(REFUSALS);
    await second.stop();
    await expectNothingLeftBehind(second);
  });
});
