import { execFileSync } from "node:child_process";
import type { PageContent } from "@quire/layout";
import type { PdfiumBinding } from "../worker/binding/binding.ts";
import { readPageContent, readPageLinks } from "../worker/text/page.ts";

/** Returns what PDFium finds on the first page of a document. */
export function contentOf(binding: PdfiumBinding, document: Buffer, userUnit = 1): PageContent {
  const handle = binding.loadMemory(document);
  const page = handle && binding.loadPage(handle, 0);
  if (handle === null || page === null) {
    throw new Error("PDFium does not load the page.");
  }
  try {
    const { addressOf } = binding.page;
    const options = { page: 1, userUnit, formContent: 0 };
    const links = readPageLinks(binding.page, { document: addressOf(handle), page: addressOf(page) }, options);
    return readPageContent(binding.page, { page: addressOf(page), links }, options);
  } finally {
    binding.closePage(page);
    binding.closeDocument(handle);
  }
}

/** Returns the glyphs' texts in their order. */
export const textOf = ({ glyphs }: PageContent): string => glyphs.text.join("");

export interface PlacedWord {
  readonly text: string;
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

/** Returns the words of the first page, and where Poppler sees them, in points from the top left. */
export function popplerWords(path: string): PlacedWord[] {
  const html = execFileSync("pdftotext", ["-bbox", "-cropbox", "-l", "1", path, "-"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return Array.from(html.matchAll(WORD), ([, xMin, yMin, xMax, yMax, text = ""]) => ({
    text: text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? ""),
    xMin: Number(xMin),
    yMin: Number(yMin),
    xMax: Number(xMax),
    yMax: Number(yMax),
  }));
}

const WORD = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Returns the glyphs that lie where a word is, as a word. */
export function wordAt({ glyphs }: PageContent, { xMin, yMin, xMax, yMax }: PlacedWord): PlacedWord {
  const inside = Array.from({ length: glyphs.count }, (_, index) => index).filter((index) => {
    const x = ((glyphs.xMin[index] ?? 0) + (glyphs.xMax[index] ?? 0)) / 2;
    const y = ((glyphs.yMin[index] ?? 0) + (glyphs.yMax[index] ?? 0)) / 2;
    return x > xMin && x < xMax && y > yMin && y < yMax && glyphs.text[index]?.trim() !== "";
  });
  const of = (values: Float32Array): number[] => inside.map((index) => values[index] ?? Number.NaN);
  return {
    text: inside.map((index) => glyphs.text[index]).join(""),
    xMin: Math.min(...of(glyphs.xMin)),
    yMin: Math.min(...of(glyphs.yMin)),
    xMax: Math.max(...of(glyphs.xMax)),
    yMax: Math.max(...of(glyphs.yMax)),
  };
}
