import {
  documentOf,
  entries,
  footerOf,
  LETTERHEAD,
  moneyOf,
  openingOf,
  PAYMENT,
  tableOf,
  valueOf,
} from "./fragments.ts";
import {
  CURRENCY,
  objectOf,
  optionals,
  PAYING,
  SENDER,
  stationery,
  text,
  textOrNumber,
  variablesOf,
} from "./starter.ts";

const TITLE = '{{t "reminder" (default level 1)}}';

const BODY = `${LETTERHEAD}
${openingOf([
  ["date", '{{date date "long"}}', { given: "date" }],
  ["client_number", valueOf("client_number"), { given: "client_number" }],
  ["contact", valueOf("contact"), { given: "contact" }],
  ["amount_due", moneyOf("total"), { className: "amount" }],
])}
<main>
  <h1>${TITLE}</h1>
  <p class="text">{{default salutation (t "salutation")}}</p>
  <p class="text">{{default intro (t "reminder_text" (default level 1))}}{{#if pay_by}} {{t "pay_by" date=(date pay_by "long")}}{{/if}}</p>
${tableOf("invoices", [
  { label: "invoice_number", cell: valueOf("invoice_number"), className: "wide" },
  {
    label: "date",
    cell: '{{#if invoice_date}}{{date invoice_date "medium"}}{{/if}}',
    className: "nowrap",
    given: "invoice_date",
  },
  { label: "original_due", cell: '{{date due_date "medium"}}', className: "nowrap" },
  { label: "amount", cell: moneyOf("amount"), className: "number" },
])}
<div class="ending">
<dl class="sums">
${entries([
  ["paid", moneyOf("paid"), { given: "paid" }],
  ["interest", moneyOf("interest"), { given: "interest" }],
  ["fee", moneyOf("fee"), { given: "fee" }],
  ["amount_due", moneyOf("total"), { className: "total" }],
])}</dl>
${PAYMENT}</div>
</main>
`;

/** A reminder of invoices that are not paid, in three degrees. */
export const reminderStandard = stationery({
  slug: "reminder-standard",
  name: "Payment reminder",
  description:
    "A reminder of invoices that are not paid. Required: company_name, client_name, invoices (invoice_number, due_date, " +
    "amount) and total. Optional: level (1, a friendly reminder, to 3, the last), client_address, date, pay_by, fee, " +
    "interest, paid, client_number, contact, salutation, intro, currency_code, iban, bic, bank_name, account_name, " +
    "payment_reference, payment_qr, payment_details, notes, what the letterhead says of the company, logo, accent_color, and " +
    "an invoice's invoice_date.",
  content: documentOf({ title: TITLE, body: BODY }),
  footerHtml: footerOf(TITLE),
  variablesSchema: variablesOf(
    {
      company_name: text,
      client_name: text,
      invoices: {
        type: "array",
        items: objectOf(
          { invoice_number: textOrNumber, due_date: textOrNumber, amount: textOrNumber },
          optionals("invoice_date"),
        ),
      },
      total: textOrNumber,
    },
    {
      ...SENDER,
      ...CURRENCY,
      ...PAYING,
      level: { enum: [1, 2, 3, "1", "2", "3", null] },
      ...optionals("client_address", "date", "pay_by", "fee", "interest", "paid", "client_number", "contact"),
      ...optionals("salutation", "intro"),
    },
  ),
  sample: {
    company_name: "Northwind Studio",
    company_address: "12 Harbour Lane\nBristol BS1 4RW",
    company_phone: "+44 117 496 0123",
    company_email: "accounts@northwind.example",
    client_name: "Alder & Finch Ltd",
    client_address: "48 Mill Road\nCambridge CB1 2AZ",
    date: "2026-04-20",
    pay_by: "2026-05-04",
    level: 2,
    currency_code: "GBP",
    invoices: [
      { invoice_number: "2026-0042", invoice_date: "2026-03-02", due_date: "2026-04-01", amount: 6927.6 },
      { invoice_number: "2026-0047", invoice_date: "2026-03-12", due_date: "2026-04-11", amount: 480 },
    ],
    fee: 40,
    total: 7447.6,
    bank_name: "Harbour Bank",
    iban: "GB00 XXXX 0000 0000 0000 00",
    payment_reference: "2026-0042, 2026-0047",
  },
});
