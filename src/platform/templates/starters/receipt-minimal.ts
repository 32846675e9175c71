import { optional, optionalCurrency, type Starter, text, textOrNumber } from "./starter.ts";

/* A receipt on a small sheet: what was bought, what was paid. */

const CONTENT = `<header>
  <h1>{{company_name}}</h1>
  {{#if company_address}}<p class="lines">{{company_address}}</p>{{/if}}
</header>

<section class="facts">
  <h2>Receipt{{#if receipt_number}} {{receipt_number}}{{/if}}</h2>
  {{#if date}}<p>{{date date "long"}}</p>{{/if}}
</section>

<table>
  <thead class="unseen"><tr><th scope="col">Item</th><th scope="col">Price</th></tr></thead>
  <tbody>
    {{#items}}
    <tr><td>{{#if quantity}}<span class="count">{{number quantity}} ×</span> {{/if}}{{description}}</td><td>
      {{~currency price (default @root.currency_code "USD")~}}
    </td></tr>
    {{/items}}
  </tbody>
</table>

<dl>
  {{#if tax}}<div><dt>{{default tax_label "Tax"}}</dt><dd>{{currency tax (default currency_code "USD")}}</dd></div>{{/if}}
  <div class="total"><dt>Total</dt><dd>{{currency total (default currency_code "USD")}}</dd></div>
  {{#if payment_method}}<div><dt>Paid by</dt><dd>{{payment_method}}</dd></div>{{/if}}
</dl>

<p class="thanks">{{default notes "Thank you!"}}</p>
`;

const CSS = `* { box-sizing: border-box; }
body { margin: 0; color: #20242b; font: 9.5pt/1.45 "Inter", "Helvetica Neue", "Liberation Sans", Arial, sans-serif; overflow-wrap: anywhere; }
h1, h2, p, dl, dd { margin: 0; }
.lines { white-space: pre-line; }
header { text-align: center; color: #6b7280; font-size: 8.5pt; }
h1 { margin-bottom: 3pt; color: #20242b; font-size: 15pt; font-weight: 700; line-height: 1.2; letter-spacing: -0.01em; }
.facts { display: flex; justify-content: space-between; gap: 12pt; margin: 20pt 0 6pt; padding-bottom: 6pt; border-bottom: 0.75pt dashed #9aa1ab; color: #6b7280; font-size: 8.5pt; }
h2 { color: #20242b; font-size: 8.5pt; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
td { padding: 4pt 0; vertical-align: top; }
td + td { padding-left: 12pt; text-align: right; white-space: nowrap; }
tr { break-inside: avoid; }
.count { color: #6b7280; }
.unseen th { height: 0; padding: 0; font-size: 0; line-height: 0; }
dl { margin-top: 4pt; padding-top: 6pt; border-top: 0.75pt dashed #9aa1ab; break-inside: avoid; font-variant-numeric: tabular-nums; }
dl div { display: flex; justify-content: space-between; gap: 12pt; padding: 2pt 0; color: #6b7280; }
dl .total { color: #20242b; font-size: 13pt; font-weight: 700; }
.thanks { margin-top: 18pt; color: #6b7280; text-align: center; white-space: pre-line; break-inside: avoid; }
`;

export const receiptMinimal: Starter = {
  slug: "receipt-minimal",
  name: "Minimal receipt",
  description:
    "A small receipt. Required: company_name, items with description and price, and total. Optional: receipt_number, date, " +
    "company_address, an item's quantity, tax, tax_label, payment_method, notes and currency_code.",
  format: "html",
  content: CONTENT,
  css: CSS,
  headerHtml: "",
  footerHtml: "",
  page: { page_size: "A6", margin_top: 28, margin_bottom: 28, margin_left: 28, margin_right: 28 },
  variablesSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["company_name", "items", "total"],
    properties: {
      company_name: text,
      company_address: optional,
      receipt_number: optional,
      date: optional,
      items: {
        type: "array",
        items: {
          type: "object",
          required: ["description", "price"],
          properties: { description: textOrNumber, quantity: optional, price: textOrNumber },
        },
      },
      tax: optional,
      tax_label: optional,
      total: textOrNumber,
      payment_method: optional,
      currency_code: optionalCurrency,
      notes: optional,
    },
  },
  sample: {
    company_name: "Corner Café",
    company_address: "3 Station Square\nBath BA1 1SU",
    receipt_number: "R-1042",
    date: "2026-03-14",
    currency_code: "GBP",
    items: [
      { description: "Espresso", quantity: 2, price: 4.8 },
      { description: "Almond croissant", quantity: 1, price: 3.2 },
      { description: "Beans, 250 g", quantity: 1, price: 11.5 },
    ],
    tax: 3.25,
    tax_label: "VAT included",
    total: 19.5,
    payment_method: "Card",
    notes: "Thank you, see you soon!",
  },
};
