import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bounds } from "@quire/cos";
import { mergeDocuments } from "../merge.ts";
import type { Bookmarks } from "../options.ts";
import type { SourceDocument } from "../source-document.ts";
import { writePart } from "../split.ts";
import { type MadeDocument, pdfOf, qpdfJson, reported, sourceOf } from "./catalog-documents.ts";

/**
 * Returns pages that can be recognised by their width, wherever they are put: the first is `first` points wide, each
 * following one a point more.
 */
export function pagesOfWidths(first: number, entries: readonly string[]): string[] {
  return entries.map((entry, index) => `/MediaBox[0 0 ${first + index} 100]${entry}`);
}

/** Returns a link whose left edge is at `id`, by which it can be recognised. */
export const link = (id: number, entries: string): string =>
  `<</Type/Annot/Subtype/Link/Rect[${id} 10 ${id + 2} 20]${entries}>>`;

/** Makes a document and opens it as a source with a title. */
export const navigable = (made: MadeDocument, title = "made"): SourceDocument => sourceOf(pdfOf(made), title);

export interface MergeChoice {
  readonly bookmarks?: Bookmarks;
  /** The indices of the pages of each document; undefined for all. */
  readonly pageIndices?: readonly (readonly number[] | undefined)[];
}

export function merge(sources: readonly SourceDocument[], choice: MergeChoice = {}): Buffer {
  const inputs = sources.map((source, index) => ({
    source,
    pageIndices: choice.pageIndices?.[index],
    reopen: () => sourceOf(source.document.bytes, source.title),
  }));
  const bookmarks = choice.bookmarks ?? "keep";
  return bytesOf((sink) => mergeDocuments(inputs, sink, { bookmarks, bounds: new Bounds() }));
}

export const part = (source: SourceDocument, pageIndices: readonly number[]): Buffer =>
  bytesOf((sink) => writePart(source, { pageIndices }, sink, new Bounds()));

/**
 * Returns where MuPDF goes from each link, by the link's left edge: the width of the page, or the address of another
 * target.
 */
export function followedLinks(pdf: Uint8Array): Record<string, number | string> {
  const links = mutoolRun(FOLLOW_LINKS, pdf).map((line) => line.split("\t"));
  return Object.fromEntries(
    links.map(([id = "", target = ""]) => [id, Number.isNaN(Number(target)) ? target : Number(target)]),
  );
}

/** Returns the pages that MuPDF goes to from the links of each page that has any, from 0. */
export function followedPages(pdf: Uint8Array): [number, number[]][] {
  const pages = new Map<number, number[]>();
  for (const line of mutoolRun(FOLLOW_LINKS, pdf)) {
    const [, , page, target] = line.split("\t").map(Number);
    if (page !== undefined && target !== undefined && target > 0) {
      pages.set(page, [...(pages.get(page) ?? []), target - 1]);
    }
  }
  return [...pages];
}

/** Returns the named destinations as poppler lists them, each with the width of its page. */
export function listedNames(pdf: Uint8Array): Record<string, number> {
  const widths = pageWidths(pdf);
  const lines = reported("pdfinfo", ["-dests", "%"], pdf).matchAll(/^ *(\d+) .*"(.*)"$/gmu);
  return Object.fromEntries(Array.from(lines, ([, page, name = ""]) => [name, widths[Number(page) - 1] ?? 0]));
}

/** An outline entry: its title, with the width of the page it leads to, and `+` when it is closed over others. */
export type Entry = string | readonly [string, ...Entry[]];

/** Returns the outline as qpdf reads it. */
export function listedOutline(pdf: Uint8Array): Entry[] {
  const widths = pageWidths(pdf);
  const entryOf = ({ title, destpageposfrom1, kids, open }: QpdfEntry): Entry => {
    const page = destpageposfrom1 === null ? "" : ` ${widths[destpageposfrom1 - 1]}`;
    const text = `${title}${page}${kids.length > 0 && !open ? " +" : ""}`;
    const [first, ...others] = kids.map(entryOf);
    return first === undefined ? text : [text, first, ...others];
  };
  return (qpdfJson("outlines", pdf) as QpdfEntry[]).map(entryOf);
}

export const pageWidths = (pdf: Uint8Array): number[] => mutoolRun(PAGE_WIDTHS, pdf).map(Number);

interface QpdfEntry {
  readonly title: string;
  readonly destpageposfrom1: number | null;
  readonly kids: readonly QpdfEntry[];
  readonly open: boolean;
}

const PAGE_WIDTHS = `
var doc = new Document(scriptArgs[0]);
for (var i = 0; i < doc.countPages(); i++) print(doc.loadPage(i).bound()[2]);
`;

const FOLLOW_LINKS = `
var doc = new Document(scriptArgs[0]);
for (var i = 0; i < doc.countPages(); i++) {
  var links = doc.loadPage(i).getLinks();
  for (var k = 0; k < links.length; k++) {
    var page = /^#page=(\\d+)/.exec(links[k].uri);
    var target = page ? doc.loadPage(page[1] - 1).bound()[2] : links[k].uri;
    print([links[k].bounds[0], target, i, page ? page[1] : 0].join("\\t"));
  }
}
`;

function mutoolRun(script: string, pdf: Uint8Array): string[] {
  const directory = mkdtempSync(join(tmpdir(), "assembly-navigation-"));
  try {
    const paths = { script: join(directory, "script.js"), pdf: join(directory, "made.pdf") };
    writeFileSync(paths.script, script);
    writeFileSync(paths.pdf, pdf);
    const lines = execFileSync("mutool", ["run", paths.script, paths.pdf], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return lines.trim().split("\n").filter(Boolean);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function bytesOf(write: (sink: { write(bytes: Uint8Array): void }) => unknown): Buffer {
  const chunks: Buffer[] = [];
  write({ write: (bytes) => void chunks.push(Buffer.from(bytes)) });
  return Buffer.concat(chunks);
}
