/*
 * The style sheet that the starters share, for any paper and for both directions of writing. The fonts are those that the
 * service installs. What is bold is what a reader looks for first; the one colour is `--accent`.
 */

export const HOUSE_STYLE = `:root { --ink: #1b232d; --soft: #566270; --line: #d5dae0; --accent: #1f4b8f; }
* { box-sizing: border-box; }
html { font-family: "Noto Sans", "Noto Sans Arabic", sans-serif; }
body { margin: 0; color: var(--ink); font-size: 9.5pt; line-height: 1.45; overflow-wrap: break-word; }
body:lang(ar) { line-height: 1.6; }
h1, h2, p, dl, dd { margin: 0; }
dl:not(:has(dt)) { display: none; }
h1 { font-size: 20pt; font-weight: 700; line-height: 1.2; letter-spacing: -0.01em; break-after: avoid; }
h1 span { font-weight: 400; color: var(--soft); }
h2 { margin-bottom: 2pt; color: var(--soft); font-size: 8pt; font-weight: 400; break-after: avoid; }
:lang(ar) h1 { line-height: 1.4; letter-spacing: 0; }
img { display: block; max-width: 100%; object-fit: contain; }
.lines { white-space: pre-line; }
.ltr { direction: ltr; unicode-bidi: isolate; }
.soft { color: var(--soft); }
.text { margin-bottom: 8pt; white-space: pre-line; text-wrap: pretty; orphans: 3; widows: 3; }

table { width: 100%; border-collapse: collapse; font-variant-numeric: lining-nums tabular-nums; }
th { padding-block: 0 4pt; padding-inline: 12pt 0; border-bottom: 0.75pt solid var(--ink); color: var(--soft); font-size: 8pt; font-weight: 400; text-align: start; vertical-align: bottom; }
td { padding-block: 5.5pt; padding-inline: 12pt 0; border-bottom: 0.5pt solid var(--line); text-align: start; vertical-align: top; }
:is(th, td):first-child { padding-inline-start: 0; }
:is(th, td).number { text-align: right; white-space: nowrap; }
:is(th, td).number + :is(th, td):not(.number) { padding-inline-start: 22pt; }
[dir="rtl"] :is(th, td).number:last-child { width: calc(26mm + 12pt); }
:is(th, td).wide { width: 48%; overflow-wrap: anywhere; }
td small { display: block; color: var(--soft); font-size: 8.5pt; white-space: pre-line; }
tr { break-inside: avoid; }
tbody tr:last-child { break-before: avoid; }

.sums { width: 52%; margin-block-start: 8pt; margin-inline-start: 48%; break-inside: avoid; font-variant-numeric: lining-nums tabular-nums; }
.sums div { display: flex; justify-content: space-between; gap: 14pt; padding: 2.5pt 0; }
.sums dt { color: var(--soft); }
.sums dd { text-align: right; white-space: nowrap; }
[dir="rtl"] .sums dd { min-width: 26mm; }
.sums .total { margin-top: 4pt; padding-top: 7pt; border-top: 0.75pt solid var(--ink); font-size: 12.5pt; font-weight: 700; }
.sums .total dt { color: inherit; }
.sums .total dd { color: var(--accent); }

/* The sums with what belongs to them stand together, with the last rows of their table. The browser sees no break within a
   table that began on a page before, and would divide the sums: an inline block cannot be divided. */
.ending { break-inside: avoid; break-before: avoid; }
.ending .sums { display: inline-block; vertical-align: top; }
.columns { display: flex; gap: 10mm; margin-top: 9mm; break-inside: avoid; }
.columns > div { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; }
.columns .code { flex: none; width: 28mm; text-align: center; }
.columns .code img { width: 28mm; height: 28mm; }
.columns > .pay { flex: 0 0 auto; max-width: 60%; }
.pairs { display: grid; grid-template-columns: auto 1fr; column-gap: 10pt; }
.pairs div { display: contents; }
.pairs dt { color: var(--soft); }
.nowrap { white-space: nowrap; }
.signatures { display: flex; gap: 12mm; margin-top: 20mm; break-inside: avoid; }
.signatures p { flex: 1; padding-top: 3pt; border-top: 0.5pt solid var(--ink); color: var(--soft); font-size: 8pt; }
`;

/**
 * The style sheet of what goes by post, on A4 in the measures of DIN 5008, form B: the letterhead is 45 mm high, the field
 * of the address 85 by 45 mm, and what the reader looks for is at its side. The window of an envelope is at its left
 * whatever the direction of the text. The page's margins are those of `STATIONERY_PAGE`.
 */
export const STATIONERY_STYLE = `.letterhead { display: flex; justify-content: space-between; align-items: flex-start; gap: 10mm; min-height: 30mm; padding-bottom: 4mm; }
.letterhead img { max-width: 70mm; max-height: 18mm; object-position: left top; }
[dir="rtl"] .letterhead img { object-position: right top; }
.company { max-width: 95mm; font-size: 14pt; font-weight: 700; line-height: 1.25; overflow-wrap: anywhere; }
.company::before { content: ""; display: block; width: 12mm; height: 2.25pt; margin-bottom: 7pt; background: var(--accent); }
.sender { flex: none; width: 65mm; color: var(--soft); font-size: 8pt; line-height: 1.5; overflow-wrap: anywhere; }
[dir="rtl"] .sender { width: 80mm; }
.sender strong { color: var(--ink); }
.opening { display: grid; grid-template-columns: 80mm 1fr; column-gap: 20mm; min-height: 45mm; direction: ltr; }
[dir="rtl"] .opening > * { direction: rtl; }
.return { display: flex; align-items: flex-end; height: 15.7mm; overflow: hidden; color: var(--soft); font-size: 6.5pt; line-height: 1.3; white-space: nowrap; }
.address { margin-top: 2mm; line-height: 1.35; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: fit-content(46%) 1fr; align-content: start; column-gap: 8pt; padding-top: 5mm; font-size: 9pt; font-variant-numeric: lining-nums tabular-nums; }
.facts div { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; align-items: baseline; padding: 1.5pt 0; }
.facts dt { color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
.facts :is(.due, .amount) { margin-top: 4pt; padding-top: 5pt; border-top: 0.5pt solid var(--line); }
.facts :is(.due, .amount) dd { color: var(--accent); font-weight: 700; }
.facts > :is(.due, .amount):first-child { margin: 0; padding-top: 0; border: 0; }
.facts .amount dd { font-size: 12pt; line-height: 1.2; }
main { padding-top: 8.5mm; }
main h1 { margin-bottom: 6mm; }
main .text + table { margin-top: 7mm; }
`;

/** The page of what goes by post: margins of DIN 5008, which `STATIONERY_STYLE` counts on. */
export const STATIONERY_PAGE = {
  page_size: "A4",
  margin_top: "15mm",
  margin_bottom: "22mm",
  margin_left: "25mm",
  margin_right: "20mm",
} as const;
