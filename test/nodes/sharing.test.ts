import { expect, test } from "vitest";
import { moneyOf, newClient } from "../api/accounts.ts";
import { OCR_ADVANCED, PDF_TO_IMAGE } from "../api/client.ts";
import { letterPages } from "../api/documents.ts";
import { type JobObject, resultOf, type Submission, submitted, untilFinal, untilJob } from "../api/jobs.ts";
import { expectOk } from "../api/reply.ts";
import { startService } from "../api/running-service.ts";
import { numberedPages } from "../api/scans.ts";
import type { Service } from "../api/service.ts";
import { hasPostgres, helpedBy, killMachine, startTopology } from "./topology.ts";

/* Long documents, whose pages several nodes do at the same time. */

const PAGES = 40;
const READING: Submission = {
  path: OCR_ADVANCED,
  file: numberedPages(PAGES),
  fields: { output: "detailed", format: "markdown" },
};
const DRAWING: Submission = {
  path: PDF_TO_IMAGE,
  file: letterPages(PAGES),
  fields: { start_page: 1, end_page: PAGES, dpi: 150 },
};
/** The pages that one price of rendering covers. */
const PAGES_A_CREDIT = 10;

/** Returns a result without the time that it took. */
async function result(service: Service, id: string, key: string): Promise<Buffer> {
  const { body } = expectOk(await resultOf(service, id, key));
  const time = Buffer.from('"processing_time_ms":');
  const at = body.indexOf(time);
  return at < 0 ? body : Buffer.concat([body.subarray(0, at), body.subarray(body.indexOf(",", at, "latin1"))]);
}

/** Returns what one node that has everything to itself makes of the submissions. */
async function alone(submissions: readonly Submission[]): Promise<readonly Buffer[]> {
  const service = await startService({ QUIRE_OCR_WORKERS: "2" }, { keepsResults: true });
  try {
    const results: Buffer[] = [];
    for (const submission of submissions) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const id = await submitted(service, submission);
      // oxlint-disable-next-line eslint/no-await-in-loop
      expect(await untilFinal(service, id)).toMatchObject({ status: "complete" });
      // oxlint-disable-next-line eslint/no-await-in-loop
      results.push(await result(service, id, service.key));
    }
    return results;
  } finally {
    await service.kill();
  }
}

const isHalfDone = ({ progress }: JobObject): boolean => progress.pages_done >= PAGES / 4;

test.skipIf(!hasPostgres)(
  "the pages of a long document are done by two workers, as one node alone does them, and charged once",
  { timeout: 400_000 },
  async () => {
    const [readAlone, drawnAlone] = await alone([READING, DRAWING]);
    const topology = await startTopology();
    const api = await topology.api();
    const workers = await Promise.all([topology.worker(["pdf", "ocr"]), topology.worker(["pdf", "ocr"])]);
    const { key, accountId } = await newClient(api, 100);
    const helped = async (operation: string): Promise<number> => {
      const pages = await Promise.all(workers.map((worker) => helpedBy(worker, operation)));
      return pages.reduce((sum, each) => sum + each, 0);
    };

    const reading = await submitted(api, { ...READING, key });
    expect(await untilFinal(api, reading, key)).toMatchObject({
      status: "complete",
      attempts: 1,
      progress: { pages_done: PAGES, pages_total: PAGES },
      credits: { charged: PAGES },
    });
    expect((await result(api, reading, key)).equals(readAlone ?? Buffer.alloc(0))).toBe(true);
    const drawing = await submitted(api, { ...DRAWING, key });
    expect(await untilFinal(api, drawing, key)).toMatchObject({ status: "complete", attempts: 1 });
    expect((await result(api, drawing, key)).equals(drawnAlone ?? Buffer.alloc(0))).toBe(true);

    const pages = [await helped("ocr-extract-advanced"), await helped("pdf-to-image")] as const;
    console.info(`Of ${PAGES} pages each, helpers read ${pages[0]} and drew ${pages[1]}.`);
    for (const count of pages) {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(PAGES);
    }
    const spent = PAGES + PAGES / PAGES_A_CREDIT;
    expect(await moneyOf(api, accountId)).toEqual([100 - spent, 0, 100 - spent]);
  },
);

test.skipIf(!hasPostgres).for(["helper", "owner"] as const)(
  "when the %s is killed in the middle, the result and the charge are the same",
  { timeout: 400_000 },
  async (killed) => {
    const [readAlone] = await alone([READING]);
    const topology = await startTopology();
    const api = await topology.api();
    const [one, other] = await Promise.all([topology.worker(["ocr"]), topology.worker(["ocr"])]);
    const { key, accountId } = await newClient(api, 100);
    const id = await submitted(api, { ...READING, key });
    const helps = async (worker: typeof one): Promise<boolean> => (await helpedBy(worker, "ocr-extract-advanced")) > 0;
    await expect
      .poll(async () => (await helps(one)) || (await helps(other)), { timeout: 60_000, interval: 20 })
      .toBe(true);
    const [owner, helper] = (await helps(one)) ? [other, one] : [one, other];
    await untilJob(api, id, { key, is: isHalfDone });
    await killMachine(killed === "owner" ? owner : helper);
    const killedAt = Date.now();
    const job = await untilFinal(api, id, key);
    console.info(`With its ${killed} killed, the job ended after ${Date.now() - killedAt} ms.`);
    expect(job).toMatchObject({
      status: "complete",
      attempts: killed === "owner" ? 2 : 1,
      credits: { charged: PAGES },
    });
    expect((await result(api, id, key)).equals(readAlone ?? Buffer.alloc(0))).toBe(true);
    expect(await moneyOf(api, accountId)).toEqual([100 - PAGES, 0, 100 - PAGES]);
  },
);
