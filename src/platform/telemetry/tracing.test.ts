import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { beginStep, currentTraceparent, enterStep, observed } from "../../kernel/observation.ts";
import { IS_FULL } from "../../../test/running/sampling.ts";
import { startTracing } from "./tracing.ts";

/* Spans as a collector receives them (OTLP over HTTP, in JSON). */

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** Starts a collector that keeps what it receives. */
async function collector() {
  const spans: ReceivedSpan[] = [];
  const tokens = new Set<string | undefined>();
  const server = createServer((incoming, response) => {
    tokens.add(incoming.headers.authorization);
    expect(incoming.url).toBe("/v1/traces");
    void json(incoming).then((body) => {
      for (const { scopeSpans } of Object(body).resourceSpans) {
        spans.push(...scopeSpans.flatMap(({ spans: some }: { readonly spans: readonly ReceivedSpan[] }) => some));
      }
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, spans, tokens };
}

const startedFor = ({ endpoint }: { readonly endpoint: string }) =>
  startTracing({ endpoint, token: "t0ken", instance: "inst_test", version: "9.9.9" });

const spanOf = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name);
  expect(found, name).toBeDefined();
  return found as ReceivedSpan;
};

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Does what a request does that becomes a job; returns the name of its step, as the job keeps it. */
function request(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const facts = { method: "POST", route: "/api/v1/pdf/merge", traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    const end = enterStep("request", facts, () => {
      void observed("admission", {}, async () => undefined)
        .then(() => observed("store", { transaction: "submit" }, async () => currentTraceparent()))
        .then(async (traceparent) => {
          const wait = beginStep("engine wait", { pool: "pdf" });
          await Promise.resolve();
          wait();
          end();
          resolve(traceparent);
        });
    });
  });
}

test("a request, and its job on another node, are one trace with the caller's", async () => {
  const received = await collector();
  const tracing = await startedFor(received);
  const traceparent = await request();
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(currentTraceparent()).toBeUndefined();
  const work = observed("job", { job: "job_1", operation: "merge", waited_ms: 5, traceparent }, () =>
    observed("operation", { operation: "merge", files: 2 }, () =>
      Promise.reject(new Failure("wrong_password", "The password of letter.pdf is wrong.")),
    ),
  );
  await expect(work).rejects.toThrow("wrong");
  await tracing[Symbol.asyncDispose]();

  const { spans, tokens } = received;
  expect([...tokens]).toEqual(["Bearer t0ken"]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  const [root, admission, store, wait, job, operation] = [
    "POST /api/v1/pdf/merge",
    "admission",
    "store submit",
    "wait for pdf",
    "job merge",
    "operation merge",
  ].map((name) => spanOf(spans, name));
  expect(root?.parentSpanId).toBe("00f067aa0ba902b7");
  expect([admission, store, wait].map((span) => span?.parentSpanId)).toEqual(Array(3).fill(root?.spanId));
  expect(job?.parentSpanId).toBe(store?.spanId);
  expect(operation).toMatchObject({ parentSpanId: job?.spanId, status: { code: 2 } });
  const attributes = Object.fromEntries((operation?.attributes ?? []).map(({ key, value }) => [key, value]));
  expect(attributes).toMatchObject({
    "quire.operation": { stringValue: "merge" },
    "error.type": { stringValue: "wrong_password" },
  });
  // Messages may have names of files in them.
  expect(JSON.stringify(spans)).not.toContain("letter.pdf");
});

test("what belongs to no request is not traced, and nothing is when the tracing has ended", async () => {
  const received = await collector();
  const tracing = await startedFor(received);
  await observed("store", { transaction: "claim" }, async () => undefined);
  beginStep("engine task", { pool: "pdf", method: "cos.facts" })();
  await tracing[Symbol.asyncDispose]();
  await request();
  expect(received.spans).toEqual([]);
  expect(currentTraceparent()).toBeUndefined();
});

test.runIf(IS_FULL)("work does not wait for a collector that is not there", async () => {
  const tracing = await startedFor({ endpoint: "http://127.0.0.1:9" });
  await request();
  await expect(tracing[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
