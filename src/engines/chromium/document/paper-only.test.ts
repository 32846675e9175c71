import { expect, test } from "vitest";
import { onPaperOnly } from "./paper-only.ts";

const MARK = "<style>@media screen{:root{display:none}}</style>";

test.each([
  ["<!doctype html>", "<title>x</title>"],
  [
    '\ufeff\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/xhtml1">\n<html>\n<head>',
    "<p>x",
  ],
  ["<!doctype html><html lang=en data-a='x > y' data-b = \"<head>\" hidden>\n<head class=a>", "<meta charset=utf-8>"],
  ["<!doctype html><html>", "<body><head>x"],
  ["<!doctype html>", "<!-- <head> --><p>x"],
  // Anything that is no plain tag is left to the parser, which reads its attributes all the same.
  ["<!doctype html>", '<html lang="en"title=x><head>'],
  ["<!doctype html>", "<header>x</header>"],
])("the head of %s begins after it", (start, rest) => {
  expect(onPaperOnly(start + rest)).toBe(start + MARK + rest);
});

test.each(["", "x", "<html><head></head>", "<!-- first --><!doctype html><head>", "<p>a<!doctype html>"])(
  "a document whose mode it could change stays as it is: %j",
  (html) => {
    expect(onPaperOnly(html)).toBe(html);
  },
);

test("attributes without an end take no time", () => {
  const html = `<!doctype html><html ${'a="b" '.repeat(100_000)}`;
  expect(onPaperOnly(html)).toBe(`<!doctype html>${MARK}${html.slice("<!doctype html>".length)}`);
});
