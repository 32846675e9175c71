import { expect, test } from "vitest";
import { resources } from "../../src/platform/http/resources/resources.ts";
import { type AccountObject, as, call, type KeyObject } from "../api/accounts.ts";
import { endlessJob, submitted, untilFinal } from "../api/jobs.ts";
import { sharedService } from "../api/service.ts";
import type { Delivery, Endpoint } from "../api/webhooks.ts";
import { runSample, type Sample, samplesOf } from "./generated-samples.ts";

/* Every sample of a resource in the API description runs as it is printed, with ids in place of JOB_ID and the like. */

const service = sharedService({ QUIRE_OUTBOUND_ALLOW: "127.0.0.1" }, { keepsResults: true });

const post = (path: string, value: object) => call(service(), "POST", `/api/v1/${path}`, { value });

/** Makes a new thing for a sample to read, change or delete, for each word that stands for an id; returns its id. */
const NEW: Readonly<Record<string, (operationId: string) => Promise<string>>> = {
  ACCOUNT_ID: async () => as<AccountObject>(await post("accounts", { name: "Sample", credits: 50 }), 201).account_id,
  KEY_ID: async () => as<KeyObject>(await post("keys", { name: "Sample" }), 201).key_id,
  WEBHOOK_ID: () => Promise.resolve(endpoint),
  DELIVERY_ID: async () => as<Delivery>(await post(`webhooks/${endpoint}/test`, {}), 202).delivery_id,
  JOB_ID: async (operationId) => {
    const id = operationId === "cancel_job" ? await endlessJob(service()) : await submitted(service());
    return operationId === "cancel_job" ? id : (await untilFinal(service(), id)).job_id;
  },
};

/** The endpoint of the sample that runs now. */
let endpoint = "";

async function wordsFor({ operationId, source }: Sample): Promise<Record<string, string>> {
  if (/(?:WEBHOOK|DELIVERY)_ID/.test(source)) {
    const created = await post("webhooks", { url: "http://127.0.0.1:9/", events: ["job.failed"] });
    endpoint = as<Endpoint>(created, 201).endpoint_id;
  }
  const ids: Record<string, string> = { YOUR_API_KEY: service().key };
  for (const [word, make] of Object.entries(NEW).filter(([name]) => source.includes(name))) {
    ids[word] = await make(operationId);
  }
  return ids;
}

test("all of them succeed, in the order of the page", { timeout: 180_000 }, async () => {
  const ids = resources.map(({ operationId }) => operationId);
  const samples = (await samplesOf(service())).filter(({ operationId }) => ids.includes(operationId));
  expect(new Set(samples.map(({ operationId }) => operationId)).size).toBe(ids.length);
  for (const sample of samples) {
    const { printed } = await runSample(sample, { files: {}, words: await wordsFor(sample) });
    expect([sample.name, printed]).toEqual([sample.name, expect.stringMatching(/\n20[0-4] /)]);
    if (endpoint !== "") {
      await call(service(), "DELETE", `/api/v1/webhooks/${endpoint}`);
      endpoint = "";
    }
  }
});
