import { expect, test } from "vitest";
import { composeReport } from "./report.ts";
import { STYLE } from "./testing/report-style.ts";

const reportOf = (data: object | string, locale = "en-GB"): string =>
  [...composeReport(typeof data === "string" ? data : JSON.stringify(data), { ...STYLE, locale }).sections]
    .join("")
    .replaceAll("\u00a0", " ");

const ORDERS = [
  { id: "A1", price: 1250, currency: "EUR" },
  { id: "A2", price: 99.5, currency: "USD" },
];

test("amounts have the currency that stands beside them, by the language of the report", () => {
  const english = reportOf(ORDERS);
  expect(english).toContain("€1,250.00");
  expect(english).toContain("US$99.50");
  expect(reportOf(ORDERS, "de-DE")).toContain("1.250,00 €");
  expect(reportOf([{ id: 1, total: 5000, currencyCode: "JPY" }])).toContain("JP¥5,000");
});

test.each([
  ["a list of values", { order: "A1", total: 12.5, iso_currency: "CHF" }, "CHF 12.50"],
  ["an amount as a text", { id: 7, refund: { value: "100.00", currency_code: "USD" } }, "US$100.00"],
  ["a currency of one amount", { a: 1, price: 10.5, price_currency: "GBP", cost: 8.25 }, "£10.50"],
])("%s", (_, data, expected) => {
  expect(reportOf(data)).toContain(expected);
});

test.each([
  ["what is no amount", { quantity: 12, tax_rate: 19.5, currency: "EUR" }],
  ["a code that there is not", { price: 10.5, currency: "XYZ" }],
  ["small letters, which come with cents", { id: 1, price: 1050, currency: "usd" }],
  ["a whole number with nothing but its currency, which may be cents", { total: { value: 1050, currency: "EUR" } }],
  ["another object", { currency: "EUR", line: { price: 10.5, quantity: 1 } }],
  ["another amount than the named one", { price_currency: "EUR", cost: 8.25 }],
])("no currency for %s", (_, data) => {
  expect(reportOf(data)).not.toMatch(/[€$£]/u);
});

const lines = (second: string): object => [
  { item: "Oak", quantity: 2, amount: 20.5, currency: "EUR" },
  { item: "Elm", quantity: 1, amount: 9.5, currency: second },
];

test("sums are of the currency that all amounts have", () => {
  expect(reportOf(lines("EUR"))).toMatch(/class=total.*€30\.00/u);
  expect(reportOf(lines("USD"))).not.toContain("class=total");
});
