import {
  documentOf,
  entries,
  footerOf,
  ifGiven,
  LETTERHEAD,
  moneyOf,
  openingOf,
  PAYMENT,
  PERIOD,
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

const BODY = `${LETTERHEAD}
${openingOf([
  ["date", '{{date date "long"}}', { given: "date" }],
  ["period", PERIOD, { given: "period_start" }],
  ["client_number", valueOf("client_number"), { given: "client_number" }],
  ["closing_balance", moneyOf("closing_balance"), { className: "amount" }],
])}
<main>
  <h1>{{t "statement"}}</h1>
${ifGiven("opening_balance", `<p class="text">{{t "opening_balance"}}: ${moneyOf("opening_balance")}</p>`)}
${tableOf("entries", [
  { label: "date", cell: '{{date date "medium"}}', className: "nowrap" },
  { label: "reference", cell: valueOf("reference", 'default reference ""'), className: "nowrap", given: "reference" },
  { label: "description", cell: valueOf("description"), className: "flexible" },
  { label: "charge", cell: `{{#if charge}}${moneyOf("charge")}{{/if}}`, className: "number" },
  { label: "payment", cell: `{{#if payment}}${moneyOf("payment")}{{/if}}`, className: "number" },
  { label: "balance", cell: ifGiven("balance", moneyOf("balance")), className: "number", given: "balance" },
])}
<div class="ending">
<dl class="sums">
${entries([["closing_balance", moneyOf("closing_balance"), { className: "total" }]])}</dl>
${PAYMENT}</div>
</main>
`;

/** What was charged to a customer and what was paid in a period, and what is left. */
export const statementStandard = stationery({
  slug: "statement-standard",
  name: "Statement of account",
  description:
    "The charges and payments of a customer in a period. Required: company_name, client_name, entries (date, description, " +
    "and charge or payment) and closing_balance. Optional: client_address, client_number, date, period_start with " +
    "period_end, opening_balance, currency_code, iban, bic, bank_name, account_name, payment_reference, payment_qr, " +
    "payment_details, notes, what the letterhead says of the company, logo, accent_color, and an entry's reference and " +
    "balance.",
  content: documentOf({ title: '{{t "statement"}}: {{client_name}}', body: BODY }),
  footerHtml: footerOf('{{t "statement"}}'),
  variablesSchema: {
    ...variablesOf(
      {
        company_name: text,
        client_name: text,
        entries: {
          type: "array",
          items: objectOf(
            { date: textOrNumber, description: textOrNumber },
            optionals("reference", "charge", "payment", "balance"),
          ),
        },
        closing_balance: textOrNumber,
      },
      {
        ...SENDER,
        ...CURRENCY,
        ...PAYING,
        ...optionals("client_address", "client_number", "date", "period_start", "period_end", "opening_balance"),
      },
    ),
    dependentRequired: { period_start: ["period_end"], period_end: ["period_start"] },
  },
  sample: {
    company_name: "Fernhill Furniture",
    company_address: "7 Weaver Street\nLeeds LS2 7AX",
    company_phone: "+44 113 496 0144",
    company_email: "accounts@fernhill.example",
    client_name: "Alder & Finch Ltd",
    client_address: "48 Mill Road\nCambridge CB1 2AZ",
    client_number: "10452",
    date: "2026-06-30",
    period_start: "2026-04-01",
    period_end: "2026-06-30",
    currency_code: "GBP",
    opening_balance: 1240,
    entries: [
      { date: "2026-04-08", reference: "R-5519", description: "Payment received", payment: 1240, balance: 0 },
      { date: "2026-05-06", reference: "F-2210", description: "Desks and chairs", charge: 3089.4, balance: 3089.4 },
      { date: "2026-05-20", reference: "R-5587", description: "Payment received", payment: 1500, balance: 1589.4 },
      { date: "2026-06-03", reference: "G-0311", description: "Credit for one chair", payment: 245, balance: 1344.4 },
      { date: "2026-06-18", reference: "F-2264", description: "Shelves, three units", charge: 612, balance: 1956.4 },
    ],
    closing_balance: 1956.4,
    bank_name: "Pennine Bank",
    iban: "GB00 XXXX 0000 0000 0000 00",
    payment_reference: "10452",
  },
});
