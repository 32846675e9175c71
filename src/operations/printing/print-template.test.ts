import { describe, expect, test } from "vitest";
import { cleanTemplate } from "./print-template.ts";

describe("what a header may hold stays", () => {
  test.each([
    '<div class="pageNumber"></div> / <span class="totalPages"></span>',
    '<p style="font-size:10px;color:red">a &amp; b<br>c</p>',
    '<img src="data:image/png;base64,AAAA" alt="logo" width="20">',
    "<style>@font-face{font-family:x;src:url(data:font/woff2;base64,AA)} p{color:red}</style><p>x</p>",
    '<table border="0"><tr><td colspan="2">x</td></tr></table>',
  ])("%s", (html) => {
    expect(cleanTemplate(html)).toEqual({ html, removed: [] });
  });
});

describe("what it may not hold is left out and named", () => {
  test.each([
    ["<script>alert(1)</script>x", "x", ["script"]],
    ["<SCRIPT src=//h/x.js></SCRIPT >x", "x", ["script"]],
    ["<script>never closed", "", ["script"]],
    ['<p onclick="x()">a</p>', "<p>a</p>", ["onclick"]],
    ['<img/src="http://h/x.png"onerror=x()>', "<img>", ["src", "onerror"]],
    ["<img src=data&colon;text/html,x>", "<img>", ["src"]],
    ["<img src='&#106;avascript:x()'>", "<img>", ["src"]],
    ['<a href="http://h/">text</a>', "text", ["a"]],
    ["<link rel=stylesheet href=//h/x.css>", "", ["link"]],
    ["<iframe src=//h></iframe><object data=//h>in</object>", "in", ["iframe", "object"]],
    ["<svg><style><img src=//h></style></svg>a", "a", ["svg"]],
    ["<base href=//h><meta http-equiv=refresh content='0;//h'>", "", ["base", "meta"]],
    ["<p background=//h/x.png>", "<p></p>", ["background"]],
    ['<p style="background:url(//h/x.png)">a</p>', '<p style="background:none">a</p>', ["url"]],
    ['<p style="background:u&#114;l(//h)">a</p>', '<p style="background:none">a</p>', ["url"]],
    ["<style>@import '//h/x.css';p{color:red}</style>", "<style>p{color:red}</style>", ["import"]],
    ["<style>p{background:u\\72l(//h)}</style>", "<style>p{background:u 72l(//h)}</style>", []],
    ["<style>p{background:image-set('//h' 1x)}</style>", "<style>p{background:none}</style>", ["url"]],
    ["<style>p{background:url(/*)*/ '//h')}</style>", "<style>p{background:none}</style>", ["url"]],
    ["<style>p{background:URL( //h", "<style>p{background:none</style>", ["url"]],
  ])("%s", (html, clean, removed) => {
    expect(cleanTemplate(html)).toEqual({ html: clean, removed });
  });
});

describe("what is read in several ways is written in one", () => {
  test.each([
    ["a < b > c", "a &lt; b &gt; c"],
    ["<!-- <b> --><b>x", "<b>x</b>"],
    ["<!doctype html><?php x ?>a", "a"],
    ["<b><i>x</b>y</i>", "<b><i>x</i></b>y"],
    ["</div></div>x", "x"],
    ['<p title="<script>">x', '<p title="&lt;script&gt;">x</p>'],
    ["<p title='a\"b' title=c>x</p>", '<p title="a&quot;b">x</p>'],
    ["<b x", ""],
    ["<p style=\"content:'</style>'\">x</p>", "<p style=\"content:'&lt;/style&gt;'\">x</p>"],
  ])("%s", (html, clean) => {
    expect(cleanTemplate(html).html).toBe(clean);
  });
});

test("a template of a hundred thousand odd characters is cleaned", () => {
  for (const piece of ["<", "<a ", "<p a=", '"', "<!--", "</b", "<style>url(", "<p style='/*", "'\\", "<b></i>"]) {
    expect(cleanTemplate(piece.repeat(100_000 / piece.length)).html).not.toContain("<a");
  }
});

test("elements deeper than a hundred are left out, and their text stays", () => {
  expect(cleanTemplate(`${"<b>".repeat(101)}x`).html).toBe(`${"<b>".repeat(100)}x${"</b>".repeat(100)}`);
});
