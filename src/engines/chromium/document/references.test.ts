import { expect, test } from "vitest";
import { hasRelativeLink, isIntricate, mayNeedOrigin, mayRunScript } from "./document-look.ts";
import { headerTemplate } from "./header-template.ts";
import { onPaperOnly } from "./paper-only.ts";
import { outwardReferences, withReferences } from "./references.ts";

test.each([
  ["<img src=\"a.png\"><img src=b.png ><img SRC = 'c.png'>", ["a.png", "b.png", "c.png"]],
  ['<link rel=stylesheet href="a.css"><a href="b.html">', ["a.css"]],
  ["<svg><use xlink:href='a.svg#b'/><image href=c.png>", ["a.svg#b", "c.png"]],
  ["<link href=a href=b>", ["a", "b"]],
  ["p{background:url( 'a.png' )} q{background:url(b.png)}", ["a.png", "b.png"]],
  ['<td background="a.png"><video poster=b.png><object data=c>', ["a.png", "b.png", "c"]],
  ['<img src="data:,x"><use href="#a"><img src="">', []],
  ['<link rel=x title="a > b"><a href=c>', []],
  ['<img src="unclosed', ['"unclosed']],
  ["<a href=x href=y src=z>", ["z"]],
])("%s refers to %j", (html, expected) => {
  expect(outwardReferences(html)).toEqual(expected);
});

test("references are replaced where they stand", () => {
  const html = '<link href=" a.css "><img src=b><a href="a.css">a.css</a><p style="background:url(b)">';
  const replacements = new Map([
    ["a.css", "A"],
    ["b", "B"],
  ]);
  expect(withReferences(html, (reference) => replacements.get(reference))).toBe(
    '<link href=" A "><img src=B><a href="a.css">a.css</a><p style="background:url(B)">',
  );
});

test.each([
  ["<style title=a>", true],
  ["<link rel=stylesheet\ntitle = a>", true],
  ["<style>a</style><p title=a>", false],
  ["<meta http-equiv=refresh>", true],
  ["<meta http-equiv='content-type'>", false],
])("%s is intricate: %s", (html, expected) => {
  expect(isIntricate(html)).toBe(expected);
});

test.each([
  ["<a href=b.html>", true],
  ['<a href = " b.html">', true],
  ["<a href=mailto:a@b>", false],
  ["<a href='#a'><a href=''>", false],
  ["<a href='#a'><a href='/b'>", true],
])("%s has a relative link: %s", (html, expected) => {
  expect(hasRelativeLink(html)).toBe(expected);
});

test("what a header loads is removed and reported", () => {
  const html =
    '<script>x</script ><b>a</b><link href="a.css"><img src=b srcset="c 2x"><style>@import "d";</style><base';
  expect(headerTemplate(html)).toEqual({
    html: "<b>a</b><img src=data:, ><style></style><base",
    dropped: ["a.css", "d", "b"],
  });
});

// Patterns across tags took minutes for these; the test's own time limit ends them.
test.each([
  "<link ",
  "<style",
  "<style title",
  "<script></script ",
  "<base ",
  "href=",
  "<link href",
  'src="',
  "src='",
  "url('",
  "@import ",
  "<a href= ",
  "http-equiv ",
  " onaa",
])("256 KiB of %j is searched in one pass", (piece) => {
  const html = piece.repeat(2 ** 18 / piece.length);
  const blanks = `<link href=${" ".repeat(2 ** 18)}`;
  for (const text of [html, blanks, `<!doctype html><html${html}`]) {
    mayRunScript(text);
    mayNeedOrigin(text);
    isIntricate(text);
    hasRelativeLink(text);
    outwardReferences(text);
    headerTemplate(text);
    expect(onPaperOnly(text).length).toBeGreaterThanOrEqual(text.length);
  }
});
