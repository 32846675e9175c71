import { FONTS } from "../design/tokens.ts";
import { chartRules } from "./chart.ts";
import { inkOn, readable } from "./inks.ts";
import type { ReportStyle } from "./report-style.ts";

/** Returns the style sheet of a report. */
export function reportStyleSheet(style: ReportStyle): string {
  const { fontSizePt, titleFontSizePt, headerFontSizePt, borderColor } = style;
  const rules = [
    `html{font:${fontSizePt}pt/1.4 ${FONTS.sans};color:#1f2933;print-color-adjust:exact;-webkit-print-color-adjust:exact}`,
    "body{margin:0;overflow-wrap:anywhere}",
    `h1{font-size:${titleFontSizePt}pt;line-height:1.2;font-weight:700;margin:0;color:#0f172a}`,
    `.subtitle{font-size:${(fontSizePt * 1.15).toFixed(2)}pt;margin:.35em 0 0;color:#52606d}`,
    `header{margin:0 0 ${(fontSizePt * 1.6).toFixed(2)}pt}`,
    `h2{font-size:${(headerFontSizePt * 1.2).toFixed(2)}pt}h3{font-size:${headerFontSizePt}pt}`,
    `h4,h5,h6{font-size:${((headerFontSizePt + fontSizePt) / 2).toFixed(2)}pt}h5,h6{color:#52606d}`,
    "h2,h3,h4,h5,h6{line-height:1.3;font-weight:600;margin:1.4em 0 .5em;break-after:avoid;color:#0f172a}",
    "h2:first-child,h3:first-child{margin-top:0}",
    "h2+h3,h3+h4,h4+h5,h5+h6{margin-top:.6em}.record{color:#334e68}",
    "table{border-collapse:collapse;table-layout:fixed;font-variant-numeric:lining-nums tabular-nums;margin:0 0 1em}",
    "th{font-weight:600;text-align:start;vertical-align:top}td{vertical-align:top;white-space:pre-wrap}",
    `.values th,.values td{padding:.32em .65em;border-bottom:.5pt solid ${borderColor}}`,
    ".values th{font-weight:400;color:#52606d}.values th:first-child{padding-left:0}",
    ".figures td{text-align:right;white-space:nowrap}",
    ".records{width:100%}.whole{break-inside:avoid}",
    ".records th,.records td{padding:.4em .65em}.records tr{break-inside:avoid}",
    ".records .long{break-inside:auto}.records .total{break-before:avoid}.total td{font-weight:700}",
    "caption{caption-side:top;text-align:start;color:#52606d;font-weight:600;padding:0 0 .2em;break-after:avoid}",
    "ul{margin:0 0 1em;padding:0 1.3em}li{margin:.15em 0;white-space:pre-wrap}.short{columns:3}",
    "p{margin:0 0 1em}.single{white-space:pre-wrap}.note{color:#7b8794;font-style:italic}",
    `code{font:.86em/1.45 ${FONTS.mono};white-space:pre-wrap}`,
    "a{color:#1d4ed8;text-decoration:none}.key{color:#52606d}",
    ".aside{margin:0 0 .6em;color:#52606d}",
    ...TABLE_STYLES[style.tableStyle](style),
    ...statusRules(style),
    ...alternateRule(style),
    ...(style.charts === "auto" ? chartRules(style) : []),
  ];
  return rules.join("\n");
}

const TABLE_STYLES: Readonly<Record<ReportStyle["tableStyle"], (style: ReportStyle) => readonly string[]>> = {
  default: ({ headerColor, borderColor }) => [
    `.records th{background:${headerColor};color:${inkOn(headerColor)}}`,
    `.records td{border:.5pt solid ${borderColor}}.records th{border:.5pt solid ${headerColor}}`,
    `.total td{border-top:1.2pt solid ${headerColor}}`,
  ],
  minimal: ({ headerColor, borderColor }) => [
    `.records th{color:${readable(headerColor)};border-bottom:1.2pt solid ${headerColor}}`,
    `.records td{border-bottom:.5pt solid ${borderColor}}`,
    ".records th:first-child,.records td:first-child{padding-left:0}.records th:last-child,.records td:last-child{padding-right:0}",
    `.total td{border-top:1.2pt solid ${headerColor};border-bottom:0}`,
  ],
  modern: ({ headerColor, borderColor }) => [
    `.records th{background:${headerColor};color:${inkOn(headerColor)};padding:.6em .75em}`,
    ".records th:first-child{border-radius:4pt 0 0 4pt}.records th:last-child{border-radius:0 4pt 4pt 0}",
    `.records td{padding:.55em .75em;border-bottom:.5pt solid ${borderColor}}`,
    ".records{border-collapse:separate;border-spacing:0}",
    ".total td{background:#f1f5f9;border-bottom:0}",
  ],
};

function alternateRule({ alternateRowColor: color }: ReportStyle): readonly string[] {
  if (color === undefined) {
    return [];
  }
  const ink = inkOn(color) === "#ffffff" ? ";color:#ffffff" : "";
  return [`.records>tbody>tr:nth-child(even):not(.below,.above,.one){background:${color}${ink}}`];
}

/** The background and ink of words of state, of enough contrast also when printed in grey. */
const TONES = {
  good: ["#dcfce7", "#166534"],
  busy: ["#fef3c7", "#854d0e"],
  bad: ["#fee2e2", "#991b1b"],
  calm: ["#e5e7eb", "#374151"],
} as const;

const statusRules = ({ colorsStatus }: ReportStyle): readonly string[] =>
  colorsStatus
    ? [
        // Rounded corners are curves in the file, each some hundred bytes.
        "b{font-weight:600;font-size:.88em;padding:.12em .55em;white-space:nowrap}",
        ...Object.entries(TONES).map(([tone, [ground, ink]]) => `.${tone}{background:${ground};color:${ink}}`),
      ]
    : [];
