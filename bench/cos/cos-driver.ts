/*
 * Reads or rewrites one document with one library, in a separate process. Usage:
 * cos-driver.ts read <library> <pdf> prints how many objects (pdf.js: pages) were read;
 * cos-driver.ts rewrite <library> <pdf> <output> prints how many bytes were written;
 * both print after it the peak memory of the process, in bytes.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";

interface Library {
  /** Reads every object that the document uses, or as near to that as the library comes, and returns their number. */
  read(bytes: Uint8Array): Promise<number>;
  rewrite?(bytes: Uint8Array, output: string): Promise<number>;
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  cos: { read: readWithCos, rewrite: rewriteWithCos },
  libpdf: { read: readWithLibpdf, rewrite: rewriteWithLibpdf },
  cantoo: { read: readWithCantoo },
  pdfjs: { read: readWithPdfjs },
};

const MOST_OBJECTS = 1_000_000;

const [task, name = "", input, output] = process.argv.slice(2);
const library = LIBRARIES[name];
if (library === undefined || input === undefined) {
  throw new Error("Usage: cos-driver.ts read|rewrite <library> <pdf> [<output>]");
}
const file = readFileSync(input);
// This is not a Buffer, whose subarrays are slower, and not a copy.
const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
const result =
  task === "rewrite" && output !== undefined ? await library.rewrite?.(bytes, output) : await library.read(bytes);
const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
console.log(`${result} ${peakKilobytes * 1024}`);
// The worker of pdf.js may still be busy.
process.exit(0);

/** Reads every object, with the facts of each token and the offsets of each object. */
async function readWithCos(pdf: Uint8Array): Promise<number> {
  const { CosDocument } = await import("@quire/cos");
  const document = CosDocument.open(pdf, { keepsFacts: true });
  let objects = 0;
  for (const number of document.objectNumbers()) {
    if (document.object(number) !== undefined) {
      objects += 1;
    }
  }
  return objects;
}

async function rewriteWithCos(pdf: Uint8Array, path: string): Promise<number> {
  const { CosDocument, writeDocument } = await import("@quire/cos");
  const written = openSync(path, "w");
  const sink = {
    write(part: Uint8Array): void {
      for (let done = 0; done < part.length; ) {
        done += writeSync(written, part, done);
      }
    },
  };
  const document = CosDocument.open(pdf);
  const summary = writeDocument(document.trailer, sink, { objectStreams: true }, document.bounds);
  closeSync(written);
  return summary.bytes;
}

/**
 * Reads every object by its number. The library reads objects on demand, and does not list them: the files use all
 * numbers.
 */
async function readWithLibpdf(pdf: Uint8Array): Promise<number> {
  const { PDF, PdfRef } = await import("@libpdf/core");
  const document = await PDF.load(pdf);
  let objects = 0;
  for (let number = 1; number < MOST_OBJECTS && objects === number - 1; number += 1) {
    if (document.getObject(PdfRef.of(number, 0)) !== null) {
      objects += 1;
    }
  }
  return objects;
}

async function rewriteWithLibpdf(pdf: Uint8Array, path: string): Promise<number> {
  const { PDF } = await import("@libpdf/core");
  const document = await PDF.load(pdf);
  // Otherwise the library returns the bytes that it was given.
  document.setTitle("Written again");
  const written = await document.save({ useXRefStream: true });
  writeFileSync(path, written);
  return written.length;
}

async function readWithCantoo(pdf: Uint8Array): Promise<number> {
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.context.enumerateIndirectObjects().length;
}

/** Reads every page. The library reads objects on demand and has no way to ask for one: pages come nearest. */
async function readWithPdfjs(pdf: Uint8Array): Promise<number> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: pdf, verbosity: VerbosityLevel.ERRORS }).promise;
  for (let page = 1; page <= document.numPages; page += 1) {
    await document.getPage(page);
  }
  return document.numPages;
}
