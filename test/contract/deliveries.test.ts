import { describe, expect, test } from "vitest";
import { as, chargedBy, newClient } from "../api/accounts.ts";
import { type JobObject, resultOf, untilFinal } from "../api/jobs.ts";
import { expectFailure, expectOk, faults, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS } from "./parameters.ts";
import { ask, type Change } from "./requests.ts";

/*
 * Every operation, delivered in each way that there is: at once, again under the same Idempotency-Key, and as a job
 * (contract, sections 5 and 6), with what each costs.
 */

const service = commonService({ keepsResults: true });

/** The price of a document of one page, or of two in a merge (contract, section 5). */
const CREDITS: Readonly<Record<string, number>> = {
  "/api/v1/convert/html-to-pdf": 2,
  "/api/v1/ocr/extract/simple": 0,
};
const SHORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/v1/ocr/extract/simple": { dpi: "72" },
  "/api/v1/ocr/extract/advanced": { dpi: "72" },
};
const PATHS = [...Object.keys(FILE_PARAMETERS), ...Object.keys(CONTENT_PARAMETERS)].filter(
  (path) => !path.endsWith("/vision"),
);

/** Returns what answers to the same request have in common, whenever they are given. */
const delivered = ({ status, headers, body }: Reply): unknown => ({
  status,
  type: headers["content-type"],
  disposition: headers["content-disposition"],
  warnings: headers["x-warnings"],
  body: body.toString("latin1").replace(/"processing_time_ms":[\d.]+/, ""),
});

describe.each(sampled(PATHS, 4))("%s", (path) => {
  const credits = CREDITS[path] ?? 1;
  const request = (change: Change): Change => ({ ...change, fields: { ...SHORT[path] } });

  test("costs its price at once, and nothing under the same Idempotency-Key", async () => {
    const { key } = await newClient(service(), 10);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = expectOk(await ask(service(), path, request({ key, headers })));
    const again = expectOk(await ask(service(), path, request({ key, headers })));
    expect([chargedBy(first), chargedBy(again)]).toEqual([credits, 0]);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(delivered(again)).toEqual(delivered(first));
    const other = await ask(service(), path, request({ key, headers, query: "async=true" }));
    expectFailure(other, 422, "idempotency_mismatch");
    expect(faults(other)[0]?.loc).toEqual(["header", "Idempotency-Key"]);
  });

  test("as a job it holds and costs the same, and its result is the answer that is given at once", async () => {
    const { key } = await newClient(service(), 10);
    const accepted = await ask(service(), path, request({ key, query: "async=true" }));
    const job = as<JobObject>(accepted, 202);
    expect(job.job_id).toMatch(/^job_[a-z0-9]{12}$/);
    expect([accepted.headers.location, accepted.headers["retry-after"]]).toEqual([job.status_url, "2"]);
    expect(job.result_url).toBe(`${job.status_url}/result`);
    const final = await untilFinal(service(), job.job_id, key);
    expect([final.status, final.credits]).toEqual(["complete", { held: 0, charged: credits }]);
    const result = await resultOf(service(), job.job_id, key);
    expect(delivered(result)).toEqual(delivered(expectOk(await ask(service(), path, request({ key })))));
  });

  test("an account without credits gets it in neither way", async () => {
    const { key } = await newClient(service(), 0);
    for (const query of [undefined, "async=true"]) {
      const reply = await ask(service(), path, request({ key, ...(query !== undefined && { query }) }));
      const isFree = credits === 0 && reply.status < 300;
      expect(isFree || expectFailure(reply, 402, "insufficient_credits").required === credits).toBe(true);
    }
  });
});
