import {
  documentOf,
  footerOf,
  ifGiven,
  ITEM_COLUMNS,
  LETTERHEAD,
  openingOf,
  signaturesOf,
  sumsOf,
  tableOf,
  valueOf,
} from "./fragments.ts";
import { optionals, PRICED, PRICED_ITEMS, SENDER, stationery, text, textOrNumber, variablesOf } from "./starter.ts";

const BODY = `${LETTERHEAD}
${openingOf([
  ["quote_number", valueOf("quote_number")],
  ["date", '{{date quote_date "long"}}', { given: "quote_date" }],
  ["client_reference", valueOf("client_reference"), { given: "client_reference" }],
  ["contact", valueOf("contact"), { given: "contact" }],
  ["valid_until", '{{date valid_until "long"}}', { given: "valid_until", className: "due" }],
])}
<main>
  <h1>{{t "quote"}} <span>${valueOf("quote_number")}</span></h1>
  <p class="text">{{default salutation (t "salutation")}}</p>
  <p class="text">{{default intro (t "quote_text")}}</p>
${tableOf("items", ITEM_COLUMNS)}
<div class="ending">
${sumsOf()}
${ifGiven("terms", `<section class="columns"><div><h2>{{t "terms"}}</h2><p class="lines">${valueOf("terms")}</p></div></section>`)}
</div>
{{#if accepts}}<div class="acceptance"><p>{{t "quote_acceptance"}}</p>
${signaturesOf("place_and_date", "signature")}</div>{{/if}}
</main>
`;

/** An offer of goods and services, which its recipient may sign. */
export const quoteStandard = stationery({
  slug: "quote-standard",
  name: "Quote",
  description:
    "An offer with items and a total. Required: company_name, quote_number, client_name, items (description, quantity, " +
    "price) and total. Optional: client_address, quote_date, valid_until, client_reference, contact, salutation, intro, " +
    "terms, accepts (true: lines to sign on), currency_code, subtotal, discount, shipping, tax, tax_label, taxes, what the " +
    "letterhead says of the company, logo, accent_color, and an item's amount, unit and note.",
  content: documentOf({ title: '{{t "quote"}} {{quote_number}}', body: BODY }),
  css: ".acceptance { margin-top: 9mm; break-inside: avoid; }\n",
  footerHtml: footerOf(`{{t "quote"}} ${valueOf("quote_number")}`),
  variablesSchema: variablesOf(
    { company_name: text, quote_number: textOrNumber, client_name: text, items: PRICED_ITEMS, total: textOrNumber },
    {
      ...SENDER,
      ...PRICED,
      ...optionals("client_address", "quote_date", "valid_until", "client_reference", "contact"),
      ...optionals("salutation", "intro", "terms"),
      accepts: { type: ["boolean", "null"] },
    },
  ),
  sample: {
    company_name: "Northwind Studio",
    company_address: "12 Harbour Lane\nBristol BS1 4RW",
    company_phone: "+44 117 496 0123",
    company_email: "hello@northwind.example",
    quote_number: "Q-2026-018",
    quote_date: "2026-02-09",
    valid_until: "2026-03-09",
    contact: "Maya Osei",
    client_name: "Alder & Finch Ltd",
    client_address: "48 Mill Road\nCambridge CB1 2AZ",
    currency_code: "GBP",
    items: [
      { description: "Brand workshop", note: "Two days on site", quantity: 2, unit: "days", price: 850, amount: 1700 },
      { description: "Design of the annual report", quantity: 1, price: 3200, amount: 3200 },
      { description: "Illustrations", quantity: 6, price: 145.5, amount: 873 },
    ],
    subtotal: 5773,
    tax: 1154.6,
    tax_label: "VAT 20 %",
    total: 6927.6,
    terms: "Half on order, half on delivery. Delivery within six weeks of your order.",
    accepts: true,
  },
});
