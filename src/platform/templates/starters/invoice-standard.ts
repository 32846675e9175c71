import {
  documentOf,
  footerOf,
  ITEM_COLUMNS,
  LETTERHEAD,
  moneyOf,
  openingOf,
  PAYMENT,
  sumsOf,
  tableOf,
  valueOf,
} from "./fragments.ts";
import {
  optionals,
  PAYING,
  PRICED,
  PRICED_ITEMS,
  SENDER,
  stationery,
  text,
  textOrNumber,
  variablesOf,
} from "./starter.ts";

const TITLE = `{{t "invoice"}} ${valueOf("invoice_number")}`;

const BODY = `${LETTERHEAD}
${openingOf([
  ["date", '{{date invoice_date "long"}}', { given: "invoice_date" }],
  ["service_date", '{{date service_date "long"}}', { given: "service_date" }],
  ["client_number", valueOf("client_number"), { given: "client_number" }],
  ["client_reference", valueOf("client_reference"), { given: "client_reference" }],
  ["tax_id", '<span class="ltr">{{client_tax_id}}</span>', { given: "client_tax_id" }],
  ["due_date", '{{date due_date "long"}}'],
  ["amount_due", moneyOf("total"), { className: "amount" }],
])}
<main>
  <h1>{{t "invoice"}} <span>${valueOf("invoice_number")}</span></h1>
${tableOf("items", ITEM_COLUMNS)}
<div class="ending">
${sumsOf()}
${PAYMENT}</div>
</main>
`;

/** An invoice on one or more pages: what is due and when, the items with their amounts, and how to pay. */
export const invoiceStandard = stationery({
  slug: "invoice-standard",
  name: "Standard invoice",
  description:
    "An invoice with items and a total. Required: company_name, invoice_number, client_name, client_address, due_date, " +
    "items (description, quantity, price) and total. Optional: currency_code, invoice_date, service_date, subtotal, " +
    "discount, shipping, tax, tax_label, taxes, iban, bic, bank_name, account_name, payment_reference, payment_qr, " +
    "payment_details, notes, company_address, company_email, company_phone, company_website, company_tax_id, logo, " +
    "accent_color, client_number, client_reference, client_tax_id, and an item's amount, unit and note.",
  content: documentOf({ title: `{{t "invoice"}} {{invoice_number}}`, body: BODY }),
  footerHtml: footerOf(TITLE),
  variablesSchema: variablesOf(
    {
      company_name: text,
      invoice_number: textOrNumber,
      client_name: text,
      client_address: text,
      due_date: textOrNumber,
      items: PRICED_ITEMS,
      total: textOrNumber,
    },
    {
      ...SENDER,
      ...PRICED,
      ...PAYING,
      ...optionals("invoice_date", "service_date", "client_number", "client_reference", "client_tax_id"),
    },
  ),
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
    bank_name: "Harbour Bank",
    iban: "GB00 XXXX 0000 0000 0000 00",
    payment_reference: "2026-0042",
    notes: "Thank you for your trust.",
  },
});
