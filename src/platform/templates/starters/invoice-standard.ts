import { optional, optionalCurrency, type Starter, text, textOrNumber } from "./starter.ts";

/*
 * An invoice on one or more pages of A4 or Letter: its sender and recipient, what is due and when, the items with their
 * amounts, and how to pay. What the schema does not require is left out when it is not given.
 */

const CONTENT = `<header class="top">
  <div class="sender">
    <p class="company">{{company_name}}</p>
    {{#if company_address}}<p class="lines">{{company_address}}</p>{{/if}}
    {{#if company_email}}<p>{{company_email}}</p>{{/if}}
    {{#if company_phone}}<p>{{company_phone}}</p>{{/if}}
    {{#if company_tax_id}}<p>Tax ID {{company_tax_id}}</p>{{/if}}
  </div>
  <div class="heading">
    <h1>Invoice</h1>
    <p class="number">No. {{invoice_number}}</p>
  </div>
</header>

<section class="facts">
  <div class="client">
    <h2>Billed to</h2>
    <p class="name">{{client_name}}</p>
    <p class="lines">{{client_address}}</p>
    {{#if client_tax_id}}<p>Tax ID {{client_tax_id}}</p>{{/if}}
  </div>
  {{#if invoice_date}}
  <div>
    <h2>Date</h2>
    <p>{{date invoice_date "long"}}</p>
  </div>
  {{/if}}
  <div>
    <h2>Due</h2>
    <p>{{date due_date "long"}}</p>
  </div>
  <div class="due">
    <h2>Amount due</h2>
    <p class="amount">{{currency total (default currency_code "USD")}}</p>
  </div>
</section>

<table class="items">
  <thead>
    <tr><th scope="col">Description</th><th scope="col">Quantity</th><th scope="col">Price</th>
      {{~#if (default items.[0].amount "")}}<th scope="col">Amount</th>{{/if~}}
    </tr>
  </thead>
  <tbody>
    {{#items}}
    <tr><td>{{description}}{{#if note}}<small>{{note}}</small>{{/if}}</td><td>{{number quantity}}</td><td>
      {{~currency price (default @root.currency_code "USD")~}}
    </td>
      {{~#if (default @root.items.[0].amount "")}}<td>{{#if amount}}{{currency amount (default @root.currency_code "USD")}}{{/if}}</td>{{/if~}}
    </tr>
    {{/items}}
  </tbody>
</table>

<dl class="sums">
  {{#if subtotal}}<div><dt>Subtotal</dt><dd>{{currency subtotal (default currency_code "USD")}}</dd></div>{{/if}}
  {{#if discount}}<div><dt>Discount</dt><dd>{{currency discount (default currency_code "USD")}}</dd></div>{{/if}}
  {{#if tax}}<div><dt>{{default tax_label "Tax"}}</dt><dd>{{currency tax (default currency_code "USD")}}</dd></div>{{/if}}
  <div class="total"><dt>Total</dt><dd>{{currency total (default currency_code "USD")}}</dd></div>
</dl>

<footer class="end">
  {{#if payment_details}}
  <div>
    <h2>Payment</h2>
    <p class="lines">{{payment_details}}</p>
  </div>
  {{/if}}
  {{#if notes}}
  <div>
    <h2>Notes</h2>
    <p class="lines">{{notes}}</p>
  </div>
  {{/if}}
</footer>
`;

const CSS = `:root { --ink: #1c2430; --soft: #5d6877; --line: #d9dee5; --accent: #1f4b8f; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); font: 10pt/1.45 "Inter", "Helvetica Neue", "Liberation Sans", Arial, sans-serif; }
h1, h2, p, dl, dd { margin: 0; }
.lines { white-space: pre-line; }
h2 { margin-bottom: 3pt; color: var(--soft); font-size: 7.5pt; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }

.top { display: flex; justify-content: space-between; gap: 24pt; padding-bottom: 22pt; border-bottom: 2pt solid var(--accent); }
.sender { color: var(--soft); font-size: 9pt; overflow-wrap: anywhere; }
.company { margin-bottom: 4pt; color: var(--ink); font-size: 15pt; font-weight: 700; line-height: 1.2; }
.heading { flex: none; max-width: 55%; text-align: right; overflow-wrap: anywhere; }
h1 { color: var(--accent); font-size: 26pt; font-weight: 300; line-height: 1; letter-spacing: -0.01em; }
.number { margin-top: 6pt; color: var(--soft); }

.facts { display: flex; flex-wrap: wrap; gap: 14pt 26pt; margin: 22pt 0 26pt; }
.client { flex: 1 1 150pt; overflow-wrap: anywhere; }
.name { font-weight: 600; }
.due { text-align: right; }
.amount { color: var(--accent); font-size: 13pt; font-weight: 700; line-height: 1.2; }

.items { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.items th { padding: 0 0 5pt 14pt; border-bottom: 1pt solid var(--ink); color: var(--soft); font-size: 7.5pt; font-weight: 600; letter-spacing: 0.06em; text-align: right; text-transform: uppercase; }
.items td { padding: 7pt 0 7pt 14pt; border-bottom: 0.5pt solid var(--line); text-align: right; vertical-align: top; white-space: nowrap; }
.items :is(th, td):first-child { width: 55%; padding-left: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
.items tr { break-inside: avoid; }
.items small { display: block; color: var(--soft); font-size: 8.5pt; }

.sums { width: 48%; min-width: 180pt; margin: 12pt 0 0 auto; break-inside: avoid; font-variant-numeric: tabular-nums; }
.sums div { display: flex; justify-content: space-between; gap: 14pt; padding: 3pt 0; }
.sums dt { color: var(--soft); }
.sums .total { margin-top: 5pt; padding-top: 8pt; border-top: 1pt solid var(--ink); font-size: 12pt; font-weight: 700; }
.sums .total dt { color: inherit; }

.end { display: flex; gap: 26pt; margin-top: 34pt; color: var(--soft); font-size: 9pt; break-inside: avoid; }
.end div { flex: 1; overflow-wrap: anywhere; }
`;

export const invoiceStandard: Starter = {
  slug: "invoice-standard",
  name: "Standard invoice",
  description:
    "An invoice with items and a total. Required: company_name, invoice_number, client_name, client_address, due_date, " +
    "items and total. Optional: currency_code, invoice_date, subtotal, discount, tax, tax_label, notes, payment_details, " +
    "company_address, company_email, company_phone, company_tax_id, client_tax_id, and an item's amount and note.",
  format: "html",
  content: CONTENT,
  css: CSS,
  headerHtml: "",
  footerHtml:
    '<div style="display:flex;justify-content:space-between;color:#5d6877;font-size:7.5pt">' +
    "<span>{{company_name}} · Invoice {{invoice_number}}</span>" +
    '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>',
  page: { page_size: "A4", margin_top: 56, margin_bottom: 62, margin_left: 56, margin_right: 56 },
  variablesSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["company_name", "invoice_number", "client_name", "client_address", "due_date", "items", "total"],
    properties: {
      company_name: text,
      company_address: optional,
      company_email: optional,
      company_phone: optional,
      company_tax_id: optional,
      invoice_number: textOrNumber,
      invoice_date: optional,
      due_date: textOrNumber,
      client_name: text,
      client_address: text,
      client_tax_id: optional,
      items: {
        type: "array",
        items: {
          type: "object",
          required: ["description", "quantity", "price"],
          properties: {
            description: textOrNumber,
            note: optional,
            quantity: textOrNumber,
            price: textOrNumber,
            amount: optional,
          },
        },
      },
      subtotal: optional,
      discount: optional,
      tax: optional,
      tax_label: optional,
      total: textOrNumber,
      currency_code: optionalCurrency,
      payment_details: optional,
      notes: optional,
    },
  },
  sample: {
    company_name: "Northwind Studio",
    company_address: "12 Harbour Lane\nBristol BS1 4RW",
    company_email: "accounts@northwind.example",
    company_tax_id: "GB 000 0000 00",
    invoice_number: "2026-0042",
    invoice_date: "2026-03-02",
    due_date: "2026-04-01",
    client_name: "Alder & Finch Ltd",
    client_address: "48 Mill Road\nCambridge CB1 2AZ",
    currency_code: "GBP",
    items: [
      { description: "Brand workshop", note: "Two days on site", quantity: 2, price: 850, amount: 1700 },
      { description: "Design of the annual report", quantity: 1, price: 3200, amount: 3200 },
      { description: "Illustrations", quantity: 6, price: 145.5, amount: 873 },
    ],
    subtotal: 5773,
    tax: 1154.6,
    tax_label: "VAT 20 %",
    total: 6927.6,
    payment_details: "Please pay by bank transfer.\nIBAN GB00 XXXX 0000 0000 0000 00",
    notes: "Thank you for your trust.",
  },
};
