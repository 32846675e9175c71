import { documentOf, footerOf, ifGiven, LETTERHEAD, openingOf, valueOf } from "./fragments.ts";
import { optionalPicture, optionals, SENDER, stationery, text, variablesOf } from "./starter.ts";

const BODY = `${LETTERHEAD}
${openingOf([
  ["client_reference", valueOf("client_reference"), { given: "client_reference" }],
  ["contact", valueOf("contact"), { given: "contact" }],
  ["date", '{{#if place}}<bdi>{{place}}</bdi>, {{/if}}{{date date "long"}}', { given: "date" }],
])}
<main>
  ${ifGiven("subject", `<h1>${valueOf("subject")}</h1>`)}
  <p class="text">{{default salutation (t "salutation")}}</p>
  {{#each (paragraphs body)}}<p class="text">{{this}}</p>
  {{/each}}
  <div class="ending">
  <div class="end">
    <p>{{default closing (t "closing")}}</p>
    {{#if signature}}<img src="{{signature}}" alt="{{t "signature"}}">{{else}}<div class="room"></div>{{/if}}
    ${ifGiven("signatory", `<p>${valueOf("signatory")}</p>`)}
    ${ifGiven("signatory_title", `<p class="soft">${valueOf("signatory_title")}</p>`)}
  </div>
  {{#if enclosures}}<div class="enclosures"><h2>{{t "enclosures"}}</h2>{{#each enclosures}}<p><bdi>{{this}}</bdi></p>{{/each}}</div>{{/if}}
  </div>
</main>
`;

const CSS = `main h1 { margin-bottom: 8mm; font-size: 11pt; letter-spacing: 0; }
main .text { margin-bottom: 1.5em; font-size: 10pt; line-height: 1.5; }
.end { font-size: 10pt; }
.end img { max-width: 60mm; height: 16mm; margin: 2mm 0; object-position: left; }
[dir="rtl"] .end img { object-position: right; }
main .text:lang(ar) { margin-bottom: 1.7em; line-height: 1.7; }
.end .room { height: 16mm; }
.enclosures { margin-top: 9mm; font-size: 9pt; }
`;

/** A letter of one or more pages, for an envelope with a window. */
export const letterStandard = stationery({
  slug: "letter-standard",
  name: "Letter",
  description:
    "A business letter; the address is visible in a DL or C6/5 envelope with a window at the left. Required: company_name, " +
    "client_name, client_address and body. Optional: subject, date, place, salutation, closing, signatory, signatory_title, " +
    "signature (a picture), enclosures (a list), client_reference, contact, what the letterhead says of the company, logo " +
    "and accent_color. A blank line in body begins a paragraph.",
  content: documentOf({ title: '{{default subject (t "letter")}}', body: BODY }),
  css: CSS,
  footerHtml: footerOf('{{default subject (t "letter")}}'),
  variablesSchema: variablesOf(
    { company_name: text, client_name: text, client_address: text, body: text },
    {
      ...SENDER,
      ...optionals("subject", "date", "place", "salutation", "closing", "signatory", "signatory_title"),
      ...optionals("client_reference", "contact"),
      signature: optionalPicture,
      enclosures: { type: ["array", "null"], items: text },
    },
  ),
  sample: {
    company_name: "Northwind Studio",
    company_address: "12 Harbour Lane\nBristol BS1 4RW",
    company_phone: "+44 117 496 0123",
    company_email: "hello@northwind.example",
    company_website: "northwind.example",
    client_name: "Ms Eleanor Finch",
    client_address: "Alder & Finch Ltd\n48 Mill Road\nCambridge CB1 2AZ",
    client_reference: "EF/4471",
    contact: "Maya Osei",
    place: "Bristol",
    date: "2026-03-02",
    subject: "Your annual report: what happens next",
    salutation: "Dear Ms Finch,",
    body: "Thank you for the two days that you and your colleagues spent with us. The workshop gave us a clear view of what the report has to do, and of what it can leave out.\n\nBy the end of this month you will have a first layout of twelve pages: the opening, the letter to shareholders, and the chapter with the most figures. Please tell us by 10 April what you would like to be different; after that we shall set the whole text.\n\nTwo things would help us in the meantime: the final list of photographs, and the name of the person who approves the figures.",
    closing: "Yours sincerely",
    signatory: "Maya Osei",
    signatory_title: "Director",
    enclosures: ["Schedule", "List of photographs"],
  },
});
