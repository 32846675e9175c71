import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../../store/webhook-store.ts";
import { openApiDocument } from "./openapi.ts";

const limits = {
  uploadBytes: 1000,
  jsonBytes: 1000,
  files: 10,
  fields: 10,
  fieldBytes: 100,
  pagesPerDocument: 10,
} as unknown as Parameters<typeof openApiDocument>[0]["limits"];

test("each event is described as what is sent: a POST with three headers and a body that says which it is", () => {
  const { webhooks, components } = openApiDocument({ operations: [], version: "9.9.9", limits });
  const described = Object.entries(Object(webhooks)).map(([event, item]) => {
    const { parameters, requestBody } = Object(item).post;
    const { type, data } = requestBody.content["application/json"].schema.properties;
    const [, schema = ""] = /^#\/components\/schemas\/(\w+)$/.exec(data.$ref) ?? [];
    expect(Object.keys(Object(components).schemas)).toContain(schema);
    return [event, type.const, schema, parameters.map(({ name }: { readonly name: string }) => name).join(" ")];
  });
  const headers = "webhook-id webhook-timestamp webhook-signature";
  expect(described).toEqual([
    ["job.complete", "job.complete", "Job", headers],
    ["job.failed", "job.failed", "Job", headers],
    ["job.cancelled", "job.cancelled", "Job", headers],
    ["credits.low", "credits.low", "LowCredits", headers],
    ["key.expiring", "key.expiring", "ExpiringKey", headers],
  ]);
  expect(Object.keys(Object(webhooks))).toEqual([...WEBHOOK_EVENTS]);
});
