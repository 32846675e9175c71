/**
 * Returns a document with a table of that many rows. It is too long to be kept as a file, so it is printed where there
 * is a browser.
 */

export const table = (rows: number): string => {
  const cells = Array.from(
    { length: rows },
    (_, row) => `<tr><td>${row}</td><td>Item number ${row}</td><td>${(row * 7.25).toFixed(2)} €</td><td>2026</td></tr>`,
  );
  const head = "<thead><tr><th>No.</th><th>Name</th><th>Price</th><th>Year</th></tr></thead>";
  return `<!doctype html><html lang="en"><title>Table</title><h1>Table</h1><table>${head}${cells.join("")}</table>`;
};

/** A document with many scripts, pictures, form fields and formulas. */
export const scripts = `<!doctype html><html lang="mul"><meta charset="utf-8">
<title>Schriften: العربية 中文 &amp; 😀 &lt;x&gt;</title>
<h1>Alle Schriften</h1>
<p lang="ar" dir="rtl">مرحبا بالعالم ١٢٣</p><p lang="he" dir="rtl">שלום עולם</p><p lang="hi">नमस्ते दुनिया</p>
<p lang="th">สวัสดีชาวโลก</p><p lang="zh">你好，世界</p><p lang="ja">こんにちは世界</p><p lang="ko">안녕하세요 세계</p>
<p lang="ru">Привет, мир</p><p lang="el">Γειά σου Κόσμε</p><p>fi ffl ffi office “quotes” 😀👩‍👩‍👧</p>
<h2>Bild</h2>
<div style="width:90px;height:40px;background:linear-gradient(red,blue);opacity:.5;border-radius:9px"></div>
<img alt="Ein Quadrat" src="data:image/gif;base64,R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==" width="30" height="30">
<form><input value="abc"><select><option>x</select><button>B</button><textarea>tt</textarea><input type="checkbox" checked></form>
<math><mi>x</mi><mo>=</mo><mn>1</mn></math><ruby>漢<rt>kan</rt></ruby><pre>code   here</pre><blockquote>q</blockquote>
<dl><dt>t<dd>d</dl><h3>Unter <em>titel</em></h3><table><caption>c</caption><tr><th>a<th>b<tr><td>c<td><p>d</p><p>e</p></table>`;
