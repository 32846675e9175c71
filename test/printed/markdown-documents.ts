import type { PrintedCase } from "./printed-case.ts";

/* Documents for markdown-to-pdf. */

const MARKDOWN_TO_PDF = "/api/v1/convert/markdown-to-pdf";

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

const markdown = (name: string, text: string, options: object = {}): PrintedCase => ({
  name: `markdown: ${name}`,
  path: MARKDOWN_TO_PDF,
  value: { markdown: text, ...options },
});

const EVERYTHING = `# Handbook

Some *text* with \`code\`, a [link](https://example.com), ~~no~~ and a footnote[^1].

| Port | Height |
| --- | ---: |
| Brest | 7.1 |

- [x] done
- [ ] to do

\`\`\`js
const answer = 42; // of all
\`\`\`

> [!NOTE]
> Mind the step.

$$ e^{i\\pi} + 1 = 0 $$

[^1]: Reported below, 👍🏽.
`;

const LONG_TABLE = `# Table\n\n| Number | Word | Text |\n| --- | :-: | --- |\n${Array.from(
  { length: 120 },
  (_, index) => `| ${index} | word | some text of row ${index} |`,
).join("\n")}\n`;

export const MARKDOWN_DOCUMENTS: readonly PrintedCase[] = [
  markdown("everything", EVERYTHING),
  markdown("everything as a report with contents", EVERYTHING.replaceAll("\n- [", "\n## Part\n\n- ["), {
    theme: "report",
    toc: true,
    show_page_numbers: true,
  }),
  markdown("academic", EVERYTHING, { theme: "academic", header_text: "Running head" }),
  markdown("dark", EVERYTHING, { theme: "dark" }),
  markdown(
    "footnotes",
    "# Notes\n\nOne[^a], two[^b], one again[^a] and inline^[an inline note].\n\n[^a]: The first.\n\n    With a second paragraph.\n[^b]: The second with a [link](https://example.com).\n",
  ),
  markdown(
    "code blocks",
    '# Code\n\n```python\ndef f(x):\n    return x  # ключ\n```\n\n```\nplain → text\n```\n\n    indented\n\n```rust\nfn main() { println!("{}", 1); }\n```\n',
  ),
  markdown("a long table", LONG_TABLE),
  markdown(
    "nested lists",
    "# Lists\n\n1. one\n   - a\n     1. deep\n     2. deeper\n   - b\n2. two\n\n   with a paragraph\n\n   ```\n   code\n   ```\n3. three\n\n- [ ] open\n  - [x] done below\n\nTerm\n",
  ),
  markdown(
    "math",
    "# Math\n\nInline $\\sqrt{x^2+1}$ and\n\n$$\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}$$\n\n$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\xrightarrow{f} \\mathbb{R}$$\n\n$a \\nleqslant b \\varsubsetneqq c$\n",
  ),
  markdown("diagrams", "# Diagram\n\n```mermaid\nflowchart LR\n  A[Order] --> B{Paid?}\n  B -->|yes| C[Ship]\n```\n", {
    mermaid: true,
  }),
  markdown(
    "pictures",
    `# Pictures\n\n![A dot](${PICTURE})\n\n![Another dot](${PICTURE} "With a caption")\n\nText ![in a line](${PICTURE}) goes on.\n\n[![A linked dot](${PICTURE})](https://example.com)\n`,
  ),
  markdown(
    "raw HTML",
    '# HTML\n\n<details open><summary>More</summary>\n\nHidden *text*.\n\n</details>\n\nH<sub>2</sub>O, <kbd>Ctrl</kbd>, <mark>marked</mark>, <abbr title="et cetera">etc.</abbr>\n\n<table><tr><th>a</th><td>b</td></tr></table>\n\n<dl><dt>Term</dt><dd>Meaning</dd></dl>\n',
  ),
  markdown(
    "front matter",
    "---\ntitle: Ein Bericht\nauthor: A. Autorin\nlang: de\ndate: 2026-03-01\ntoc: true\n---\n\n## Erstens\n\nÜber dies.\n\n### Und\n\nDas.\n\n## Zweitens\n\nJenes.\n",
  ),
  markdown("right to left and CJK", "# مرحبا\n\nنص *عربي* مع English.\n\n- واحد\n- اثنان\n\n## 日本語\n\n漢字かな。\n"),
];
