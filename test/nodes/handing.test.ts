import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { call, moneyOf, newClient } from "../api/accounts.ts";
import { OCR_SIMPLE, PDF_TO_IMAGE, PDF_TO_TEXT, toImages, upload, WATERMARK } from "../api/client.ts";
import { letterPages, slowPage } from "../api/documents.ts";
import { errorBody, expectFailure, expectOk, json, type Reply } from "../api/reply.ts";
import { startService } from "../api/running-service.ts";
import { numberedPages } from "../api/scans.ts";
import type { Service } from "../api/service.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* Synchronous requests to a node without engines, which workers do. */

const TEXT_TO_PDF = "/api/v1/convert/text-to-pdf";

/** Returns what is the same each time: the status, the headers that describe the result, and a digest of it. */
function facts({ status, headers, body }: Reply): object {
  const names = ["content-type", "content-disposition", "x-credits-charged", "x-warnings", "cache-control"] as const;
  const timeless = body.toString("latin1").replace(/"processing_time_ms": ?\d+|"request_id": ?"\w+"/g, "");
  return {
    status,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    digest: createHash("sha256").update(timeless).digest("hex"),
  };
}

/** Asks for work of each class, and for work that fails or is warned of. */
async function answersOf(service: Service, key: string): Promise<readonly Reply[]> {
  const ask = (path: string, file: Buffer, fields: Parameters<typeof upload>[1]["fields"] = {}): Promise<Reply> =>
    upload(service, { path, file, fields, key });
  return [
    await call(service, "POST", TEXT_TO_PDF, { value: { text: "Hello" }, key }),
    await ask(PDF_TO_IMAGE, letterPages(3), { start_page: 1, end_page: 9, dpi: 72 }),
    await ask(WATERMARK, letterPages(1), { text: "{{filename}}", pagse: "1" }),
    await ask(PDF_TO_TEXT, letterPages(2), { include_metadata: true }),
    await ask(OCR_SIMPLE, numberedPages(2), { output: "detailed" }),
    await ask(PDF_TO_IMAGE, letterPages(1), { custom_width: 20_000, custom_height: 20_000 }),
    await call(service, "POST", "/api/v1/convert/html-to-pdf", {
      value: { html: "<p>Hello</p>", wait_for_selector: "#never", timeout_ms: 500 },
      key,
    }),
  ];
}

async function whole(settings: Readonly<Record<string, string>> = {}): Promise<readonly Reply[]> {
  const service = await startService({ QUIRE_OCR_WORKERS: "1", ...settings }, { keepsResults: true });
  try {
    return await answersOf(service, service.key);
  } finally {
    await service.kill();
  }
}

test.skipIf(!hasPostgres)(
  "a node without engines answers requests of each class as one with all of them does",
  { timeout: 400_000 },
  async () => {
    const expected = await whole();
    const topology = await startTopology();
    const api = await topology.api({ QUIRE_CLASSES: "none" });
    const worker = await topology.worker(["pdf", "ocr", "browser"]);
    const { key, accountId } = await newClient(api, 100);
    const answers = await answersOf(api, key);
    expect(answers.map(facts)).toEqual(expected.map(facts));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 400]);
    const charged = answers.reduce((sum, { headers }) => sum + Number(headers["x-credits-charged"]), 0);
    expect(await moneyOf(api, accountId)).toEqual([100 - charged, 0, 100 - charged]);

    const ready = await fetch(`${api.baseUrl}/health/ready`);
    const { engines } = (await ready.json()) as { engines: readonly { name: string; state: string }[] };
    expect(ready.status).toBe(200);
    const off = engines.filter(({ state }) => state === "off").map(({ name }) => name);
    expect(off).toEqual(expect.arrayContaining(["ocr", "chromium"]));
    const system = json(await call(api, "GET", "/api/v1/system")) as { engines: readonly { cause: string }[] };
    expect(system.engines.map(({ cause }) => cause)).toContain("left to workers by the classes of this node");
    await worker.stop();
    // Nothing of the requests has stayed anywhere.
    const again = await topology.worker(["pdf"]);
    expectOk(await toImages({ ...api, key }, letterPages(1), { dpi: 72 }));
    await again.stop();
  },
);

test.skipIf(!hasPostgres)(
  "repetitions, missing credits and clients that go away are as on one node",
  { timeout: 300_000 },
  async () => {
    const topology = await startTopology();
    const [api, worker] = await Promise.all([topology.api({ QUIRE_CLASSES: "none" }), topology.worker(["pdf"])]);
    const { key, accountId } = await newClient(api, 2);
    const repeated = () =>
      upload(api, {
        path: PDF_TO_IMAGE,
        file: letterPages(1),
        fields: { dpi: 72 },
        key,
        headers: { "idempotency-key": "once" },
      });
    const [first, second] = [expectOk(await repeated()), expectOk(await repeated())];
    expect([second.headers["idempotency-replayed"], second.body.equals(first.body)]).toEqual(["true", true]);
    expect(await moneyOf(api, accountId)).toEqual([1, 0, 1]);
    const dear = await upload(api, {
      path: PDF_TO_IMAGE,
      file: letterPages(20),
      fields: { start_page: 1, end_page: 20 },
      key,
    });
    expectFailure(dear, 402, "insufficient_credits");

    const busy = async (): Promise<number> => {
      const metrics = await (await fetch(`${worker.baseUrl}/metrics`)).text();
      return Number(/^quire_engine_workers_busy\{pool="pdf"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
    };
    const gone = new AbortController();
    const form = new FormData();
    form.set("file", new Blob([Uint8Array.from(slowPage())]), "slow.pdf");
    const asked = fetch(`${api.baseUrl}${PDF_TO_IMAGE}`, {
      method: "POST",
      body: form,
      headers: { "x-api-key": key },
      signal: gone.signal,
    }).catch(() => "gone");
    await expect.poll(busy, { timeout: 30_000 }).toBe(1);
    gone.abort();
    const goneAt = Date.now();
    expect(await asked).toBe("gone");
    await expect.poll(busy, { timeout: 30_000, interval: 20 }).toBe(0);
    console.info(`The engine of a worker was free ${Date.now() - goneAt} ms after the client had gone.`);
    await expect.poll(() => moneyOf(api, accountId)).toEqual([1, 0, 1]);
  },
);

test.skipIf(!hasPostgres)(
  "the limit of a synchronous request holds on the node that answers, and the worker stops",
  { timeout: 200_000 },
  async () => {
    const topology = await startTopology({ QUIRE_SYNC_TIMEOUT_MS: "2000" });
    const [api] = await Promise.all([topology.api({ QUIRE_CLASSES: "none" }), topology.worker(["pdf"])]);
    const { key, accountId } = await newClient(api, 10);
    const late = await upload(api, { path: PDF_TO_IMAGE, file: slowPage(), key });
    expect([late.status, errorBody(late).code]).toEqual([400, "sync_timeout"]);
    const small = { path: PDF_TO_IMAGE, file: letterPages(1), fields: { dpi: 72 }, key };
    await expect.poll(async () => (await upload(api, small)).status, { timeout: 60_000 }).toBe(200);
    expect(await moneyOf(api, accountId)).toEqual([9, 0, 9]);
  },
);
