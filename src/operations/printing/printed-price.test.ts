import { expect, test } from "vitest";
import { printedPrice } from "./printed-price.ts";

test.for([
  { pages: 1, price: 1 },
  { pages: 25, price: 1 },
  { pages: 26, price: 2 },
  { pages: 50, price: 2 },
  { pages: 51, price: 3 },
  { pages: 275, price: 11 },
  { pages: 276, price: 12 },
  { pages: 400, price: 16 },
  { pages: 5000, price: 200 },
])("$pages printed pages cost $price credits, and one more where the first pages cost 2", ({ pages, price }) => {
  const priceFrom = (base: number): number =>
    printedPrice(base).statement.settle({ result: { kind: "json", value: {} }, pages });
  expect([priceFrom(1), priceFrom(2)]).toEqual([price, price + 1]);
});
