import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CosDirect, type CosValue, Dict, MadeObjects, Name, type Ref, Stream, writeDocument } from "@quire/cos";
import type { TypesetText } from "../../text/typeset.ts";
import { EmbeddedFonts } from "../embedded-fonts.ts";

export interface ShownPage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The operators before those that show the text: for its place, for example. */
  readonly before?: string;
  readonly text: TypesetText;
}

export interface ShowOptions {
  /** Whether /ActualText is removed, so that programs have to use /ToUnicode. */
  readonly withoutActualText?: boolean;
}

/** Makes a document with a page for each text. Every page has a graphics state /Half, which is half transparent. */
export function shownDocument(pages: readonly ShownPage[], options: ShowOptions = {}): Buffer {
  const objects = new MadeObjects();
  const fonts = new EmbeddedFonts((value: CosDirect) => objects.add(value));
  const contents = pages.map(({ before = "", text }) => {
    const shown = Buffer.from(fonts.show(text)).toString("latin1");
    return `q ${before}\n${options.withoutActualText === true ? shown.replaceAll(/^(\/Span.*BDC|EMC)\n/gmu, "") : shown}Q`;
  });
  const states = dict({ Half: dict({ ca: 0.5 }) });
  return document(objects, pages, contents, dict({ Font: fonts.finish(), ExtGState: states }));
}

/** Makes a document whose pages have these content streams. */
export function drawnDocument(pages: readonly Omit<ShownPage, "text">[], contents: readonly string[]): Buffer {
  return document(new MadeObjects(), pages, contents, new Dict());
}

function document(
  objects: MadeObjects,
  pages: readonly Omit<ShownPage, "text">[],
  contents: readonly string[],
  resources: Dict,
): Buffer {
  const shared = objects.add(resources);
  const tree = objects.add();
  const kids = pages.map(({ widthPt, heightPt }, index): Ref => {
    const content = objects.add(new Stream(new Dict(), Buffer.from(contents[index] ?? "", "latin1")));
    const entries = { Type: new Name("Page"), Parent: tree, MediaBox: [0, 0, widthPt, heightPt] };
    return objects.add(dict({ ...entries, Resources: shared, Contents: content }));
  });
  objects.replace(tree.number, dict({ Type: new Name("Pages"), Kids: kids, Count: kids.length }));
  const root = objects.add(dict({ Type: new Name("Catalog"), Pages: tree }));
  const pieces: Uint8Array[] = [];
  writeDocument(dict({ Root: root }), { write: (bytes) => void pieces.push(bytes.slice()) });
  return Buffer.concat(pieces);
}

const dict = (entries: Record<string, CosValue>): Dict => new Dict(Object.entries(entries));

/**
 * Runs a program on a document, whose path stands for FILE in its arguments, and returns what it prints.
 * @throws Error when its status is not 0.
 */
export function reported(program: string, pdf: Uint8Array, ...parameters: string[]): string {
  return inFile(pdf, (path) => {
    const line = parameters.map((parameter) => parameter.replace("FILE", path));
    return execFileSync(program, line, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  });
}

/**
 * Returns the text of each page as pdftotext extracts it, without the controls that it puts around what runs from right
 * to left.
 */
export function textOfPages(pdf: Uint8Array): string[] {
  const pages = reported("pdftotext", pdf, "FILE", "-").split("\f").slice(0, -1);
  return pages.map((text) => text.replaceAll(/[\u200E\u200F\u202A-\u202E]/gu, "").trim());
}

export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The red, green and blue of each pixel, from the top. */
  readonly rgb: Buffer;
}

/** Returns the first page as Poppler draws it, by default a pixel a point. */
export function drawn(pdf: Uint8Array, dpi = 72): Raster {
  return inFile(pdf, (path) => {
    const target = join(path, "..", "page");
    execFileSync("pdftoppm", ["-r", `${dpi}`, "-singlefile", path, target]);
    const file = readFileSync(`${target}.ppm`);
    const [header = "", width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/u.exec(file.toString("latin1", 0, 40)) ?? [];
    return { widthPx: Number(width), heightPx: Number(height), rgb: file.subarray(header.length) };
  });
}

function inFile<T>(pdf: Uint8Array, use: (path: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), "typeset-pdf-"));
  try {
    const path = join(directory, "document.pdf");
    writeFileSync(path, pdf);
    return use(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
