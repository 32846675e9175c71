import { expect, test } from "vitest";
import { redoclyFindings, spectralFindings } from "../../scripts/openapi-rules.ts";

test("the recommended rules of Redocly find nothing in the API description", async () => {
  expect(await redoclyFindings()).toEqual([]);
});

test("the recommended rules of Spectral find nothing in the API description", { timeout: 300_000 }, async () => {
  expect(await spectralFindings()).toEqual([]);
});
