import { readFile } from "node:fs/promises";
import { finished } from "../../../../packages/printed/src/testing/finished.ts";
import type { DocumentPrinter, Wanted } from "../../conformance/documents/printed-documents.ts";

/*
 * Documents that try to leave something in the page that prints them, and one that shows what is left.
 */

/** One way to leave something: the parts of a document that it consists of, or options of its job. */
interface Trace {
  readonly name: string;
  readonly html?: string;
  readonly body?: string;
  readonly head?: string;
  readonly css?: string;
  readonly content?: string;
  readonly job?: Omit<Wanted, "html">;
  readonly isQuirky?: boolean;
}

const meta = (name: string, content: string): Trace => ({
  name: `meta ${name} ${content}`,
  head: `<meta name="${name}" content="${content}">`,
});
const css = (rules: string): Trace => ({ name: rules, css: rules });
const content = (markup: string): Trace => ({ name: markup, content: markup });
const job = (name: string, options: Omit<Wanted, "html">): Trace => ({ name, job: options });
const equivalent = (name: string, value: string): Trace => ({
  name: `http-equiv ${name}`,
  head: `<meta http-equiv="${name}" content="${value}">`,
});

const GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";

/** The first ten are the worst. */
export const TRACES: readonly Trace[] = [
  meta("color-scheme", "dark"),
  { name: "body colours", body: 'link="#f00" vlink="#0f0" alink="#00f" text="#fff" bgcolor="#000"' },
  css(":root { color-scheme: only dark; background: #000; color: #fff; font-size: 40px }"),
  { name: "vertical and from the right", html: 'dir="rtl" lang="ja"', css: "html, body { writing-mode: vertical-rl }" },
  css("@property --mark { syntax: '<color>'; inherits: true; initial-value: red } p { color: var(--mark) }"),
  css(
    "@font-face { font-family: serif; src: local('Noto Sans Mono') } @font-face { font-family: mark; src: local('x') }",
  ),
  css("@counter-style mark { system: cyclic; symbols: 'X' } @keyframes mark { from, to { color: red } }"),
  css("@page { size: A6 landscape; margin: 0 } @page mark { size: A5 } body { zoom: 2; overflow: hidden }"),
  job("media", { media: "screen", mediaFeatures: { "prefers-color-scheme": "dark", "prefers-contrast": "more" } }),
  job("single page", { paper: { isSinglePage: true, widthPt: 200 } }),
  meta("viewport", "width=200, initial-scale=3, user-scalable=no"),
  meta("theme-color", "#f00"),
  meta("referrer", "no-referrer"),
  meta("text-scale", "scale"),
  meta("supported-color-schemes", "dark"),
  meta("format-detection", "telephone=no"),
  equivalent("content-type", "text/html; charset=shift_jis"),
  equivalent("x-ua-compatible", "IE=5"),
  equivalent("Content-Security-Policy", "style-src 'none'; img-src 'none'"),
  equivalent("content-language", "zh-TW"),
  equivalent("default-style", "mark"),
  equivalent("refresh", "0;url=data:text/html,moved"),
  { name: "charset", head: '<meta charset="shift_jis">' },
  { name: "base", head: '<base href="https://mark.test/" target="mark">' },
  {
    name: "style names",
    head: '<style title="mark">p { color: red }</style><style title="other">p { color: lime }</style>',
  },
  { name: "blocking", head: '<link rel="expect" href="#never" blocking="render"><style blocking="render">p{}</style>' },
  { name: "no title", head: "<title>\u0000 </title><title>mark</title>" },
  { name: "quirks", isQuirky: true, content: '<table width="50%"><tr><td style="width:1">x</table>' },
  { name: "attributes", html: 'class="mark" lang="ar" translate="no" hidden="until-found"', body: "contenteditable" },
  css("@layer a, mark, b; @layer mark { p { color: red } } @view-transition { navigation: auto }"),
  css(
    "@font-feature-values serif { @styleset { mark: 1 } } @font-palette-values --mark { font-family: serif; base-palette: 1 }",
  ),
  css(
    "@position-try --mark { top: 0 } :root { anchor-name: --mark; scroll-timeline: --mark; view-transition-name: mark }",
  ),
  css(
    "@function --mark() { result: red } @container (width > 1px) { p { color: red } } @scope (p) { a { color: red } }",
  ),
  css(":root { --mark: red; counter-reset: mark 90; quotes: '<' '>'; overflow: scroll; scroll-behavior: smooth }"),
  css(":root { text-size-adjust: 300%; font-palette: dark; accent-color: red; caret-color: red; hyphens: auto }"),
  css("html { scroll-padding: 90px; zoom: 1.5; filter: invert(1); transform: scale(2); container-type: size }"),
  css("body { direction: rtl; overflow: clip; background: red; scrollbar-gutter: stable; contain: strict }"),
  css("@media print { :root { page: mark; orphans: 9; widows: 9 } } p { page: mark; break-before: page }"),
  css(
    "p { animation: mark 1s infinite; transition: all 9s } @starting-style { p { color: red } } @keyframes mark { to { color: red } }",
  ),
  css(":target, :focus, ::selection, :visited, ::highlight(mark) { color: red; background: #000 }"),
  css("svg|* { color: red } @namespace svg url(http://www.w3.org/2000/svg); @charset 'x'; p { color: red"),
  content(
    '<input name="a" value="mark" autofocus checked type="checkbox"><input name="r" type="radio" checked><textarea>mark</textarea>',
  ),
  content(
    '<form id="f"><input name="a" value="mark" autocomplete="on" autofocus><select name="s"><option>mark</select></form>',
  ),
  content(
    "<dialog open>mark</dialog><details name=d open><summary>mark</summary>x</details><p popover=manual id=mark>mark",
  ),
  content(
    '<div id="mark"><template shadowrootmode="open"><style>:host { color: red }</style><slot></slot></template>mark</div>',
  ),
  content('<x-mark is="mark">mark</x-mark><button is="x-mark" popovertarget="mark">x</button>'),
  content(
    '<svg width="9" height="9"><defs><linearGradient id="mark"><stop stop-color="red"/></linearGradient></defs><rect fill="url(#mark)" width="9" height="9"><animate attributeName="width" to="1" dur="9s"/></rect></svg>',
  ),
  content(
    "<svg><style>p { color: red }</style><title>mark</title><foreignObject><p>x</foreignObject></svg><math><mi>m</mi></math>",
  ),
  content(
    `<img src="${GIF}" usemap="#mark" alt="mark" loading="lazy"><map name="mark"><area href="#mark" shape="rect"></map>`,
  ),
  content(
    '<a name="mark" id="mark" href="#mark">mark</a><a href="https://mark.test/" target="mark" ping="https://mark.test/">x</a>',
  ),
  content(
    '<marquee>mark</marquee><meter value="1"></meter><progress></progress><ruby>漢<rt>mark</rt></ruby><bdo dir="rtl">mark</bdo>',
  ),
  content('<p lang="ja">直角 骨</p><p lang="zh-TW">直角 骨</p><p lang="ko">直角 骨</p><p>直角 骨 😀 עברית العربية</p>'),
  content(
    "<p autofocus tabindex=1>mark</p><p contenteditable>mark</p><p spellcheck=true>mrak</p><p style='height:9000px'>x",
  ),
  content('<noscript><style>p { color: red }</style></noscript><script>document.title = "mark"</script>'),
  content('<body onload="x" link="red" style="color: red"><html dir="rtl" lang="ar"><base target=_top>'),
  content("<plaintext><!-- <style>p{color:red}</style>"),
  // What is known to leave nothing: the Document is kept.
  content(
    '<table border=1 width="100%" cellpadding=9><caption>x</caption><colgroup><col span=1></colgroup><tr><th scope=col>1<td rowspan=2 valign=top>2</table>',
  ),
  content(
    '<h1 id=mark class=a>mark</h1><a href="https://mark.test/" title=mark>x</a><blockquote>q</blockquote><center>c</center><ol start=9><li value=3>x</ol>',
  ),
  css(
    "@page { size: A5 landscape; margin: 9mm; @bottom-center { content: 'mark' } } @media print { :root { background: #000; color: #fff; font: 40px monospace } }",
  ),
  css(
    "* { color: red; display: inline; position: fixed; float: right } body { width: 50px; height: 9000px; margin: 99px; columns: 3; --mark: red }",
  ),
  { name: "language", html: 'lang="ja" class=a', body: 'lang="ar" style="background: #000; color: #fff"' },
  job("css", {
    css: ":root { color-scheme: dark; background: #000 } @property --mark { syntax: '*'; inherits: true; initial-value: 1px }",
  }),
  job("templates", {
    paper: {
      headerHtml: "<style>p{color:red}</style><b class=title></b>",
      footerHtml: "<i class=pageNumber></i>",
      scale: 2,
    },
  }),
  job("paper", { paper: { widthPt: 842, heightPt: 300, scale: 0.5, pageRanges: "1", printsBackground: false } }),
  job("untagged", { isTagged: false, hasOutline: false, runsScript: false }),
];

/** Returns a job whose document leaves all of `traces`. */
export function leaving(...traces: readonly Trace[]): Wanted {
  const all = (part: "html" | "body" | "head" | "css" | "content"): string =>
    traces.map((trace) => trace[part] ?? "").join(" ");
  const doctype = traces.some(({ isQuirky }) => isQuirky) ? "" : "<!doctype html>";
  const style = all("css").trim() === "" ? "" : `<style>${all("css")}</style>`;
  const html = `${doctype}<html ${all("html")}><head>${all("head")}${style}</head><body ${all("body")}><p>mark</p>${all("content")}`;
  return Object.assign({}, ...traces.map((trace) => trace.job ?? {}), { html });
}

/** A document that leaves almost everything to the page: what an earlier one has set shows in it. */
export const REFERENCE: Wanted = {
  html: `<style>
    p::before { counter-increment: mark; content: counter(mark, mark) " " } .a { color: var(--mark, blue) }
    .b { font-family: mark, serif } .c { animation: mark 0s both } .d { page: mark } :target, :focus { color: lime }
    </style><p>text<p class=a>a<p class=b>b<p class=c>c<p class=d>d<p id=mark>id
    <a href="https://example.com/">link</a> <a href="#mark">here</a> <q>quoted</q> 直角 骨 😀
    <input name=a value=x><input type=checkbox name=a><input type=radio name=r><textarea></textarea><hr>
    <x-mark>x</x-mark><ul><li>one<li>two</ul><table border=1 width="50%"><tr><td>1<td>2</table><h1>End</h1>`,
};

/** Returns what a caller is given of a document: identifiers and dates of the browser are no part of it. */
export async function deliveredBytes(printer: DocumentPrinter, wanted: Wanted): Promise<Buffer> {
  const { path } = await printer.print(wanted);
  return Buffer.from(finished(await readFile(path)));
}
