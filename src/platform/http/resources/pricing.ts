import type { Operation } from "../../../operations/operation.ts";
import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource } from "../resource/resource.ts";
import { listOf, objectSchema, ref, text } from "./json.ts";

/** The price of a credit in US dollars, in the price list (contract §5). */
const USD_PER_CREDIT = 0.001;

const getPricing = resource({
  method: "GET",
  path: "/api/v1/pricing",
  operationId: "get_pricing",
  tag: "account",
  summary: "What the operations cost",
  scopes: [],
  answers: { 200: { description: "The price list.", schema: ref("Pricing") } },
  handle(_request, { operations, metering }) {
    const value = {
      unit: "credit",
      usd_per_credit: USD_PER_CREDIT,
      metering: metering.isMetered ? "on" : "off",
      operations: operations.map(priceObject),
    };
    return Promise.resolve({ kind: "json", status: 200, value });
  },
});

export const pricingResources: readonly Resource[] = [getPricing];

const priceObject = ({ name, path, summary, price }: Operation): object => ({
  operation: name,
  path,
  summary,
  price,
});

export const pricingSchemas: JsonObject = {
  ...objectSchema("Pricing", {
    unit: text("Unit of the prices.", { const: "credit" }),
    usd_per_credit: { type: "number", description: "Value of one credit, in US dollars." },
    metering: text("Whether credits are held and charged; off: everything is free.", { enum: ["on", "off"] }),
    operations: listOf(ref("Price")),
  }),
  ...objectSchema("Price", {
    operation: text("Name of the operation."),
    path: text("Path of the operation."),
    summary: text("What the operation does."),
    price: text("Price of the operation, in words; `/api/v1/estimate` computes it for a file."),
  }),
};
