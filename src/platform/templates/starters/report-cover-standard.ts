import { documentOf, entries, ifGiven, valueOf } from "./fragments.ts";
import { LOGO, optionalPicture, optionals, starter, text, variablesOf } from "./starter.ts";

const BODY = `<main>
  <header>
    {{#if logo}}<img src="{{logo}}" alt="{{default logo_alt company_name}}">{{else}}<p class="issuer">${valueOf("company_name")}</p>{{/if}}
    ${ifGiven("classification", `<p class="soft">${valueOf("classification")}</p>`)}
  </header>
  {{#if picture}}<img class="picture" src="{{picture}}" alt="{{default picture_alt title}}">{{/if}}
  <div class="title">
    <p class="kind">{{default kind (t "report")}}</p>
    <h1>${valueOf("title")}</h1>
    ${ifGiven("subtitle", `<p class="subtitle">${valueOf("subtitle")}</p>`)}
  </div>
  ${ifGiven("summary", `<p class="summary">${valueOf("summary")}</p>`)}
  <dl class="facts">
${entries([
  ["prepared_for", valueOf("client_name"), { given: "client_name" }],
  ["prepared_by", valueOf("author"), { given: "author" }],
  ["date", '{{date date "long"}}', { given: "date" }],
  ["version", valueOf("version"), { given: "version" }],
])}  </dl>
</main>
`;

const CSS = `html { background: linear-gradient(to right, var(--accent) 14mm, transparent 0) repeat-y; }
html[dir="rtl"] { background: linear-gradient(#fff, #fff) left / calc(100% - 14mm) 100% repeat-y, var(--accent); }
main { display: flex; flex-direction: column; height: calc(100vh - 1pt); padding: 22mm 22mm 20mm; padding-inline-start: 38mm; break-inside: avoid; overflow-wrap: anywhere; }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 10mm; min-height: 18mm; }
header img { max-width: 70mm; max-height: 18mm; }
.issuer { font-size: 12pt; font-weight: 700; }
.picture { flex: 0 1 auto; min-height: 0; max-height: 95mm; margin-top: 10mm; object-position: left; }
[dir="rtl"] .picture { object-position: right; }
.title { margin-top: auto; padding-top: 12mm; }
.kind { margin-bottom: 4mm; color: var(--accent); font-size: 11pt; font-weight: 700; }
h1 { font-size: 34pt; line-height: 1.15; letter-spacing: -0.015em; text-wrap: balance; }
.subtitle { margin-top: 5mm; color: var(--soft); font-size: 15pt; line-height: 1.35; text-wrap: balance; }
.summary { max-width: 130mm; margin-top: 10mm; font-size: 10.5pt; line-height: 1.55; white-space: pre-line; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 5mm 7mm; margin-top: auto; padding-top: 5mm; border-top: 0.75pt solid var(--ink); }
.facts dt { color: var(--soft); font-size: 8pt; }
.facts dd { margin-top: 1pt; font-size: 9.5pt; }
`;

/** The first page of a report. */
export const reportCoverStandard = starter({
  slug: "report-cover-standard",
  name: "Report cover",
  description:
    "The first page of a report, to be merged with the others. Required: company_name and title. Optional: kind, subtitle, " +
    "summary, client_name, author, date, version, classification, picture with picture_alt, logo and accent_color.",
  content: documentOf({ title: "{{title}}", body: BODY }),
  css: CSS,
  page: { page_size: "A4", margin_top: 0, margin_bottom: 0, margin_left: 0, margin_right: 0 },
  variablesSchema: variablesOf(
    { company_name: text, title: text },
    {
      ...LOGO,
      ...optionals("kind", "subtitle", "summary", "client_name", "author", "date", "version", "classification"),
      picture: optionalPicture,
      picture_alt: { type: ["string", "null"] },
    },
  ),
  sample: {
    company_name: "Northwind Studio",
    kind: "Annual report 2025",
    title: "Fewer Pages, Better Read",
    subtitle: "How shareholders used the report of 2024, and what follows for the next one",
    summary:
      "Of 1,240 readers who were asked, two thirds opened the printed report, and most of them stopped after eleven pages. This report sets out what they looked for, and proposes a shorter book with a full appendix online.",
    client_name: "Alder & Finch Ltd",
    author: "Maya Osei, Tom Hartley",
    date: "2026-02-16",
    version: "1.2",
    classification: "Confidential",
  },
});
