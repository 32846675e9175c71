import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bounds, CosDocument, type Dict } from "@quire/cos";
import type { AssemblyWarning } from "../assembly.ts";
import { type MergeInput, mergeDocuments } from "../merge.ts";
import { SourceDocument } from "../source-document.ts";
import { writePart } from "../split.ts";

export interface MadeDocument {
  /** The entries of the catalog. */
  readonly catalog?: string;
  /** The entries of each page; a single empty page by default. Page `i`, from 0, is object `100 + i`. */
  readonly pages?: readonly string[];
  /** The bodies of other objects, by number, from 10 to 99. */
  readonly objects?: Readonly<Record<number, string>>;
  /** The entries of the document information dictionary. */
  readonly info?: string;
}

/** Makes a file of objects as they are given, with a cross-reference table; strings are Latin-1. */
export function pdfOf({ catalog = "", pages = [""], objects = {}, info }: MadeDocument): Buffer {
  const kids = pages.map((_, index) => `${FIRST_PAGE + index} 0 R`).join(" ");
  const bodies = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R ${catalog}>>`],
    [2, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 100 100]>>`],
  ]);
  if (info !== undefined) {
    bodies.set(3, `<<${info}>>`);
  }
  for (const [number, body] of Object.entries(objects)) {
    bodies.set(Number(number), body);
  }
  for (const [index, entries] of pages.entries()) {
    bodies.set(FIRST_PAGE + index, `<</Type/Page/Parent 2 0 R ${entries}>>`);
  }
  const trailer = `/Root 1 0 R${info === undefined ? "" : "/Info 3 0 R"}`;
  return Buffer.from(fileOf(bodies, trailer), "latin1");
}

/** Returns the body of a stream object of unencoded `data`. */
export const streamOf = (data: string, entries = ""): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

export function sourceOf(pdf: Uint8Array, title = "made"): SourceDocument {
  return new SourceDocument(CosDocument.open(pdf), title);
}

export interface Written {
  readonly pdf: Buffer;
  readonly catalog: Dict;
  readonly document: CosDocument;
  readonly warnings: readonly AssemblyWarning[];
}

export interface MergedPart {
  readonly pdf: Uint8Array;
  readonly title?: string;
  readonly pageIndices?: readonly number[];
}

/** Merges the files, each whole or in part. */
export function merged(
  parts: readonly (Uint8Array | MergedPart)[],
  metadata?: Readonly<Record<string, string>>,
  bounds = new Bounds(),
): Written {
  const inputs = parts.map((part): MergeInput => {
    const { pdf, title, pageIndices } = part instanceof Uint8Array ? { pdf: part } : part;
    const reopen = () => sourceOf(pdf, title);
    return { source: reopen(), pageIndices, reopen };
  });
  return written((sink) => mergeDocuments(inputs, sink, { bookmarks: "keep", metadata, bounds }).warnings);
}

/** Writes a document of some pages of one file. */
export function partOf(source: SourceDocument | Uint8Array, pageIndices: readonly number[]): Written {
  const document = source instanceof Uint8Array ? sourceOf(source) : source;
  return written((sink) => writePart(document, { pageIndices }, sink, new Bounds()).warnings);
}

/**
 * Runs a program on a file and returns what it prints; `%` in the arguments is the file's path.
 * @throws Error when the program's status is not 0.
 */
export function reported(program: string, args: readonly string[], pdf: Uint8Array): string {
  return inDirectory(pdf, (path) => {
    const named = args.map((argument) => argument.replaceAll("%", path));
    return execFileSync(program, named, { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "pipe"] });
  });
}

/** Returns one part of qpdf's JSON of a file. */
export const qpdfJson = (key: string, pdf: Uint8Array): unknown =>
  (JSON.parse(reported("qpdf", ["--json=2", `--json-key=${key}`, "%"], pdf)) as Record<string, unknown>)[key];

/** Returns the samples of a page, from 1, as poppler renders it. */
export function rendered(pdf: Uint8Array, page: number): string {
  return inDirectory(pdf, (path) => {
    const args = ["-r", "36", "-f", String(page), "-l", String(page), path];
    return execFileSync("pdftoppm", args, { maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "pipe"] }).toString("base64");
  });
}

const FIRST_PAGE = 100;

function fileOf(bodies: ReadonlyMap<number, string>, trailer: string): string {
  let file = "%PDF-1.7\n";
  const numbers = [...bodies.keys()].toSorted((one, other) => one - other);
  const rows = numbers.map((number) => {
    const row = `${number} 1\n${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${number} 0 obj\n${bodies.get(number)}\nendobj\n`;
    return row;
  });
  const size = (numbers.at(-1) ?? 0) + 1;
  const start = file.length;
  return `${file}xref\n0 1\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
}

function written(write: (sink: { write(bytes: Uint8Array): void }) => readonly AssemblyWarning[]): Written {
  const chunks: Buffer[] = [];
  const warnings = write({ write: (bytes) => void chunks.push(Buffer.from(bytes)) });
  const pdf = Buffer.concat(chunks);
  const document = CosDocument.open(pdf);
  return { pdf, catalog: document.catalog, document, warnings };
}

function inDirectory<Result>(pdf: Uint8Array, work: (path: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), "assembly-catalog-"));
  const path = join(directory, "made.pdf");
  try {
    writeFileSync(path, pdf);
    return work(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
