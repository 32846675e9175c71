import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bounds, CosDocument } from "@quire/cos";
import { assemble } from "../assemble.ts";
import { mergeDocuments } from "../merge.ts";
import { SourceDocument } from "../source-document.ts";
import { writePart } from "../split.ts";

export interface MadeForm {
  /** The interactive form dictionary, object 3; absent for a document without one. */
  readonly form?: string;
  /** The entries of each page: objects 4, 5, 6 … */
  readonly pages: readonly string[];
  /** The bodies of other objects, by number, from 10. */
  readonly objects?: Readonly<Record<number, string>>;
}

/** Makes a document with an interactive form of objects as they are given. */
export function madeForm({ form, pages, objects = {} }: MadeForm): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index} 0 R`).join(" ");
  const all: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${form === undefined ? "" : "/AcroForm 3 0 R"} >>`,
    2: `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 200 200] >>`,
    ...(form === undefined ? {} : { 3: form }),
    ...Object.fromEntries(pages.map((entries, index) => [4 + index, `<< /Type /Page /Parent 2 0 R ${entries} >>`])),
    ...objects,
  };
  let text = "%PDF-1.7\n";
  let xref = "xref\n0 1\n0000000000 65535 f \n";
  for (const [number, object] of Object.entries(all)) {
    xref += `${number} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...Object.keys(all).map(Number)) + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + xref + trailer, "latin1");
}

/** Returns a widget that is a field, too; 20 points high, the lower left corner at (20, `y`). */
export const textField = (entries: string, y = 20): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /Rect [20 ${y} 180 ${y + 20}] ${entries} >>`;

/** Returns a widget of a field that is a separate object. */
export const widget = (entries: string, y = 20): string =>
  `<< /Type /Annot /Subtype /Widget /F 4 /Rect [20 ${y} 180 ${y + 20}] ${entries} >>`;

export const stream = (entries: string, data: string): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;

export interface Made {
  readonly bytes: Uint8Array;
  /** The warnings, each as its code and the document's place. */
  readonly warnings: readonly string[];
}

export interface Input {
  readonly pdf: Uint8Array;
  /** The indices of the pages, from 0; all when it is absent. */
  readonly pages?: readonly number[];
}

/** Merges the documents, or pages of them. */
export function mergedForms(...inputs: readonly Input[]): Made {
  const { sink, bytes } = collector();
  const opened = inputs.map(({ pdf, pages }) => ({
    source: sourceOf(pdf),
    pageIndices: pages,
    reopen: () => sourceOf(pdf),
  }));
  const { warnings } = mergeDocuments(opened, sink, { bookmarks: "none", bounds: new Bounds() });
  return { bytes: bytes(), warnings: warnings.map(({ code, excerpt }) => `${code} ${excerpt}`) };
}

/** Takes parts of one document, one after the other. */
export function partsOf(pdf: Uint8Array, ...parts: readonly (readonly number[])[]): Made[] {
  const source = sourceOf(pdf);
  return parts.map((pageIndices) => {
    const { sink, bytes } = collector();
    const { warnings } = writePart(source, { pageIndices }, sink, new Bounds());
    return { bytes: bytes(), warnings: warnings.map(({ code, excerpt }) => `${code} ${excerpt}`) };
  });
}

/** Puts the document together without writing it, within `bounds`. */
export function assembleWithin(pdf: Uint8Array, bounds: Bounds): void {
  const source = new SourceDocument(CosDocument.open(pdf, { bounds }), "made");
  const pageIndices = source.pages.map(({ index }) => index);
  assemble([{ source, pageIndices }], { bookmarks: "none", bounds })[Symbol.dispose]();
}

/** Runs a program on a file and returns what it prints; the argument `%` is the file's path. */
export function outputOf(program: string, args: readonly string[], pdf: Uint8Array): string {
  return bytesOf(program, args, pdf).toString("utf8");
}

export function bytesOf(program: string, args: readonly string[], pdf: Uint8Array): Buffer {
  const directory = mkdtempSync(join(tmpdir(), "assembly-forms-"));
  const path = join(directory, "made.pdf");
  try {
    writeFileSync(path, pdf);
    const named = args.map((argument) => (argument === "%" ? path : argument));
    return execFileSync(program, named, { maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const sourceOf = (pdf: Uint8Array): SourceDocument => new SourceDocument(CosDocument.open(pdf), "made");

function collector() {
  const chunks: Buffer[] = [];
  return {
    sink: { write: (chunk: Uint8Array) => void chunks.push(Buffer.from(chunk)) },
    bytes: () => Buffer.concat(chunks),
  };
}
