import {
  documentOf,
  footerOf,
  ifGiven,
  ITEM_COLUMNS,
  LETTERHEAD,
  openingOf,
  sumsOf,
  tableOf,
  valueOf,
} from "./fragments.ts";
import { optionals, PRICED, PRICED_ITEMS, SENDER, stationery, text, textOrNumber, variablesOf } from "./starter.ts";

const BODY = `${LETTERHEAD}
${openingOf([
  ["order_number", valueOf("order_number")],
  ["order_date", '{{date order_date "long"}}', { given: "order_date" }],
  ["client_number", valueOf("client_number"), { given: "client_number" }],
  ["client_reference", valueOf("client_reference"), { given: "client_reference" }],
  ["contact", valueOf("contact"), { given: "contact" }],
  ["delivery_date", '{{date delivery_date "long"}}', { given: "delivery_date", className: "due" }],
])}
<main>
  <h1>{{t "order_confirmation"}} <span>${valueOf("order_number")}</span></h1>
  <p class="text">{{default salutation (t "salutation")}}</p>
  <p class="text">{{default intro (t "order_text")}}</p>
${tableOf("items", ITEM_COLUMNS)}
<div class="ending">
${sumsOf()}
{{#if (default delivery_address (default shipping_method (default payment_terms notes)))}}
<section class="columns">
  ${ifGiven("delivery_address", `<div><h2>{{t "delivery_address"}}</h2><p class="lines">${valueOf("delivery_address")}</p></div>`)}
  ${ifGiven("shipping_method", `<div><h2>{{t "shipping_method"}}</h2><p class="lines">${valueOf("shipping_method")}</p></div>`)}
  ${ifGiven("payment_terms", `<div><h2>{{t "payment_method"}}</h2><p class="lines">${valueOf("payment_terms")}</p></div>`)}
  ${ifGiven("notes", `<div><h2>{{t "notes"}}</h2><p class="lines">${valueOf("notes")}</p></div>`)}
</section>
{{/if}}
</div>
</main>
`;

/** What a company says when it takes an order: what it will deliver, when, and for how much. */
export const orderConfirmationStandard = stationery({
  slug: "order-confirmation-standard",
  name: "Order confirmation",
  description:
    "The confirmation of an order. Required: company_name, order_number, client_name, items (description, quantity, price) " +
    "and total. Optional: client_address, order_date, delivery_date, delivery_address, shipping_method, payment_terms, " +
    "notes, client_number, client_reference, contact, salutation, intro, currency_code, subtotal, discount, shipping, tax, " +
    "tax_label, taxes, what the letterhead says of the company, logo, accent_color, and an item's amount, unit and note.",
  content: documentOf({ title: '{{t "order_confirmation"}} {{order_number}}', body: BODY }),
  footerHtml: footerOf(`{{t "order_confirmation"}} ${valueOf("order_number")}`),
  variablesSchema: variablesOf(
    { company_name: text, order_number: textOrNumber, client_name: text, items: PRICED_ITEMS, total: textOrNumber },
    {
      ...SENDER,
      ...PRICED,
      ...optionals("client_address", "order_date", "delivery_date", "delivery_address", "shipping_method"),
      ...optionals("payment_terms", "notes", "client_number", "client_reference", "contact", "salutation", "intro"),
    },
  ),
  sample: {
    company_name: "Fernhill Furniture",
    company_address: "7 Weaver Street\nLeeds LS2 7AX",
    company_phone: "+44 113 496 0144",
    company_email: "orders@fernhill.example",
    order_number: "B-20871",
    order_date: "2026-04-14",
    delivery_date: "2026-05-06",
    client_reference: "PO 4471",
    client_name: "Alder & Finch Ltd",
    client_address: "48 Mill Road\nCambridge CB1 2AZ",
    currency_code: "GBP",
    items: [
      { description: "Desk “Calder”, oak", note: "160 × 80 cm", quantity: 4, price: 389, amount: 1556 },
      { description: "Office chair “Wren”", note: "Fabric: slate", quantity: 4, price: 245, amount: 980 },
      { description: "Cable tray", quantity: 4, price: 18.5, amount: 74 },
    ],
    subtotal: 2610,
    discount: -130.5,
    shipping: 95,
    tax: 514.9,
    tax_label: "VAT 20 %",
    total: 3089.4,
    delivery_address: "Alder & Finch Ltd\nUnit 3, Cowley Park\nCambridge CB1 3LQ",
    shipping_method: "Own vehicle,\nassembly included",
    payment_terms: "30 days after delivery",
  },
});
