import type { Paper } from "../port.ts";

/*
 * Pages as columns of their size. The browser tells nobody where it breaks pages, but it breaks columns by the same rules:
 * a document that is laid out in columns can be measured.
 */

const PX_PER_PT = 96 / 72;

/**
 * Returns script that defines `pageWidth` and `pageHeight`, the size of what is between the margins in CSS pixels, and
 * `inColumns(work)`, which calls `work` while the document is in columns, with the distance from one to the next.
 */
export function pageColumnsScript({ widthPt, heightPt, marginsPt, scale }: Paper): string {
  return `const paper = ${JSON.stringify({ widthPt, heightPt, marginsPt, scale })};${PAGE_SIZE}${COLUMNS}`;
}

/** Margins of the document's own count more than the paper's. */
const PAGE_SIZE = `
const rulesOf = (sheet) => { try { return [...sheet.cssRules]; } catch { return []; } };
const allRules = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(rulesOf);
const marginOf = (side, lengthPt) => {
  let [margin, isFixed] = [paper.marginsPt[side], false];
  for (const rule of allRules) {
    if (!(rule instanceof CSSPageRule) || rule.selectorText !== "") { continue; }
    const name = "margin-" + side;
    const [, value, unit] = /^([\\d.]+)(pt|px|mm|cm|in|%)$/.exec(rule.style.getPropertyValue(name)) ?? [];
    const isImportant = rule.style.getPropertyPriority(name) !== "";
    if (value !== undefined && (isImportant || !isFixed)) {
      margin = value * { pt: 1, px: 0.75, mm: 72 / 25.4, cm: 72 / 2.54, in: 72, "%": lengthPt / 100 }[unit];
      isFixed = isImportant;
    }
  }
  return margin;
};
const between = (lengthPt, start, end) => (lengthPt - marginOf(start, lengthPt) - marginOf(end, lengthPt)) * ${PX_PER_PT} / paper.scale;
const pageWidth = between(paper.widthPt, "left", "right");
const pageHeight = between(paper.heightPt, "top", "bottom");`;

/** What rules say of pages and their size, they say of the columns. */
const COLUMNS = `
const GAP = 64;
const ofColumns = (text) => text
  .replace(/([\\d.]+)vh\\b/g, (_, share) => share * pageHeight / 100 + "px")
  .replace(/([\\d.]+)vw\\b/g, (_, share) => share * pageWidth / 100 + "px")
  .replace(/(break-(?:before|after)):\\s*(?:page|always|left|right|recto|verso)\\b/g, "$1: column");
const columnStyle = (columnWidth) => allRules
  .flatMap((rule) => rule instanceof CSSStyleRule && ofColumns(rule.cssText) !== rule.cssText ? [ofColumns(rule.cssText)] : [])
  .join("") + \`
[style*="break-before:"]:not([style*=avoid]) { break-before: column !important; }
[style*="break-after:"]:not([style*=avoid]) { break-after: column !important; }
/* Pages repeat the heads of tables, and leave none alone; columns do neither. */
thead { break-after: avoid !important; }
html { width: \${pageWidth}px !important; height: auto !important; min-height: 0 !important; overflow: visible !important; }
body { box-sizing: content-box !important; width: \${columnWidth}px !important; max-width: none !important;
  height: \${pageHeight}px !important; min-height: 0 !important; overflow: visible !important;
  columns: \${columnWidth}px 1 !important; column-gap: \${GAP}px !important; column-fill: auto !important; }\`;
const inColumns = (work) => {
  const body = getComputedStyle(document.body);
  const around = ["marginLeft", "marginRight", "paddingLeft", "paddingRight"].reduce((sum, side) => sum + parseFloat(body[side]), 0);
  const columnWidth = pageWidth - around;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(columnStyle(columnWidth));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    work(columnWidth + GAP);
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
};`;
