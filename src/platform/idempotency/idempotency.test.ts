import { expect, test } from "vitest";
import { fingerprintOf, isRemembered, normalizedFields, originOf, type RequestContent } from "./idempotency.ts";
import { seal, unseal } from "./sealing.ts";

const pepper = Buffer.alloc(32, 1);
const content: RequestContent = {
  method: "POST",
  path: "/api/v1/pdf/merge",
  query: { async: true },
  fields: { bookmarks: "keep", password: "1234" },
  files: ["aa", "bb"],
};

test("a request is the same whatever the order of its fields, and another one in anything else", () => {
  const fingerprint = fingerprintOf(content, pepper);
  expect(fingerprintOf({ ...content, fields: { password: "1234", bookmarks: "keep" } }, pepper)).toBe(fingerprint);
  const others: Partial<RequestContent>[] = [
    { method: "PUT" },
    { path: "/api/v1/pdf/split" },
    { query: {} },
    { fields: { bookmarks: "keep", password: "1235" } },
    { fields: { bookmarks: "keep" } },
    { files: ["bb", "aa"] },
    { files: ["aa"] },
  ];
  const prints = others.map((change) => fingerprintOf({ ...content, ...change }, pepper));
  expect(new Set([fingerprint, ...prints]).size).toBe(others.length + 1);
  expect(fingerprintOf(content, Buffer.alloc(32, 2))).not.toBe(fingerprint);
});

const print = (value: unknown): string => fingerprintOf({ ...content, fields: { value } }, pepper);

test("fields count by the values that they were parsed to, and unknown ones as they were sent", () => {
  const sent = { dpi: "072.0", colour: "RED" };
  expect(normalizedFields(sent, { dpi: 72, quality: 80 })).toEqual({ dpi: 72, colour: "RED" });
  expect(print(new Map([["a", 1]]))).not.toBe(print(new Map([["a", 2]])));
  expect(print({ a: 1, b: 2 })).toBe(print({ b: 2, a: 1 }));
});

test("an origin is a request's on one day", () => {
  const request = { accountId: "acc_1", idempotencyKey: "k", fingerprint: "f" };
  const noon = Date.UTC(2026, 10, 22, 12);
  const origin = originOf(request, { pepper, now: noon });
  expect(originOf(request, { pepper, now: noon + 1000 })).toBe(origin);
  expect(originOf(request, { pepper, now: noon + 86_400_000 })).not.toBe(origin);
  expect(originOf({ ...request, accountId: "acc_2" }, { pepper, now: noon })).not.toBe(origin);
});

test("successes and what a document caused are remembered, nothing else", () => {
  const outcomes = [
    [200, undefined],
    [202, undefined],
    [400, "invalid_pdf"],
    [422, "validation_error"],
    [400, "sync_timeout"],
    [402, "insufficient_credits"],
    [409, "name_taken"],
    [429, "queue_full"],
    [500, "internal_error"],
    [503, "storage_unavailable"],
  ] as const;
  const remembered = outcomes.filter(([status, code]) => isRemembered(status, code));
  expect(remembered.map(([status]) => status)).toEqual([200, 202, 400]);
});

test("what is sealed opens only with the same API key and pepper, and not when it was changed", () => {
  const sealed = seal("a secret", { apiKey: "key-one-1", pepper });
  expect(sealed).not.toContain("secret");
  expect(unseal(sealed, { apiKey: "key-one-1", pepper })).toBe("a secret");
  expect(unseal(sealed, { apiKey: "key-two-2", pepper })).toBeUndefined();
  expect(unseal(sealed, { apiKey: "key-one-1", pepper: Buffer.alloc(32, 9) })).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(unseal(bytes.toString("base64"), { apiKey: "key-one-1", pepper })).toBeUndefined();
  expect(seal("a secret", { apiKey: "key-one-1", pepper })).not.toBe(sealed);
});
