import { documentOf, entries, ifGiven, moneyOf, valueOf } from "./fragments.ts";
import { LOGO, objectOf, optionals, PRICED, starter, text, textOrNumber, variablesOf } from "./starter.ts";

const BODY = `<header>
  {{#if logo}}<img src="{{logo}}" alt="{{default logo_alt company_name}}">{{/if}}
  <h1>${valueOf("company_name")}</h1>
  ${ifGiven("company_address", `<p class="lines">${valueOf("company_address")}</p>`)}
  ${ifGiven("company_tax_id", `<p>{{t "tax_id"}} <span class="ltr">{{company_tax_id}}</span></p>`)}
</header>
<main>
  <div class="facts">
    <h2>{{t "receipt"}}${ifGiven("receipt_number", ` ${valueOf("receipt_number")}`)}</h2>
    ${ifGiven("date", `<p>{{date date "long"}}</p>`)}
  </div>
  <table>
    <thead class="unseen"><tr><th scope="col">{{t "item"}}</th><th scope="col">{{t "price"}}</th></tr></thead>
    <tbody>
      {{#each items}}
      <tr><td>{{#if quantity}}<span class="soft">{{number quantity}} ×</span> {{/if}}${valueOf("description")}</td><td class="number">${moneyOf("price")}</td></tr>
      {{/each}}
    </tbody>
  </table>
  <dl class="sums">
${entries([
  ["subtotal", moneyOf("subtotal"), { given: "subtotal" }],
  ["discount", moneyOf("discount"), { given: "discount" }],
  ['{{default tax_label (t "tax")}}', moneyOf("tax"), { given: "tax" }],
])}    {{#each taxes}}<div><dt>${valueOf("label")}</dt><dd>${moneyOf("amount")}</dd></div>{{/each}}
${entries([
  ["total", moneyOf("total"), { className: "total" }],
  ["paid_by", valueOf("payment_method"), { given: "payment_method" }],
])}  </dl>
  <p class="thanks">{{default notes (t "thank_you")}}</p>
</main>
`;

const CSS = `body { overflow-wrap: anywhere; }
header { color: var(--soft); font-size: 8.5pt; text-align: center; }
header img { max-height: 14mm; margin: 0 auto 6pt; }
h1 { margin-bottom: 3pt; color: var(--ink); font-size: 15pt; }
.facts { display: flex; justify-content: space-between; gap: 12pt; margin: 18pt 0 4pt; padding-bottom: 6pt; border-bottom: 0.75pt dashed var(--soft); color: var(--soft); font-size: 8.5pt; }
h2 { margin: 0; color: var(--ink); font-size: 8.5pt; font-weight: 700; }
td { padding-block: 4pt; border: 0; }
.unseen th { height: 0; padding: 0; border: 0; font-size: 0; line-height: 0; }
.sums { width: auto; margin-inline-start: 0; margin-top: 4pt; padding-top: 6pt; border-top: 0.75pt dashed var(--soft); }
.sums .total { margin-top: 2pt; padding-top: 2pt; border: 0; font-size: 13pt; }
.thanks { margin-top: 16pt; color: var(--soft); text-align: center; white-space: pre-line; break-inside: avoid; }
`;

/** A receipt on a small sheet: what was bought, what was paid. */
export const receiptMinimal = starter({
  slug: "receipt-minimal",
  name: "Minimal receipt",
  description:
    "A small receipt. Required: company_name, items (description, price) and total. Optional: receipt_number, date, " +
    "company_address, company_tax_id, logo, accent_color, an item's quantity, subtotal, discount, tax, tax_label, taxes, " +
    "payment_method, notes and currency_code.",
  content: documentOf({ title: '{{t "receipt"}}{{#if receipt_number}} {{receipt_number}}{{/if}}', body: BODY }),
  css: CSS,
  page: { page_size: "A6", margin_top: 28, margin_bottom: 28, margin_left: 28, margin_right: 28 },
  variablesSchema: variablesOf(
    {
      company_name: text,
      items: {
        type: "array",
        items: objectOf({ description: textOrNumber, price: textOrNumber }, optionals("quantity")),
      },
      total: textOrNumber,
    },
    {
      ...LOGO,
      ...PRICED,
      ...optionals("company_address", "company_tax_id", "receipt_number", "date", "payment_method", "notes"),
    },
  ),
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
});
