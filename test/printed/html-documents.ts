import { crc32, deflateSync } from "node:zlib";
import type { PrintedCase } from "./printed-case.ts";

/* Documents for html-to-pdf: what web pages and print style sheets are made of, each with something of its own. */

const HTML_TO_PDF = "/api/v1/convert/html-to-pdf";

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** Returns a PNG of 8 by 8 pixels in one colour with an alpha channel, as a data URL. */
function pngOf(red: number, green: number, blue: number, alpha: number): string {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 6, 0, 0, 0]);
  const row = Buffer.from([0, ...Array.from({ length: 8 }, () => [red, green, blue, alpha]).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 8 }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat(parts).toString("base64")}`;
}

const OPAQUE = pngOf(200, 60, 30, 255);
const SEE_THROUGH = pngOf(30, 60, 200, 100);

const page = (title: string, body: string, { lang = "en", style = "", head = "" } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}` +
  `<style>${style}</style></head><body>${body}</body></html>`;

const rows = (count: number, cells: (index: number) => readonly string[]): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<tr>${cells(index)
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  ).join("");

const html = (name: string, text: string, options: object = {}): PrintedCase => ({
  name: `html: ${name}`,
  path: HTML_TO_PDF,
  value: { html: text, ...options },
});

export const HTML_DOCUMENTS: readonly PrintedCase[] = [
  html(
    "an invoice",
    page(
      "Invoice 42",
      `<header><h1>Invoice 42</h1><p>Example Ltd.<br>1 High Street</p></header>
       <table><thead><tr><th>Item<th>Quantity<th>Price</thead><tbody>${rows(6, (n) => [`Item ${n}`, `${n}`, `${n}.00 €`])}
       </tbody><tfoot><tr><th colspan="2">Total<td>15.00 €</tfoot></table><p>Please pay by <time>1 May</time>.</p>`,
      { style: "table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:4px}" },
    ),
  ),
  html(
    "pictures",
    page(
      "Pictures",
      `<h1>Pictures</h1><p><img alt="A red square" src="${OPAQUE}" width="80"> in a line</p>
       <img alt="A blue square" src="${SEE_THROUGH}" width="80"><p><img alt="" src="${OPAQUE}" width="10"> decoration</p>
       <div style="background:url(${OPAQUE});height:40px">A picture behind text</div>`,
    ),
  ),
  html(
    "figures with captions",
    page(
      "Figures",
      `<h1>Figures</h1><figure><img alt="A red square" src="${OPAQUE}" width="120"><figcaption>Figure 1: red</figcaption></figure>
       <figure><figcaption>Figure 2: a table</figcaption><table><tr><th>a<th>b<tr><td>1<td>2</table></figure>
       <figure><blockquote>Quoted.</blockquote><figcaption>An author</figcaption></figure>
       <figure><pre><code>x = 1</code></pre></figure>`,
    ),
  ),
  html(
    "transparency",
    page(
      "Transparency",
      `<h1>Glass</h1><div class="a">half</div><div class="b">multiplied</div><p class="s">shadow</p>`,
      {
        style:
          ".a{opacity:.5;background:linear-gradient(red,blue);height:60px}.b{mix-blend-mode:multiply;background:#0f8}" +
          ".s{text-shadow:1px 1px 3px #0008;box-shadow:2px 2px 8px #000a;filter:drop-shadow(2px 2px 2px red)}",
      },
    ),
  ),
  html("emoji", page("Emoji", "<h1>😀 Emoji</h1><p>👩‍👩‍👧 🇩🇪 👍🏽 ☎ ♥️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣</p><ul><li>🍎 apple<li>🍐 pear</ul>")),
  html(
    "right to left",
    page(
      "مستند",
      "<h1>مرحبا بالعالم</h1><p>هذا نص عربي مع English في الوسط و123 رقم.</p><ul><li>واحد<li>اثنان</ul><table><tr><th>اسم<th>عدد<tr><td>أ<td>١</table>",
      { lang: "ar" },
    ).replace("<html", '<html dir="rtl"'),
  ),
  html(
    "Hebrew",
    page("מסמך", '<h1>שלום עולם</h1><p dir="rtl">טקסט בעברית (עם סוגריים) ו־<b>מודגש</b>.</p>', { lang: "he" }),
  ),
  html(
    "CJK",
    page(
      "文書",
      "<h1>日本語の文書</h1><p>漢字かな交じり文。<ruby>漢字<rt>かんじ</rt></ruby></p><p lang='zh'>简体中文</p><p lang='ko'>한국어 문서</p>",
      {
        lang: "ja",
      },
    ),
  ),
  html(
    "many scripts",
    page(
      "Scripts",
      "<h1>हिन्दी ไทย தமிழ்</h1><p>Ελληνικά Кириллица Ქართული Հայերեն বাংলা ગુજરાતી ខ្មែរ</p><p>ﬁ ﬂ ½ ⁂ ∑ ∫ √ ∞ ≠</p>",
    ),
  ),
  html(
    "a form",
    page(
      "Form",
      `<h1>Order</h1><form><fieldset><legend>You</legend><label>Name <input name="n" value="Ada"></label>
       <label><input type="checkbox" checked> Yes</label><label><input type="radio" name="r"> One</label>
       <label><input type="radio" name="r" checked> Two</label><select><option>A<option selected>B</select>
       <textarea aria-label="Note">Text</textarea><input type="range"><input type="color" value="#ff8800">
       <progress value="3" max="5"></progress><meter value="0.4"></meter><button>Send</button></fieldset></form>`,
    ),
  ),
  html(
    "SVG",
    page(
      "SVG",
      `<h1>Drawings</h1><svg role="img" aria-label="A ring" width="80" height="80"><circle cx="40" cy="40" r="30" fill="none" stroke="#a0f" stroke-opacity=".5"/></svg>
       <svg width="200" height="60"><title>A chart</title><rect width="50" height="40" fill="teal"/><text x="60" y="30">text in it</text><a href="https://example.com/"><text x="60" y="50">link</text></a></svg>
       <img alt="An image in SVG" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='60' height='60'%3E%3Crect width='30' height='30' fill='red'/%3E%3C/svg%3E">
       <p>Text with <svg width="10" height="10" aria-hidden="true"><rect width="10" height="10"/></svg> an icon</p>`,
    ),
  ),
  html(
    "MathML",
    page(
      "Formulas",
      `<h1>Formulas</h1><p>The root <math><msqrt><mi>x</mi></msqrt></math> and</p><math display="block"><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac><mo>=</mo><munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover><msup><mi>e</mi><mi>i</mi></msup></math>`,
    ),
  ),
  html(
    "a long table",
    page(
      "Long table",
      `<h1>Long</h1><table><caption>Rows</caption><colgroup><col><col></colgroup><thead><tr><th>Number<th>Text<th>More</thead><tbody>${rows(
        180,
        (n) => [`${n}`, `Row ${n}`, `More of ${n}`],
      )}</tbody></table>`,
    ),
  ),
  html(
    "merged cells",
    page(
      "Merged cells",
      `<h1>Merged</h1><table><thead><tr><th rowspan="2">Name<th colspan="2">Amount<tr><th>net<th>gross</thead>
       <tbody><tr><th scope="row" rowspan="2">A<td>1<td>2<tr><td colspan="2">3<tr><th scope="row">B<td>4<td>5</tbody></table>
       <table><tr><td rowspan="3">tall<td>a<tr><td>b<tr><td>c</table>
       <table><tr><th>uneven<th>row<tr><td>only one</table>`,
      { style: "td,th{border:1px solid}" },
    ),
  ),
  html(
    "nested lists",
    page(
      "Lists",
      `<h1>Lists</h1><ol><li>one<ul><li>a<ol type="i"><li>deep<li>deeper</ol><li>b</ul><li>two<p>a paragraph</p><li><p>three</p></ol>
       <ul style="list-style:none"><li>bare<li>bare too</ul><dl><dt>Term<dd>Meaning<dt>Other<dd>One<dd>Two<div><dt>In a div<dd>x</div></dl>
       <ul><li><a href="https://example.com/">linked</a></ul><menu><li>m</menu><ul></ul><ul>loose text<li>x</ul>`,
    ),
  ),
  html(
    "headings skipped",
    page(
      "Headings",
      "<h2>Begins at two</h2><p>x</p><h5>Then five</h5><p>y</p><h1>One</h1><h3>Three</h3><h6>Six</h6><p>z</p>",
    ),
  ),
  html(
    "links",
    page(
      "Links",
      `<h1 id="top">Links</h1><p><a href="https://example.com/">plain</a>, <a href="mailto:a@example.com">mail</a>, <a href="#end">inside</a>,
       <a href="https://example.com/x"><img alt="A linked picture" src="${OPAQUE}"></a>, <a href="https://example.com/long">a link that is so long that it must be broken over at least two lines of the page because it goes on and on</a></p>
       <a href="https://example.com/block"><div><h2>Block</h2><p>in a link</p></div></a><p><a href="https://example.com/empty"></a><a href="#nowhere">nowhere</a> <a title="Its title" href="https://example.com/t">t</a></p><p id="end" style="break-before:page"><a href="#top">up</a></p>`,
    ),
  ),
  html(
    "sections and roles",
    page(
      "Sections",
      `<header>Head</header><nav aria-label="Main"><ul><li><a href="#a">A</a></ul></nav><main><article id="a"><h1>A</h1><section><h2>B</h2><p>x <em>em</em> <strong>strong</strong> <code>code</code> <q>quote</q> <mark>m</mark> <del>d</del> <ins>i</ins> <sub>2</sub><sup>3</sup> <abbr title="World Wide Web">WWW</abbr> <kbd>k</kbd> <small>s</small></p></section><aside>Aside</aside><blockquote cite="x"><p>Quoted</p></blockquote><address>Address</address></article></main><details open><summary>More</summary>Text</details><hr><footer>Foot</footer>`,
    ),
  ),
  html(
    "ARIA",
    page(
      "ARIA",
      `<div role="heading" aria-level="1">Title</div><div role="list"><div role="listitem">one</div><div role="listitem">two</div></div>
       <div role="table"><div role="row"><span role="columnheader">a</span><span role="columnheader">b</span></div><div role="row"><span role="cell">1</span><span role="cell">2</span></div></div>
       <p role="note">A note</p><div role="img" aria-label="A drawing">:-)</div><span aria-hidden="true">hidden</span><div role="heading" aria-level="9">Nine</div><div role="presentation"><p>x</p></div><div role="math">x</div>`,
    ),
  ),
  html("header and footer", page("Furniture", "<h1>Text</h1><p style='break-after:page'>one</p><p>two</p>"), {
    header_html: "<b>Above</b> <span class='title'></span>",
    footer_html:
      "<div style='font-size:9px'><span class='pageNumber'></span> of <span class='totalPages'></span></div>",
  }),
  html("margin boxes", page("Margins", "<h1>Text</h1><p style='break-after:page'>one</p><p>two</p>"), {
    header_text: "Running head",
    footer_text: "Confidential",
    show_page_numbers: true,
  }),
  html("no language, no title", "<h1>Hello</h1><p>Nothing is said of me.</p>"),
  html("plain text only", "just some text"),
  html("bare fragment", "<p>One</p>text<p>Two</p><div>three <div>four</div> five</div><br><br>", { title: "Fragment" }),
  html(
    "columns and floats",
    page(
      "Layout",
      `<h1>Layout</h1><div class="c"><p>${"Words that fill columns. ".repeat(60)}</p></div><div class="g"><div>1</div><div>2</div><div>3</div></div><p><span class="f">float</span>${"around ".repeat(40)}</p><div class="r">fixed</div><p class="v">vertical</p><p class="b">x</p>`,
      {
        style:
          ".c{columns:2}.g{display:grid;grid-template-columns:1fr 1fr}.f{float:left;width:80px}.r{position:fixed;bottom:0;right:0;transform:rotate(5deg)}.v{writing-mode:vertical-rl}" +
          ".b::before{content:'→ '}.b::after{content:url(" +
          OPAQUE +
          ") / 'after'}p::first-letter{font-size:2em}",
      },
    ),
  ),
  html(
    "scripts draw",
    page(
      "Drawn",
      `<h1>Drawn</h1><canvas id="c" width="80" height="40" role="img" aria-label="A drawing">x</canvas><p id="p"></p><script>const g=document.getElementById('c').getContext('2d');g.fillStyle='#08f';g.fillRect(5,5,50,30);document.getElementById('p').textContent='made by script'</script>`,
    ),
  ),
];
