import { expect, test } from "vitest";
import type { Block, Heading, Paragraph } from "../blocks.ts";
import { writeHtml, writeMarkdown } from "../index.ts";
import { linkContents } from "./contents-links.ts";

const place = { page: 1, box: { xMin: 0, yMin: 0, xMax: 1, yMax: 1 } };
const paragraph = (text: string): Paragraph => ({ kind: "paragraph", ...place, spans: [{ text }] });
const heading = (text: string): Heading => ({ kind: "heading", ...place, level: 2, spans: [{ text }] });

const TITLES = ["1 Einführung", "1.1 What is new?", "2 The end"];
const entries = TITLES.map((title, index) => paragraph(`${title} ${index + 3}`));
const chapters = TITLES.flatMap((title) => [heading(title), paragraph("Text of the chapter.")]);

const written = (blocks: readonly Block[]) => {
  const laid = { title: undefined, lang: undefined, blocks: linkContents(blocks), pages: [] };
  return { markdown: [...writeMarkdown(laid)].join(""), html: [...writeHtml(laid)].join("") };
};

test("entries of a table of contents lead to their headings, by the anchors of GitHub", () => {
  const { markdown, html } = written([...entries, ...chapters]);
  expect(markdown).toContain("[1 Einführung](#1-einführung) 3");
  expect(markdown).toContain("[1.1 What is new?](#11-what-is-new) 4");
  expect(html).toContain('<a href="#2-the-end">2 The end</a> 5');
  expect(html).toContain('<h2 id="2-the-end">2 The end</h2>');
});

test("items are entries too, with their labels", () => {
  const items = ["Einführung 3", "The end 5", "More 6"].map((text, index) => ({
    label: `${index + 1}.`,
    blocks: [paragraph(text)],
  }));
  const headings = ["1. Einführung", "2. The end", "3. More"].map(heading);
  const { markdown } = written([{ kind: "list", ...place, isOrdered: true, start: 1, items }, ...headings]);
  expect(markdown).toContain("2. [The end](#2-the-end) 5");
});

test("the number of a chapter is not in its heading, or is behind a word", () => {
  const headings = ["Einführung", "Chapter 2 The end", "3 More"].map(heading);
  const { markdown } = written([...["1 Einführung 3", "2 The end 5", "3 More 6"].map(paragraph), ...headings]);
  expect(markdown).toContain("[1 Einführung](#einführung) 3");
  expect(markdown).toContain("[2 The end](#chapter-2-the-end) 5");
});

test("a heading that comes again has an anchor of its own, and the first behind the entry is meant", () => {
  const again = [heading("2 The end"), ...entries, ...chapters];
  expect(written(again).markdown).toContain("[2 The end](#2-the-end-1) 5");
});

test("a paragraph or two that end with a number are no table of contents, nor are those behind their headings", () => {
  expect(written([...entries.slice(0, 2), ...chapters]).markdown).not.toContain("](#");
  expect(written([...chapters, ...entries]).markdown).not.toContain("](#");
});
