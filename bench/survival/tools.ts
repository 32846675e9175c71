import { closeSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { PDF } from "@libpdf/core";
import koffi from "koffi";
import { mergeDocuments, SourceDocument } from "../../packages/assembly/src/index.ts";
import { Bounds, CosDocument } from "../../packages/cos/src/index.ts";
import { packagedLibraryPath } from "../../src/engines/pdfium/worker/binding/native.ts";
import { outputOf } from "../documents/qpdf-objects.ts";
import { versionOf } from "../measuring/anchors.ts";
import { packageVersion } from "../measuring/report.ts";
import { writeAll } from "../measuring/write-all.ts";

/** A program that merges documents with all their pages. */
export interface MergingTool {
  readonly name: string;
  readonly version: () => Promise<string>;
  readonly merge: (inputs: readonly string[], output: string) => Promise<unknown>;
}

export const OURS: MergingTool = { name: "Quire", version: async () => "as it is here", merge: mergeWithOurs };

export const OTHERS: readonly MergingTool[] = [
  {
    name: "qpdf --empty",
    version: () => versionOf("qpdf", "--version"),
    merge: (inputs, output) => outputOf("qpdf", ["--empty", "--pages", ...inputs, "--", output]),
  },
  {
    name: "qpdf, the first as primary",
    version: () => versionOf("qpdf", "--version"),
    merge: (inputs, output) => outputOf("qpdf", [inputs[0] ?? "", "--pages", ...inputs, "--", output]),
  },
  {
    name: "pdfunite",
    version: () => versionOf("pdfunite", "-v"),
    merge: (inputs, output) => outputOf("pdfunite", [...inputs, output]),
  },
  {
    name: "mutool merge",
    version: () => versionOf("mutool", "-v"),
    merge: (inputs, output) => outputOf("mutool", ["merge", "-o", output, ...inputs]),
  },
  { name: "PDFium", version: async () => `pdfium-node ${packageVersion("pdfium-node")}`, merge: mergeWithPdfium },
  { name: "@libpdf/core", version: async () => packageVersion("@libpdf/core"), merge: mergeWithLibpdf },
];

async function mergeWithOurs(inputs: readonly string[], output: string): Promise<void> {
  const bounds = new Bounds();
  const sources = await Promise.all(
    inputs.map(async (input) => {
      const bytes = new Uint8Array(await readFile(input));
      const open = () => new SourceDocument(CosDocument.open(bytes, { bounds }), input);
      return { source: open(), reopen: open };
    }),
  );
  const file = openSync(output, "w");
  try {
    mergeDocuments(sources, { write: (bytes) => writeAll(file, bytes) }, { bookmarks: "keep", bounds });
  } finally {
    closeSync(file);
  }
}

export async function mergeWithLibpdf(inputs: readonly string[], output: string): Promise<void> {
  const merged = await PDF.merge(await Promise.all(inputs.map(async (input) => new Uint8Array(await readFile(input)))));
  await writeFile(output, await merged.save());
}

/** Merges with FPDF_ImportPages, all pages of one document after another (fpdf_ppo.h, fpdf_save.h). */
async function mergeWithPdfium(inputs: readonly string[], output: string): Promise<void> {
  const path = packagedLibraryPath();
  if (path === undefined) {
    throw new Error("There is no native PDFium for this system.");
  }
  const library = koffi.load(path);
  library.func("void FPDF_InitLibrary()")();
  const load = library.func("void *FPDF_LoadDocument(const char *path, const char *password)");
  const close = library.func("void FPDF_CloseDocument(void *document)");
  const countPages = library.func("int FPDF_GetPageCount(void *document)");
  const importPages = library.func("int FPDF_ImportPages(void *to, void *from, const char *range, int index)");
  const save = library.func("int FPDF_SaveAsCopy(void *document, void *writer, unsigned long flags)");
  const merged: unknown = library.func("void *FPDF_CreateNewDocument()")();
  for (const input of inputs) {
    const document: unknown = load(input, null);
    importPages(merged, document, null, countPages(merged));
    close(document);
  }
  const chunks: Buffer[] = [];
  const writeBlock = koffi.register(
    (_: unknown, data: unknown, size: number | bigint) => {
      chunks.push(Buffer.from(koffi.view(data, Number(size)).slice(0)));
      return 1;
    },
    koffi.pointer(koffi.proto("int (void *self, void *data, unsigned long size)")),
  );
  save(merged, fileWriter(writeBlock), 0);
  koffi.unregister(writeBlock);
  close(merged);
  await writeFile(output, Buffer.concat(chunks));
}

/** Returns an FPDF_FILEWRITE of version 1: the number, then the function. */
function fileWriter(writeBlock: bigint): Buffer {
  const writer = Buffer.alloc(16);
  writer.writeInt32LE(1);
  writer.writeBigUInt64LE(writeBlock, 8);
  return writer;
}
