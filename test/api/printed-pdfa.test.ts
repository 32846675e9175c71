import { describe, expect, test } from "vitest";
import { call, chargedBy, moneyOf, newClient } from "./accounts.ts";
import { addWatermark, mergePdfs, upload, VALIDATE_PDFA } from "./client.ts";
import { HTML_TO_PDF, withoutChromium } from "./html-to-pdf.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { JSON_TO_PDF, orders } from "./json-to-pdf.ts";
import { qpdfProblems } from "./programs.ts";
import { expectFailure, expectOk, json, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 7, the page block: `pdfa` of every operation whose result is printed. */

const TEXT_TO_PDF = "/api/v1/convert/text-to-pdf";
const MARKDOWN_TO_PDF = "/api/v1/convert/markdown-to-pdf";
const FROM_TEMPLATE = "/api/v1/pdf/from-template";

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

const HTML = `<!doctype html><html lang="en"><title>A “page” of all kinds</title>
<style>
  h1 { color: #06c; text-shadow: 1px 1px 2px rgb(0 0 0 / 0.4) }
  .box { opacity: 0.5; background: linear-gradient(red, blue); width: 90px; height: 40px; box-shadow: 2px 2px 6px #888 }
  .round { border: 3px dashed green; border-radius: 12px; transform: rotate(3deg); mix-blend-mode: multiply }
</style>
<h1 id="top">Größe, Łódź, Ελλάδα, Київ</h1><p>漢字かな 한국어 हिन्दी ไทย שלום مرحبا <em>soft&shy;hyphen</em> <b>bold</b> <code>x = 1</code></p>
<p>😀 👩‍👩‍👧 🇩🇪 ☎ ∑ ﬁ</p><ul><li>one<li>two</ul><table><caption>Figures</caption><tr><th scope="col">a<th scope="col">b<tr><td>1<td>2</table>
<div class="box"></div><div class="round">round</div><p><a href="https://example.com/">a link</a> <a href="#top">up</a></p>
<img alt="a dot" src="${PICTURE}"><svg width="60" height="60" role="img" aria-label="a ring"><circle cx="30" cy="30" r="20" fill="none" stroke="#a0f" stroke-opacity="0.5"/></svg>
<p style="break-before: page">second page</p>`;

const TEXT = "Größe “naïve”\n\tтекст\n漢字かな交じり文\n\fsecond page";

const MARKDOWN = `# Handbook

Some *text* with \`code\`, a [link](https://example.com), ~~no~~ and a footnote[^1].

| Port | Height |
| --- | ---: |
| Brest | 7.1 |

- [x] done
- [ ] to do

\`\`\`js
const answer = 42; // of all
\`\`\`

$$ e^{i\\pi} + 1 = 0 $$

\`\`\`mermaid
flowchart LR
  A[Order] --> B{Paid?}
  B -->|yes| C[Ship]
\`\`\`

[^1]: Reported below, 👍🏽.
`;

const RECEIPT = {
  template_slug: "receipt-minimal",
  variables: {
    company_name: "Corner Café",
    receipt_number: "R-1",
    date: "2026-03-14",
    items: [{ description: "Espresso", quantity: 2, price: 2.4 }],
    total: 4.8,
  },
};

/** A request of each operation, with most of what it can print. */
const ORDERS = [
  { path: HTML_TO_PDF, value: { html: HTML } },
  { path: HTML_TO_PDF, value: { html: HTML, tagged: false, header_html: "<b>above</b>", footer_text: "below" } },
  {
    path: HTML_TO_PDF,
    value: { html: "<form><input value='x'><button>Go</button><input type=checkbox checked></form>" },
  },
  { path: TEXT_TO_PDF, value: { text: TEXT, show_page_numbers: true, header_text: "Running", font_family: "mono" } },
  { path: MARKDOWN_TO_PDF, value: { markdown: MARKDOWN, theme: "report", toc: true } },
  { path: JSON_TO_PDF, value: { title: "Orders", json_data: orders(40), show_page_numbers: true } },
  { path: FROM_TEMPLATE, value: RECEIPT },
] as const;

/** A character of a private-use plane, which no font has. */
const UNWRITABLE = "\u{10F123}";

const conforming = (pdfa: string) => ({ is_compliant: true, claimed_conformance: `PDF/A-${pdfa}`, issues: [] });

describe.skipIf(withoutChromium)("pdfa of what is printed", () => {
  const service = commonService({ keepsResults: true });
  const print = (path: string, value: object, key: string = service().key): Promise<Reply> =>
    call(service(), "POST", path, { value, key });

  /** Returns the service's validation of a document. */
  const validated = async (file: Buffer): Promise<unknown> =>
    json(expectOk(await upload(service(), { path: VALIDATE_PDFA, file })));

  for (const { path, value } of ORDERS) {
    for (const pdfa of ["2b", "3b"]) {
      test(`${path} conforms to ${pdfa}: ${JSON.stringify(value).slice(0, 60)}`, async () => {
        const { body } = expectOk(await print(path, { ...value, pdfa }));
        expect(await validated(body)).toMatchObject(conforming(pdfa));
        expect(await qpdfProblems(body)).toBe("");
      });
    }
  }

  test.each(ORDERS)("without it nothing is claimed: $path", async ({ path, value }) => {
    const { body } = expectOk(await print(path, { ...value, pdfa: null }));
    expect(await validated(body)).toMatchObject({ is_compliant: false, claimed_conformance: null });
  });

  test("many sections, joined", async () => {
    const { body } = expectOk(
      await print(TEXT_TO_PDF, { text: "page\f".repeat(520), show_page_numbers: true, pdfa: "2b" }),
    );
    expect(await validated(body)).toMatchObject({ ...conforming("2b"), metadata: { page_count: 520 } });
  });

  test("some pages of a document", async () => {
    const { body } = expectOk(await print(HTML_TO_PDF, { html: HTML, page_ranges: "2", pdfa: "3b" }));
    expect(await validated(body)).toMatchObject({ ...conforming("3b"), metadata: { page_count: 1 } });
  });

  test.each([
    [HTML_TO_PDF, { html: `<p>${UNWRITABLE}</p>` }],
    [TEXT_TO_PDF, { text: UNWRITABLE }],
    [MARKDOWN_TO_PDF, { markdown: UNWRITABLE }],
    [JSON_TO_PDF, { json_data: { key: UNWRITABLE } }],
  ])("what cannot conform is not delivered, and not charged: %s", async (path, value) => {
    const { key, accountId } = await newClient(service(), 1000);
    const { detail } = expectFailure(await print(path, { ...value, pdfa: "2b" }, key), 400, "not_convertible");
    expect(detail).toMatch(
      /^The document cannot be made to conform to PDF\/A-2b: \[6\.2\.11\.[\d.]+-\d\] .+ on page 1/,
    );
    expect(await moneyOf(service(), accountId)).toEqual([1000, 0, 1000]);
    expect(chargedBy(expectOk(await print(path, value, key)))).toBeGreaterThan(0);
  });

  test("a job that cannot conform fails, and costs nothing", async () => {
    const { key, accountId } = await newClient(service(), 1000);
    const accepted = await print(`${TEXT_TO_PDF}?async=true`, { text: UNWRITABLE, pdfa: "2b" }, key);
    const { job_id: id } = json(accepted) as { readonly job_id: string };
    expect(await untilFinal(service(), id, key)).toMatchObject({
      status: "failed",
      error: { status: 400, code: "not_convertible" },
    });
    expectFailure(await resultOf(service(), id, key), 400, "not_convertible");
    expect(await moneyOf(service(), accountId)).toEqual([1000, 0, 1000]);
  });

  test("what is done to it afterwards keeps what it claims", async () => {
    const { body } = expectOk(await print(TEXT_TO_PDF, { text: TEXT, pdfa: "2b" }));
    const marked = expectOk(await addWatermark(service(), body, { text: "DRAFT", font_color: "#FF0000" }));
    const merged = expectOk(await mergePdfs(service(), [body, body]));
    expect(await validated(marked.body)).toMatchObject(conforming("2b"));
    expect(await validated(merged.body)).toMatchObject(conforming("2b"));
  });

  test("the same request gives the same bytes", async () => {
    const [one, two] = [
      await print(TEXT_TO_PDF, { text: TEXT, pdfa: "2b" }),
      await print(TEXT_TO_PDF, { text: TEXT, pdfa: "2b" }),
    ];
    expect(expectOk(one).body.equals(expectOk(two).body)).toBe(true);
  });
});
