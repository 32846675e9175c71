import { documentOf, ifGiven, valueOf } from "./fragments.ts";
import { LOGO, objectOf, optionals, starter, text, variablesOf } from "./starter.ts";

const BODY = `<main>
  <header>
    {{#if logo}}<img src="{{logo}}" alt="{{default logo_alt company_name}}">{{else}}<p class="issuer">${valueOf("company_name")}</p>{{/if}}
  </header>
  <div class="middle">
    <h1>{{default title (t "certificate")}}</h1>
    <p class="certifies">{{default intro (t "certifies")}}</p>
    <p class="recipient">${valueOf("recipient_name")}</p>
    <p class="achievement">${valueOf("achievement")}</p>
    ${ifGiven("details", `<p class="details">${valueOf("details")}</p>`)}
  </div>
  <footer>
    {{#if (default date place)}}<div class="sign"><p class="written">{{#if place}}<bdi>{{place}}</bdi>{{#if date}}, {{/if}}{{/if}}{{#if date}}{{date date "long"}}{{/if}}</p><p class="under">{{t "place_and_date"}}</p></div>{{/if}}
    {{#each signatories}}<div class="sign"><p class="written"></p><p class="under"><span>${valueOf("name")}</span>{{#if title}}<br>${valueOf("title")}{{/if}}</p></div>{{/each}}
  </footer>
  ${ifGiven("certificate_number", `<p class="serial">{{t "certificate_number"}} <span class="ltr">{{certificate_number}}</span></p>`)}
</main>
`;

const CSS = `body { font-family: "Noto Serif", "Noto Naskh Arabic", serif; }
main { position: relative; display: flex; margin: 0 1pt; flex-direction: column; height: calc(100vh - 1pt); padding: 14mm 24mm 13mm; border: 0.75pt solid var(--ink); outline: 0.5pt solid var(--line); outline-offset: -2mm; text-align: center; break-inside: avoid; }
header img { max-width: 70mm; max-height: 20mm; margin: 0 auto; }
.issuer { color: var(--soft); font-size: 12pt; }
.middle { flex: 1; padding: 5mm 0; display: flex; flex-direction: column; align-items: center; justify-content: center; }
h1 { color: var(--accent); font-family: "Noto Serif Display", "Noto Naskh Arabic", serif; font-size: 44pt; font-weight: 400; line-height: 1.15; letter-spacing: 0.01em; overflow-wrap: anywhere; text-wrap: balance; }
.certifies { margin-top: 8mm; color: var(--soft); font-size: 12pt; }
.recipient { max-width: 200mm; margin-top: 4mm; padding: 0 10mm 2mm; border-bottom: 0.5pt solid var(--line); font-family: "Noto Serif Display", "Noto Naskh Arabic", serif; font-size: 28pt; line-height: 1.3; overflow-wrap: anywhere; }
.achievement { max-width: 175mm; margin-top: 5mm; font-size: 13pt; line-height: 1.5; text-wrap: balance; white-space: pre-line; }
.details { max-width: 160mm; margin-top: 3mm; color: var(--soft); font-size: 10pt; text-wrap: balance; white-space: pre-line; }
footer { display: flex; justify-content: space-around; gap: 12mm; }
.sign { flex: 0 1 66mm; min-width: 0; }
.written { display: flex; align-items: flex-end; justify-content: center; min-height: 13mm; padding-bottom: 1.5mm; }
.under { padding-top: 1.5mm; border-top: 0.5pt solid var(--ink); color: var(--soft); font-size: 8.5pt; }
.under span { color: var(--ink); }
.serial { position: absolute; inset-block-end: 4mm; inset-inline: 0; color: var(--soft); font-size: 7pt; }
`;

/** A certificate on one landscape page. */
export const certificateStandard = starter({
  slug: "certificate-standard",
  name: "Certificate",
  description:
    "A certificate on one landscape page. Required: company_name, who issues it, recipient_name and achievement, a sentence. " +
    "Optional: title, intro, details, date, place, signatories (name, title), certificate_number, logo and accent_color.",
  content: documentOf({ title: '{{default title (t "certificate")}}: {{recipient_name}}', body: BODY }),
  css: CSS,
  page: {
    page_size: "A4",
    orientation: "landscape",
    margin_top: "12mm",
    margin_bottom: "12mm",
    margin_left: "12mm",
    margin_right: "12mm",
  },
  variablesSchema: variablesOf(
    { company_name: text, recipient_name: text, achievement: text },
    {
      ...LOGO,
      ...optionals("title", "intro", "details", "date", "place", "certificate_number"),
      signatories: { type: ["array", "null"], maxItems: 3, items: objectOf({ name: text }, optionals("title")) },
    },
  ),
  sample: {
    company_name: "Harbour School of Design",
    recipient_name: "Amara Lindqvist",
    achievement: "has completed the course “Typography for Print” with distinction.",
    details: "Forty hours of instruction, from 12 January to 20 March 2026",
    place: "Bristol",
    date: "2026-03-27",
    signatories: [
      { name: "Dr Maya Osei", title: "Head of the school" },
      { name: "Tom Hartley", title: "Course director" },
    ],
    certificate_number: "HSD-2026-0117",
  },
});
