import { isTag, type ChildNode, type Element } from "domhandler";
import { DomUtils, parseDocument } from "htmlparser2";
import MarkdownIt from "markdown-it";
import { run, withFile } from "../api/programs.ts";

/* What the headings of a document are, and what other programs say of the outline of its print. */

export interface Heading {
  readonly text: string;
  /** How many headings it is below. */
  readonly depth: number;
}

export interface PrintedEntry extends Heading {
  readonly page: number;
  /** The distance from the upper edge of the page, in points. */
  readonly topPt: number;
}

/** Returns the headings of Markdown with a text: without pictures, unless there is nothing else. */
export function headingsOfMarkdown(markdown: string): Heading[] {
  const html = new MarkdownIt({ html: true, linkify: true }).render(markdown);
  const elements = DomUtils.findAll(({ name }) => /^h[1-6]$/u.test(name), parseDocument(html).children);
  const open: number[] = [];
  return elements.flatMap((element) => {
    const text = textOf(element);
    if (text === "") {
      return [];
    }
    const level = Number(element.name.slice(1));
    while ((open.at(-1) ?? 0) >= level) {
      open.pop();
    }
    return [{ text, depth: open.push(level) - 1 }];
  });
}

const tidy = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

function textOf(heading: Element): string {
  const alternatives = DomUtils.findAll(({ name }) => name === "img", heading.children).map(
    ({ attribs }) => attribs["alt"] ?? "",
  );
  // GitHub's notes are no part of CommonMark.
  const text = DomUtils.textContent(withBreaks(heading)).replaceAll(/\[\^[^\]]+\]/gu, "");
  return tidy(text) || tidy(alternatives.join(" "));
}

/** A line break is white space. */
function withBreaks(element: Element): ChildNode[] {
  for (const br of DomUtils.findAll(({ name }) => name === "br", element.children)) {
    DomUtils.replaceElement(br, parseDocument(" ").children[0] ?? br);
  }
  return element.children.filter((child) => !isTag(child) || child.attribs["aria-hidden"] !== "true");
}

/** Returns the outline: titles and pages by qpdf, places by MuPDF; both say the same of what both say. */
export async function outlineOf(pdf: Buffer): Promise<PrintedEntry[]> {
  return withFile(pdf, async (path) => {
    const [json, shown] = await Promise.all([
      run("qpdf", ["--json=2", "--json-key=outlines", path]),
      run("mutool", ["show", path, "outline"]),
    ]);
    const { outlines } = JSON.parse(json.stdout.toString("utf8")) as { readonly outlines: readonly Item[] };
    const lines = shown.stdout.toString("utf8").split("\n").slice(0, -1);
    const places = lines.map((line) => /^[|+-](\t+)".*"\t#page=(\d+)&zoom=[^,]*,[^,]*,([\d.-]+)$/u.exec(line));
    const entries = flat(outlines, 0);
    const pages = places.map((place) => [(place?.[1]?.length ?? 0) - 1, Number(place?.[2])]);
    if (JSON.stringify(pages) !== JSON.stringify(entries.map(({ depth, page }) => [depth, page]))) {
      throw new Error("qpdf and MuPDF do not agree on the outline.");
    }
    return entries.map((entry, index) => ({ ...entry, topPt: Number(places[index]?.[3]) }));
  });
}

interface Item {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Item[];
}

const flat = (items: readonly Item[], depth: number): Omit<PrintedEntry, "topPt">[] =>
  items.flatMap(({ title, destpageposfrom1: page, kids }) => [{ text: title, depth, page }, ...flat(kids, depth + 1)]);

/** Returns the entries at whose places the page does not show the beginning of the title, by pdftotext. */
export async function misplaced(pdf: Buffer, entries: readonly PrintedEntry[]): Promise<string[]> {
  const { stdout } = await withFile(pdf, (path) => run("pdftotext", ["-bbox", path, "-"]));
  const pages = stdout
    .toString("utf8")
    .split("<page ")
    .slice(1)
    .map((page) =>
      Array.from(page.matchAll(/yMin="([\d.-]+)"[^>]*>([^<]*)<\/word>/gu), ([, top, word = ""]) => ({
        top: Number(top),
        word,
      })),
    );
  const isShown = ({ text, page, topPt }: PrintedEntry): boolean => {
    const [beginning] = /[A-Za-z0-9]+|[^\P{L}A-Za-z]+/u.exec(text) ?? [];
    const words = (pages[page - 1] ?? []).filter(({ top }) => top > topPt - LINE_PT && top < topPt + PADDING_PT);
    return beginning === undefined || lettersOf(words.map(({ word }) => word).join("")).includes(lettersOf(beginning));
  };
  return entries.filter((entry) => !isShown(entry)).map(({ text, page }) => `${text} is not on page ${page}`);
}

const LINE_PT = 20;
/** The most that stands above the text in the box of a heading, or between the edge of the page and its first line. */
const PADDING_PT = 110;

const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
