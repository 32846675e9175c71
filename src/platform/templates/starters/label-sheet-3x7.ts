import { documentOf, ifGiven, valueOf } from "./fragments.ts";
import { optional, starter, variablesOf } from "./starter.ts";

const BODY = `<main>
  {{#each labels}}
  <div class="label">{{#if (default name address)}}<div>
    ${ifGiven("name", `<p class="name">${valueOf("name")}</p>`)}
    ${ifGiven("address", `<p class="lines">${valueOf("address")}</p>`)}
    ${ifGiven("note", `<p class="soft">${valueOf("note")}</p>`)}
  </div>{{/if}}</div>
  {{/each}}
</main>
`;

// 21 labels of 63.5 by 38.1 mm: 3 across at 66.04 mm, 7 down without space between them.
const CSS = `main { display: grid; grid-template-columns: repeat(3, 63.5mm); grid-auto-rows: 38.1mm; column-gap: 2.54mm; }
.label { display: flex; flex-direction: column; justify-content: center; height: 38.1mm; padding: 3mm 5mm; overflow: hidden; font-size: 9pt; line-height: 1.35; overflow-wrap: anywhere; break-inside: avoid; }
.label:nth-child(21n + 22) { break-before: page; }
.name { font-weight: 700; }
.label .soft { margin-top: 2pt; font-size: 7.5pt; }
`;

/** Sheets of 21 labels. */
export const labelSheet3x7 = starter({
  slug: "label-sheet-3x7",
  name: "Label sheet",
  description:
    "Labels for sheets of A4 with 3 by 7 labels of 63.5 by 38.1 mm, such as Avery L7160. Required: labels, each with name, " +
    "address (up to six lines) or note; an empty object leaves a label free, for sheets that were begun. Print at 100 %.",
  content: documentOf({ title: '{{t "labels"}}', body: BODY }),
  css: CSS,
  page: {
    page_size: "A4",
    margin_top: "15.15mm",
    margin_bottom: "10mm",
    margin_left: "7.21mm",
    margin_right: "7.21mm",
  },
  variablesSchema: variablesOf({
    labels: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: ["string", "null"], maxLength: 60 },
          address: { type: ["string", "null"], maxLength: 200, pattern: "^[^\\n]*(\\n[^\\n]*){0,5}$" },
          note: optional,
        },
      },
    },
  }),
  sample: {
    labels: [
      { name: "Alder & Finch Ltd", address: "Ms Eleanor Finch\n48 Mill Road\nCambridge CB1 2AZ" },
      { name: "Corner Café", address: "3 Station Square\nBath BA1 1SU" },
      { name: "Harbour School of Design", address: "Dr Maya Osei\n5 Quay Street\nBristol BS1 4DJ" },
      { name: "Fernhill Furniture", address: "7 Weaver Street\nLeeds LS2 7AX" },
      { name: "Pennine Freight", address: "Depot 4\nTrafford Way\nManchester M17 1AB" },
      { name: "Tom Hartley", address: "22 Orchard Close\nExeter EX1 1GE" },
      { name: "Amara Lindqvist", address: "9 Castle Terrace\nEdinburgh EH1 2DP" },
      { name: "Jonas Berg", address: "Flat 2, 61 Kings Road\nBrighton BN1 1NA", note: "Order B-20871" },
    ],
  },
});
