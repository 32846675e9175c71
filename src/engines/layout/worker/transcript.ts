import type { Block, Box, LaidOutDocument, LaidOutPage, List, PageContent, Place, Span, Table } from "@quire/layout";
import type { TranscribedBlock } from "../../vision/port.ts";
import type { ReadWord } from "../port.ts";
import { withReadText } from "./glyphs/read-glyphs.ts";
import type { ReadPages } from "./read-pages.ts";

/*
 * A model's answer for a page has blocks and no places. In forms written by blocks it replaces the page's own content;
 * where a page is written as it looks, its lines stand one below the other.
 */

/** The blocks of pages that a model has read. */
type Transcripts = ReadonlyMap<number, readonly Block[]>;

export function transcriptsOf({ pages }: Pick<LaidOutDocument, "pages">, read: ReadPages): Transcripts {
  const transcripts = new Map<number, readonly Block[]>();
  for (const page of pages) {
    const own = read.get(page.page);
    if (own?.kind === "transcribed") {
      transcripts.set(page.page, transcriptBlocks(page, own.blocks));
    }
  }
  return transcripts;
}

/** Returns the document with what models have read in place of the content of their pages. */
export function withTranscripts(laidOut: LaidOutDocument, transcripts: Transcripts): LaidOutDocument {
  if (transcripts.size === 0) {
    return laidOut;
  }
  const own = laidOut.blocks.filter(({ page }) => !transcripts.has(page));
  const blocks = [...own, ...[...transcripts.values()].flat()].toSorted((a, b) => a.page - b.page);
  return {
    ...laidOut,
    blocks,
    pages: laidOut.pages.map((page) => (transcripts.has(page.page) ? unrated(page) : page)),
  };
}

/** Returns a page without confidence: models state none. */
const unrated = ({ page, widthPt, heightPt }: LaidOutPage): LaidOutPage => ({ page, widthPt, heightPt });

/** Returns the blocks of a page; each has the whole page as its place. */
function transcriptBlocks(
  { page, widthPt, heightPt }: LaidOutPage,
  blocks: readonly TranscribedBlock[],
): readonly Block[] {
  const place = { page, box: { xMin: 0, yMin: 0, xMax: widthPt, yMax: heightPt } };
  return blocks.filter(({ text }) => text.trim() !== "").map((block) => blockOf(block, place));
}

/**
 * The level of headings: between the title of a document, which a page seldom has, and the headings within its
 * sections.
 */
const HEADING_LEVEL = 2;

function blockOf({ type, text }: TranscribedBlock, place: Place): Block {
  switch (type) {
    case "heading":
      return { kind: "heading", level: HEADING_LEVEL, spans: spansOf(text), ...place };
    case "list":
      return listOf(text, place);
    case "table":
      return tableOf(text, place);
    case "code":
      return { kind: "code", lines: text.split("\n"), ...place };
    case "paragraph":
    case "other":
      return { kind: "paragraph", spans: spansOf(text), ...place };
  }
}

const spansOf = (text: string): readonly Span[] => [{ text: text.replaceAll(/\s+/g, " ").trim() }];

const ITEM = /^\s*(?:([-*+•‣▪])|((\d{1,6})[.)]))\s+/u;

function listOf(text: string, place: Place): List {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [, , , first] = ITEM.exec(lines[0] ?? "") ?? [];
  const items = lines.map((line) => {
    const [whole = "", bullet, number] = ITEM.exec(line) ?? [];
    const own = { kind: "paragraph" as const, spans: spansOf(line.slice(whole.length)), ...place };
    return { label: bullet ?? number ?? "", blocks: [own] };
  });
  return { kind: "list", isOrdered: first !== undefined, start: Number(first ?? 1), items, ...place };
}

function tableOf(text: string, place: Place): Table {
  const rows = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, row) =>
      line.split("\t").map((cell) => ({ rowSpan: 1, colSpan: 1, isHeader: row === 0, spans: spansOf(cell) })),
    );
  return { kind: "table", rows, headRows: rows.length > 1 ? 1 : 0, caption: undefined, ...place };
}

const MARGIN = 0.06;
const LINE_PT = 12;
/** The width of most letters, as a share of the type size. */
const LETTER = 0.5;

/**
 * Returns the page with its lines one below the other, however many there are: closer where the page is too low for
 * them.
 */
export function withTranscript(content: PageContent, blocks: readonly TranscribedBlock[]): PageContent {
  const texts = blocks.flatMap(({ text }) => [...text.split("\n"), ""]).slice(0, -1);
  const margin = MARGIN * content.widthPt;
  const step = Math.min(LINE_PT, Math.max(0.1, content.heightPt - 2 * margin) / Math.max(1, texts.length));
  const lines = texts.map((text, row) => lineOf(text, { xMin: margin, yMin: margin + row * step, step }));
  return withReadText(content, { lines: lines.filter((words) => words.length > 0), rotationDegrees: 0 });
}

function lineOf(text: string, { xMin, yMin, step }: Pick<Box, "xMin" | "yMin"> & { step: number }): ReadWord[] {
  const letterPt = LETTER * step;
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
    const left = xMin + index * letterPt;
    return { text: word, box: [left, yMin, left + word.length * letterPt, yMin + 0.8 * step] };
  });
}
