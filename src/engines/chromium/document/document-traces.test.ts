import { expect, test } from "vitest";
import { leavesNoTrace } from "./document-traces.ts";

test.each([
  "<p>x",
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>x > y</title><style>@page { size: A4 } p { color: red }</style>',
  "<!doctype html><body class=a style='color: red'><a href=\"https://example.com/?a=1&amp;b=2\">x</a><br/>",
  "<style>@media print { p { margin: 0 } } @page { @bottom-center { content: 'x' } }</style><table border=1><tr><td>1</table>",
])("a plain document leaves nothing: %s", (html) => {
  expect(leavesNoTrace(html, "")).toBe(true);
});

test.each([
  '<meta name="color-scheme" content="dark">',
  "<META\nNAME=color-scheme CONTENT=dark>",
  '<meta charset="utf-8" name="color-scheme" content="dark">',
  '<p title="a"><!-- <p title=" --><meta name=color-scheme content=dark>" -->',
  '<style><p title="</style><meta name=color-scheme content=dark>"></style>',
  '<title><p title="</title><meta name=color-scheme content=dark>"></title>',
  "<body link=red>",
  "<html dir=rtl>",
  "<style>:root { color-scheme: dark }</style>",
  "<style>:root { color-sche\\6d e: dark }</style>",
  '<p style="color&#45;scheme: dark">',
  "<style>@property --x { syntax: '*'; inherits: true }</style>",
  "<style>@\\70roperty --x {}</style>",
  "<style title=x>p { color: red }</style>",
  "<style>p { color: red }",
  "<svg></svg>",
  "<input autofocus>",
  "<p popover>x",
  "<p a=`",
  "<",
])("anything else may leave something: %s", (html) => {
  expect(leavesNoTrace(html, "")).toBe(false);
});

test("the style sheet that is added counts as well", () => {
  expect(leavesNoTrace("<p>x", ":root { color-scheme: dark }")).toBe(false);
});

test.each(["<p ", '<p a="', "<style>", "<!--", "<p a=' "])("a document of nothing but %j takes no time", (piece) => {
  const startedMs = performance.now();
  leavesNoTrace(piece.repeat(Math.floor(200_000 / piece.length)), "");
  expect(performance.now() - startedMs).toBeLessThan(500);
});
