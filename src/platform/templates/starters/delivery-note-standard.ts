import { documentOf, footerOf, ifGiven, LETTERHEAD, openingOf, signaturesOf, tableOf, valueOf } from "./fragments.ts";
import { objectOf, optionals, SENDER, stationery, text, textOrNumber, variablesOf } from "./starter.ts";

const BODY = `${LETTERHEAD}
${openingOf([
  ["delivery_number", valueOf("delivery_number")],
  ["delivery_date", '{{date delivery_date "long"}}', { given: "delivery_date" }],
  ["order_number", valueOf("order_number"), { given: "order_number" }],
  ["client_reference", valueOf("client_reference"), { given: "client_reference" }],
  ["carrier", valueOf("carrier"), { given: "carrier" }],
  ["tracking_number", valueOf("tracking_number"), { given: "tracking_number" }],
  ["packages", "{{number packages}}", { given: "packages" }],
  ["weight", valueOf("weight"), { given: "weight" }],
])}
<main>
  <h1>{{t "delivery_note"}} <span>${valueOf("delivery_number")}</span></h1>
${tableOf("items", [
  { label: "sku", cell: valueOf("sku"), className: "nowrap", given: "sku" },
  {
    label: "description",
    cell: `${valueOf("description")}${ifGiven("note", `<small>${valueOf("note")}</small>`)}`,
    className: "wide",
  },
  { label: "ordered", cell: "{{#if ordered}}{{number ordered}}{{/if}}", className: "number", given: "ordered" },
  {
    label: "delivered",
    cell: "{{number quantity}}{{#if unit}} <bdi>{{unit}}</bdi>{{/if}}",
    className: "number",
  },
])}
{{#if (default billing_address notes)}}
<section class="columns">
  ${ifGiven("billing_address", `<div><h2>{{t "billing_address"}}</h2><p class="lines">${valueOf("billing_address")}</p></div>`)}
  ${ifGiven("notes", `<div><h2>{{t "notes"}}</h2><p class="lines">${valueOf("notes")}</p></div>`)}
</section>
{{/if}}
<div class="received ending"><p>{{t "delivery_received"}}</p>
${signaturesOf("place_and_date", "signature")}</div>
</main>
`;

/** What goes with goods: what was ordered, what is in the parcel, and lines on which its receipt is signed. */
export const deliveryNoteStandard = stationery({
  slug: "delivery-note-standard",
  name: "Delivery note",
  description:
    "The list of goods that goes with them, without prices. Required: company_name, delivery_number, client_name, " +
    "client_address and items (description, quantity). Optional: delivery_date, order_number, client_reference, carrier, " +
    "tracking_number, packages, weight, billing_address, notes, what the letterhead says of the company, logo, " +
    "accent_color, and an item's sku, ordered, unit and note.",
  content: documentOf({ title: '{{t "delivery_note"}} {{delivery_number}}', body: BODY }),
  css: ".received { margin-top: 12mm; }\n",
  footerHtml: footerOf(`{{t "delivery_note"}} ${valueOf("delivery_number")}`),
  variablesSchema: variablesOf(
    {
      company_name: text,
      delivery_number: textOrNumber,
      client_name: text,
      client_address: text,
      items: {
        type: "array",
        items: objectOf(
          { description: textOrNumber, quantity: textOrNumber },
          optionals("sku", "ordered", "unit", "note"),
        ),
      },
    },
    {
      ...SENDER,
      ...optionals("delivery_date", "order_number", "client_reference", "carrier", "tracking_number", "packages"),
      ...optionals("weight", "billing_address", "notes"),
    },
  ),
  sample: {
    company_name: "Fernhill Furniture",
    company_address: "7 Weaver Street\nLeeds LS2 7AX",
    company_phone: "+44 113 496 0144",
    company_email: "orders@fernhill.example",
    delivery_number: "L-9032",
    delivery_date: "2026-05-06",
    order_number: "B-20871",
    client_name: "Alder & Finch Ltd",
    client_address: "Unit 3, Cowley Park\nCambridge CB1 3LQ",
    carrier: "Pennine Freight",
    tracking_number: "PF 7741 0098 23",
    packages: 12,
    weight: "418 kg",
    items: [
      { sku: "CAL-160-O", description: "Desk “Calder”, oak", note: "160 × 80 cm", ordered: 4, quantity: 4 },
      { sku: "WRE-SL", description: "Office chair “Wren”", note: "Fabric: slate", ordered: 4, quantity: 3 },
      { sku: "CT-100", description: "Cable tray", ordered: 4, quantity: 4 },
    ],
    notes: "One chair follows in the week of 18 May.",
  },
});
