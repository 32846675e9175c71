import { expect, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { as, call, newClient } from "./accounts.ts";
import { send } from "./client.ts";
import { expectFailure } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 12: the price list. */

const service = commonService();

interface Pricing {
  readonly unit: string;
  readonly usd_per_credit: number;
  readonly metering: string;
  readonly operations: readonly { readonly operation: string; readonly path: string; readonly price: unknown }[];
}

test("the price list has each operation once, with its path and price", async () => {
  const pricing = as<Pricing>(await call(service(), "GET", "/api/v1/pricing"));
  expect(pricing).toMatchObject({ unit: "credit", usd_per_credit: 0.001, metering: "on" });
  expect(pricing.operations.map(({ path }) => path).toSorted()).toEqual(operations.map(({ path }) => path).toSorted());
  for (const { operation, path, price } of pricing.operations) {
    expect(path.replaceAll("/", "-").endsWith(`-${operation}`)).toBe(true);
    expect(JSON.stringify(price)).toMatch(operation === "ocr-extract-simple" ? /0/ : /1/);
  }
  const described = pricing.operations.map(({ operation, price }) => [operation, JSON.stringify(price)]);
  expect(Object.fromEntries(described)["pdf-to-image"]).toMatch(/10\b.*300.*\b5\b|300.*\b5\b.*\b10\b/);
  expect(Object.fromEntries(described)["remove-password"]).toMatch(/100/);
});

test("it is a read for any key, and asks for one", async () => {
  const { key } = await newClient(service(), 0, { scopes: ["vision"] });
  expect((await call(service(), "GET", "/api/v1/pricing", { key })).status).toBe(200);
  expect((await send(service(), { method: "HEAD", path: "/api/v1/pricing", key })).status).toBe(200);
  expectFailure(await call(service(), "GET", "/api/v1/pricing", { key: null }), 401, "missing_api_key");
  expectFailure(await call(service(), "POST", "/api/v1/pricing", { value: {} }), 405, "method_not_allowed");
});
