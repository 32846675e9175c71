/*
 * The parts that the contents of starters have in common. They are put together when the service starts: what an account
 * copies is one template without partials. Values stand in `bdi`, so that their own direction does not move what is
 * around them.
 */

/** Returns a whole document. `title` is written in the document's information. */
export const documentOf = ({ title, body }: { readonly title: string; readonly body: string }): string =>
  `<!doctype html>
<html lang="{{@locale}}" dir="{{@direction}}"{{#if accent_color}} style="--accent: {{accent_color}}"{{/if}}>
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<body>
${body}</body>
</html>
`;

/** Returns the value of a variable; `shown` is what is written of it when it is not the variable itself. */
export const valueOf = (name: string, shown: string = name): string => `<bdi>{{${shown}}}</bdi>`;

/** Returns an amount of the document's currency. */
export const moneyOf = (name: string): string => `{{currency ${name} (default @root.currency_code "USD")}}`;

/** Returns `html` where a variable is given. */
export const ifGiven = (name: string, html: string): string => `{{#if ${name} includeZero=true}}${html}{{/if}}`;

/** A period of days. */
export const PERIOD =
  '<span class="nowrap">{{date period_start "medium"}} –</span> <span class="nowrap">{{date period_end "medium"}}</span>';

/**
 * A label with its value in a list of facts or sums, such as `["due_date", '{{date due_date "long"}}']`; a label that is no
 * key is written as it is.
 */
type Fact = readonly [label: string, value: string, options?: { readonly given?: string; readonly className?: string }];

/** Returns the entries of a `dl`; one with `given` is left out where that variable is not there. */
export const entries = (facts: readonly Fact[]): string =>
  facts
    .map(([label, value, { given, className } = {}]) => {
      const name = /^[a-z_]+$/.test(label) ? `{{t "${label}"}}` : label;
      const start = className === undefined ? "<div>" : `<div class="${className}">`;
      const entry = `${start}<dt>${name}</dt><dd>${value}</dd></div>`;
      return `  ${given === undefined ? entry : ifGiven(given, entry)}\n`;
    })
    .join("");

/** The head of a letter: the logo or the name of its sender, and how the sender can be reached. */
export const LETTERHEAD = `<header class="letterhead">
  {{#if logo}}<img src="{{logo}}" alt="{{default logo_alt company_name}}">{{else}}<p class="company">${valueOf("company_name")}</p>{{/if}}
  <div class="sender">
    {{#if logo}}<strong>${valueOf("company_name")}</strong>{{/if}}
    ${ifGiven("company_address", `<p class="lines">${valueOf("company_address")}</p>`)}
    ${ifGiven("company_phone", `<p><span class="ltr">{{company_phone}}</span></p>`)}
    ${ifGiven("company_email", `<p><span class="ltr">{{company_email}}</span></p>`)}
    ${ifGiven("company_website", `<p><span class="ltr">{{company_website}}</span></p>`)}
    ${ifGiven("company_tax_id", `<p>{{t "tax_id"}} <span class="ltr">{{company_tax_id}}</span></p>`)}
  </div>
</header>
`;

/** Returns the field of the address with the facts at its side. */
export const openingOf = (facts: readonly Fact[]): string => `<section class="opening">
  <div>
    <p class="return"><span>${valueOf("company_name")}${ifGiven("company_address", ` · ${valueOf("company_address", 'join company_address " · "')}`)}</span></p>
    <div class="address">
      <p>${valueOf("client_name")}</p>
      ${ifGiven("client_address", `<p class="lines">${valueOf("client_address")}</p>`)}
    </div>
  </div>
  <dl class="facts">
${entries(facts)}  </dl>
</section>
`;

/** A column of a table: the key of its label and, inside of an item, its cell. */
interface Column {
  readonly label: string;
  readonly cell: string;
  readonly className?: "number" | "wide" | "flexible" | "nowrap";
  /** The variable that the column depends on, as it is named at the top: the column is left out without it. */
  readonly given?: string;
}

/** Returns a table with a row for each item of the list `name`. */
export function tableOf(name: string, columns: readonly Column[]): string {
  const cells = (tag: "th" | "td", contentOf: (column: Column) => string) =>
    columns
      .map((column) => {
        const { className, given } = column;
        const attributes = `${tag === "th" ? ' scope="col"' : ""}${className === undefined ? "" : ` class="${className}"`}`;
        const cell = `<${tag}${attributes}>${contentOf(column)}</${tag}>`;
        return given === undefined ? cell : `{{#if @root.${name}.[0].${given} includeZero=true}}${cell}{{/if}}`;
      })
      .join("");
  return `<table>
  <thead><tr>${cells("th", ({ label }) => `{{t "${label}"}}`)}</tr></thead>
  <tbody>
    {{#each ${name}}}
    <tr>${cells("td", ({ cell }) => cell)}</tr>
    {{/each}}
  </tbody>
</table>
`;
}

/** The columns of goods and services with their prices. */
export const ITEM_COLUMNS: readonly Column[] = [
  {
    label: "description",
    cell: `${valueOf("description")}${ifGiven("note", `<small>${valueOf("note")}</small>`)}`,
    className: "wide",
  },
  { label: "quantity", cell: "{{number quantity}}{{#if unit}} <bdi>{{unit}}</bdi>{{/if}}", className: "number" },
  { label: "unit_price", cell: moneyOf("price"), className: "number" },
  { label: "amount", cell: ifGiven("amount", moneyOf("amount")), className: "number", given: "amount" },
];

/** Returns the sums of a table of goods and services; `more` stands before the total. */
export const sumsOf = (more: readonly Fact[] = []): string => `<dl class="sums">
${entries([
  ["subtotal", moneyOf("subtotal"), { given: "subtotal" }],
  ["discount", moneyOf("discount"), { given: "discount" }],
  ["shipping", moneyOf("shipping"), { given: "shipping" }],
])}  {{#each taxes}}<div><dt>${valueOf("label")}</dt><dd>${moneyOf("amount")}</dd></div>{{/each}}
${entries([
  ['{{default tax_label (t "tax")}}', moneyOf("tax"), { given: "tax" }],
  ...more,
  ["total", moneyOf("total"), { className: "total" }],
])}</dl>
`;

const bankEntries = entries([
  ["account_name", valueOf("account_name"), { given: "account_name" }],
  ["bank", valueOf("bank_name"), { given: "bank_name" }],
  ["IBAN", '<span class="ltr">{{iban}}</span>', { given: "iban" }],
  ["BIC", '<span class="ltr">{{bic}}</span>', { given: "bic" }],
  ["payment_reference", valueOf("payment_reference"), { given: "payment_reference" }],
]);

/** The end of what asks for money: where to pay, a code to scan, and notes. */
export const PAYMENT = `{{#if (default payment_details (default iban (default bank_name (default payment_qr notes))))}}
<section class="columns">
  {{#if (default payment_details (default iban bank_name))}}
  <div class="pay">
    <h2>{{t "payment_heading"}}</h2>
    ${ifGiven("payment_details", `<p class="lines">${valueOf("payment_details")}</p>`)}
    {{#if (default iban bank_name)}}<dl class="pairs">
${bankEntries}    </dl>{{/if}}
  </div>
  {{/if}}
  ${ifGiven("notes", `<div><h2>{{t "notes"}}</h2><p class="lines">${valueOf("notes")}</p></div>`)}
  {{#if payment_qr}}<div class="code"><img src="{{payment_qr}}" alt="{{default payment_qr_alt (t "scan_to_pay")}}"><p class="soft"><small>{{t "scan_to_pay"}}</small></p></div>{{/if}}
</section>
{{/if}}
`;

/** Returns lines to sign on, below each of which stands one of the labels. */
export const signaturesOf = (...labels: readonly string[]): string =>
  `<section class="signatures">${labels.map((label) => `<p>{{t "${label}"}}</p>`).join("")}</section>\n`;

/** Returns the footer of each page: whose document it is, and which page of it. `title` is what the document is. */
export const footerOf = (title: string): string =>
  '<div dir="{{@direction}}" style="display:flex;align-items:baseline;justify-content:space-between;gap:12pt;color:#566270;font:7pt Noto Sans,Noto Sans Arabic,sans-serif">' +
  `<span><bdi>{{company_name}}</bdi> · ${title}</span>` +
  '<span style="white-space:nowrap"><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>';
