import { expect, test } from "vitest";
import { fromTemplate } from "../../src/operations/from-template/from-template.ts";
import { as, call } from "./accounts.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { type JobObject, resultOf, submitted, untilFinal } from "./jobs.ts";
import { expectFailure } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 6: the metadata of jobs without an input file, and results that go with their first download. */

const service = commonService({ keepsResults: true });

interface Row {
  readonly path: string;
  readonly value: object;
  readonly filename: string;
  readonly pages: number;
}

test.skipIf(withoutChromium).for<Row>([
  { path: "convert/text-to-pdf", value: { text: "One\fTwo" }, filename: "document.pdf", pages: 2 },
  { path: "convert/text-to-pdf", value: { text: "One", output_filename: "letter" }, filename: "letter.pdf", pages: 1 },
  { path: "convert/json-to-pdf", value: { json_data: { a: 1 } }, filename: "report.pdf", pages: 1 },
  {
    path: "pdf/from-template",
    value: fromTemplate.example,
    filename: "receipt-minimal.pdf",
    pages: 1,
  },
  // The page is refused, and its host is known all the same.
  { path: "convert/html-to-pdf", value: { url: "http://127.0.0.1:1/page" }, filename: "127.0.0.1.pdf", pages: 0 },
])("$path: $filename", async ({ path, value, filename, pages }) => {
  const accepted = await call(service(), "POST", `/api/v1/${path}?async=true`, { value });
  const { job_id } = as<JobObject>(accepted, 202);
  expect((await untilFinal(service(), job_id)).metadata).toEqual({ filename, page_count: pages });
});

test("retention_seconds=0: of 20 downloads one answers, at once or one after the other", async () => {
  const submission = { fields: { dpi: 72, retention_seconds: 0 } };
  const first = await submitted(service(), submission);
  await untilFinal(service(), first);
  const together = await Promise.all(Array.from({ length: 20 }, () => resultOf(service(), first)));
  expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(410)]);
  for (let round = 0; round < 20; round += 1) {
    const id = await submitted(service(), submission);
    await untilFinal(service(), id);
    expect((await resultOf(service(), id)).status).toBe(200);
    expectFailure(await resultOf(service(), id), 410, "result_expired");
  }
});
