import { expect } from "vitest";

const EVERY_ANSWER = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-credits-remaining",
  "ratelimit-policy",
  "ratelimit",
  "x-request-id",
  "x-api-version",
  "x-server-version",
  "access-control-allow-origin",
  "access-control-expose-headers",
];

interface Heads {
  get(name: string): string | null | undefined;
}

export function expectStandardHeaders(headers: Heads): void {
  for (const name of EVERY_ANSWER) {
    expect(headers.get(name), name).toBeTruthy();
  }
  for (const name of EVERY_ANSWER.slice(0, 4)) {
    expect(headers.get(name), name).toMatch(/^\d+$/);
  }
  const reset = Number(headers.get("x-ratelimit-reset"));
  expect(reset % 60).toBe(0);
  expect(reset - Date.now() / 1000).toBeGreaterThan(-1);
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
  expect(headers.get("ratelimit-policy")).toBe(`"default";q=${headers.get("x-ratelimit-limit")};w=60`);
  expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${headers.get("x-ratelimit-remaining")};t=\\d+$`));
  expect(headers.get("x-api-version")).toBe("2.5.1");
  expect(headers.get("x-server-version")).toBe("9.9.9");
}

/** Checks an error answer whole, and returns its body. */
export async function expectProblem(response: Response, status: number, code: string) {
  const body = (await response.json()) as Record<string, unknown>;
  expect([response.status, body.code]).toEqual([status, code]);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(body.request_id).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("connection")).not.toBe("close");
  expectStandardHeaders(response.headers);
  return body;
}
