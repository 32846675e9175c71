/*
 * Writes paper.pdf, the text paper of the benches: 14 pages in two columns with figures, tables and listings, printed
 * by Chromium with embedded subset fonts. The words mean nothing. The PDF is committed, because another Chromium prints
 * other bytes; this program documents how it was made. Usage: node bench/files/make-paper.ts
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { seededRandom } from "../measuring/random.ts";

const PAGES = 14;
const SECTIONS = 9;
const PARAGRAPHS = 11;
const random = seededRandom(14);

const directory = await mkdtemp(join(tmpdir(), "quire-paper-"));
const page = join(directory, "paper.html");
await writeFile(page, paper());
const printed = join(directory, "paper.pdf");
const target = fileURLToPath(new URL("paper.pdf", import.meta.url));
const run = promisify(execFile);
const quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-pdf-tagging"];
await run("chromium", [...quiet, `--print-to-pdf=${printed}`, page]);
await run("qpdf", ["--object-streams=generate", "--recompress-flate", "--compression-level=9", printed, target]);
const { stdout } = await run("pdfinfo", [target]);
await rm(directory, { recursive: true });
if (!new RegExp(`^Pages: +${PAGES}$`, "m").test(stdout)) {
  throw new Error(`The paper must have ${PAGES} pages; pdfinfo says:\n${stdout}`);
}

function paper(): string {
  const sections = Array.from({ length: SECTIONS }, (_, index) => section(index + 1));
  return `<!doctype html><meta charset="utf-8"><title>A Paper for Measuring</title><style>
    @page { size: 8.5in 11in; margin: 0.8in 0.75in }
    body { font: 9.2pt/1.22 "DejaVu Serif"; margin: 0; text-align: justify; hyphens: auto }
    h1 { font: bold 17pt "DejaVu Sans"; text-align: center; margin: 0 0 6pt }
    h2 { font: bold 11pt "DejaVu Sans"; margin: 9pt 0 4pt; break-after: avoid }
    main { columns: 2; column-gap: 0.3in } p { margin: 0 0 4pt; text-indent: 1em }
    figure { margin: 6pt 0; break-inside: avoid } figcaption { font: italic 8pt "DejaVu Serif"; text-align: center }
    pre { font: 7.4pt/1.2 "DejaVu Sans Mono"; background: #f4f4f0; padding: 4pt; break-inside: avoid; white-space: pre-wrap }
    table { border-collapse: collapse; width: 100%; font-size: 8pt; break-inside: avoid; margin: 6pt 0 }
    td, th { border-bottom: 0.4pt solid #555; padding: 1pt 3pt; text-align: right }
    </style><h1>A Paper for Measuring: ${sentence(9).slice(0, -1)}</h1><main lang="en">${sections.join("")}</main>`;
}

function section(number: number): string {
  const parts = Array.from({ length: PARAGRAPHS }, () => `<p>${paragraph()}</p>`);
  parts.splice(3, 0, chart(number));
  parts.splice(7, 0, number % 2 === 0 ? table() : listing());
  return `<h2>${number}. ${sentence(4).slice(0, -1)}</h2>${parts.join("")}`;
}

function paragraph(): string {
  const sentences = Array.from({ length: whole(3, 6) }, () => sentence(whole(7, 24)));
  return sentences.join(" ");
}

function sentence(words: number): string {
  const chosen = Array.from({ length: words }, () => decorated(word()));
  const text = chosen.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function decorated(text: string): string {
  const chance = random();
  if (chance < 0.02) {
    return `<i>${text}</i>`;
  }
  if (chance < 0.035) {
    return `<b>${text}</b>`;
  }
  if (chance < 0.045) {
    return `${text} [${whole(1, 60)}]`;
  }
  return chance < 0.1 ? `${text},` : text;
}

function word(): string {
  const syllables = "tra con li mer o den sta ri ing ple an u ver qui fo jet".split(" ");
  const ends = ["", "", "s", "n", "r", "nd", "st", "tion", "ck", "ly", "x", "w"];
  const stem = Array.from({ length: whole(1, 3) }, () => pick(syllables)).join("");
  return stem + pick(ends);
}

function chart(number: number): string {
  const marks = [...numbers(10, gridLine), ...numbers(5, curve), ...numbers(22, bar)];
  return `<figure><svg viewBox="0 0 245 210">${marks.join("")}</svg>
    <figcaption>Figure ${number}: ${sentence(11)}</figcaption></figure>`;
}

function gridLine(y: number): string {
  const label = `<text x="2" y="${y * 20 + 12}" font-size="6">${200 - y * 20}</text>`;
  return `${label}<path d="M20 ${y * 20 + 10}H240" stroke="#ccc" stroke-width=".5"/>`;
}

function curve(line: number): string {
  const points = numbers(40, (x) => `${20 + x * 5.5},${(130 - x * 2 * random() - line * 12).toFixed(1)}`);
  return `<polyline points="${points.join(" ")}" fill="none" stroke="hsl(${line * 70} 70% 40%)" stroke-width="1"/>`;
}

function bar(x: number): string {
  const height = whole(5, 60);
  return `<rect x="${22 + x * 10}" y="${200 - height}" width="7" height="${height}" fill="hsl(${x * 15} 50% 60%)"/>`;
}

function numbers(count: number, draw: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => draw(index));
}

function table(): string {
  return `<table>${numbers(14, tableRow).join("")}</table>`;
}

function tableRow(): string {
  const cells = numbers(5, () => `<td>${whole(1, 99_999)}</td>`);
  return `<tr><th>${word()}</th>${cells.join("")}</tr>`;
}

function listing(): string {
  return `<pre>${numbers(16, listingLine).join("\n")}</pre>`;
}

function listingLine(): string {
  return `${"  ".repeat(whole(0, 3))}${word()}(${word()}, ${whole(0, 255)}) -&gt; ${word()};`;
}

function whole(least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function pick(values: readonly string[]): string {
  return values[whole(0, values.length - 1)] ?? "";
}
