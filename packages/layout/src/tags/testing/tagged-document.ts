import type { Block, Span } from "../../blocks.ts";
import {
  type DocumentContent,
  type Font,
  GLYPH,
  type ImagePlace,
  type PageContent,
  type StructureChild,
  type StructureElement,
} from "../../content.ts";
import { seenPage, withRunningHeaders } from "../../pages/seen-page.ts";
import { bodySizeOf } from "../../running-headers/body-size.ts";
import { readTags, type Tags } from "../read-tags.ts";
import { readTree } from "../tree/read-tree.ts";

/* Small tagged documents for tests: text that is drawn at a place in marked content, and the elements that claim it. */

export interface DrawnText {
  /** The marked-content identifier; -1 for text in no marked content. */
  readonly id: number;
  readonly text: string;
  readonly x: number;
  /** The y of the baseline, in points from the top. */
  readonly y: number;
  readonly sizePt?: number;
  readonly font?: "plain" | "bold" | "fixed";
  readonly isArtifact?: boolean;
}

const FONTS: readonly Font[] = [
  { name: "Serif", weight: 400, isItalic: false, isFixedPitch: false, isSerif: true },
  { name: "Serif-Bold", weight: 700, isItalic: false, isFixedPitch: false, isSerif: true },
  { name: "Mono", weight: 400, isItalic: false, isFixedPitch: true, isSerif: false },
];
const FONT_INDEX = { plain: 0, bold: 1, fixed: 2 } as const;
/** The advance of all letters except narrow ones, so that the advances show which font is of one pitch. */
const ADVANCE_EM = 0.5;
const NARROW_EM = 0.3;

export function drawnPage(page: number, texts: readonly DrawnText[], images: readonly ImagePlace[] = []): PageContent {
  const glyphs = texts.flatMap(({ id, text, x, y, sizePt = 10, font = "plain", isArtifact = false }) => {
    let at = x;
    return Array.from(text, (letter) => {
      const xMin = at;
      at += (font !== "fixed" && /[iljt.,' ]/.test(letter) ? NARROW_EM : ADVANCE_EM) * sizePt;
      return { letter, id, y, sizePt, xMin, xMax: at, font: FONT_INDEX[font], flags: isArtifact ? GLYPH.artifact : 0 };
    });
  });
  return {
    page,
    widthPt: 595,
    heightPt: 842,
    fonts: FONTS,
    glyphs: {
      count: glyphs.length,
      text: glyphs.map(({ letter }) => letter),
      xMin: Float32Array.from(glyphs, ({ xMin }) => xMin),
      yMin: Float32Array.from(glyphs, ({ y, sizePt }) => y - 0.8 * sizePt),
      xMax: Float32Array.from(glyphs, ({ xMax }) => xMax),
      yMax: Float32Array.from(glyphs, ({ y, sizePt }) => y + 0.2 * sizePt),
      originX: Float32Array.from(glyphs, ({ xMin }) => xMin),
      originY: Float32Array.from(glyphs, ({ y }) => y),
      font: Uint16Array.from(glyphs, ({ font }) => font),
      sizePt: Float32Array.from(glyphs, ({ sizePt }) => sizePt),
      angleDegrees: new Uint16Array(glyphs.length),
      color: new Uint32Array(glyphs.length),
      markedContentId: Int32Array.from(glyphs, ({ id }) => id),
      flags: Uint8Array.from(glyphs, ({ flags }) => flags),
    },
    rules: [],
    shapes: [],
    images,
    links: [],
  };
}

/** Builds an element; children that are numbers are marked content of the first page. */
export function element(
  role: string,
  children: readonly (number | StructureChild)[],
  attributes: Partial<StructureElement> = {},
): StructureElement {
  return {
    role,
    title: undefined,
    alt: undefined,
    actualText: undefined,
    lang: undefined,
    colSpan: 1,
    rowSpan: 1,
    scope: undefined,
    listNumbering: undefined,
    ...attributes,
    children: children.map((child) => (typeof child === "number" ? { page: 1, markedContentId: child } : child)),
  };
}

export const on = (page: number, markedContentId: number): StructureChild => ({ page, markedContentId });

export const taggedContent = (structure: readonly StructureElement[], pageCount = 1): DocumentContent => ({
  title: undefined,
  lang: undefined,
  isTagged: true,
  structure,
  outline: [],
  pageCount,
});

export function tagsOf(document: DocumentContent, pages: readonly PageContent[]): Tags {
  const seen = pages.map((page) => seenPage(page, { keepInvisible: false, hasFormulas: false }));
  return readTags(
    readTree(document),
    withRunningHeaders(seen, { bodySizePt: bodySizeOf(seen), isTagged: document.isTagged }),
  );
}

/** Returns blocks by kind and text, one a line. */
export const outlineOf = (blocks: readonly Block[]): string[] => blocks.map(outlined);

const textOf = (spans: readonly Span[] | undefined): string => (spans ?? []).map(({ text }) => text).join("");

function outlined(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `h${block.level} ${textOf(block.spans)}`;
    case "paragraph":
      return `p ${textOf(block.spans)}`;
    case "running":
      return `running header ${textOf(block.spans)}`;
    case "footnote":
      return `note ${block.label}: ${textOf(block.spans)}`;
    case "code":
      return `code ${block.lines.join("|")}`;
    case "quote":
      return `quote [${outlineOf(block.blocks).join("; ")}]`;
    case "figure":
      return `figure ${block.image ?? "-"} "${block.alt ?? ""}" ${textOf(block.caption)}`.trim();
    case "list": {
      const items = block.items.map(({ label, blocks }) => `${label}|${outlineOf(blocks).join("; ")}`);
      return `${block.isOrdered ? `ol ${block.start}` : "ul"} [${items.join(", ")}]`;
    }
    case "table": {
      const rows = block.rows.map((row) =>
        row
          .map(
            ({ isHeader, colSpan, rowSpan, spans }) =>
              `${isHeader ? "!" : ""}${textOf(spans)}${colSpan > 1 ? `<${colSpan}` : ""}${rowSpan > 1 ? `^${rowSpan}` : ""}`,
          )
          .join(" | "),
      );
      const caption = block.caption === undefined ? "" : ` (${textOf(block.caption)})`;
      return `table ${block.headRows}${caption}: ${rows.join(" / ")}`;
    }
  }
}
