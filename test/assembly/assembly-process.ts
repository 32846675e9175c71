/*
 * Puts documents together with packages/assembly, and takes them apart. It is a separate process because the documents
 * try to crash it, to keep it busy for ever, and to fill memory. Message in: an `AssemblyRequest`; out: an
 * `AssemblyAnswer`.
 */
import { readFileSync } from "node:fs";
import { mergeDocuments } from "../../packages/assembly/src/merge.ts";
import { SourceDocument } from "../../packages/assembly/src/source-document.ts";
import { writePart } from "../../packages/assembly/src/split.ts";
import type { Bounds } from "../../packages/cos/src/bounds.ts";
import { CosDocument } from "../../packages/cos/src/file/document.ts";
import { newBounds } from "../cos/read-document.ts";
import { type Measured, serveRequests, withFile } from "../cos/serve-requests.ts";

export interface InputFile {
  readonly path: string;
  readonly password?: string | undefined;
}

export type AssemblyRequest =
  /** All pages of all inputs as one document. */
  | { readonly kind: "merge"; readonly inputs: readonly InputFile[]; readonly output: string }
  /**
   * Some of those pages, counted from 0, of one input for each output; several outputs are taken from the same source.
   */
  | { readonly kind: "split"; readonly input: InputFile; readonly parts: readonly PartRequest[] };

interface PartRequest {
  /** The index of the first page; from there on so many, or all that there are. */
  readonly from: number;
  readonly count?: number;
  readonly output: string;
}

type Done =
  /** The number of pages of the inputs. */
  { readonly kind: "written"; readonly pages: readonly number[]; readonly warnings: readonly string[] };

export type AssemblyAnswer = Measured<Done>;

serveRequests((request: AssemblyRequest): Done => {
  const bounds = newBounds();
  const open = (file: InputFile): SourceDocument => openSource(file, bounds);
  return request.kind === "merge" ? merge(request, { open, bounds }) : split(request, { open, bounds });
});

interface Means {
  readonly open: (file: InputFile) => SourceDocument;
  readonly bounds: Bounds;
}

function merge({ inputs, output }: AssemblyRequest & { kind: "merge" }, { open, bounds }: Means): Done {
  const opened = inputs.map((file) => ({ source: open(file), reopen: () => open(file) }));
  const { warnings } = withFile(output, (sink) => mergeDocuments(opened, sink, { bookmarks: "keep", bounds }));
  return {
    kind: "written",
    pages: opened.map(({ source }) => source.pages.length),
    warnings: warnings.map(({ code }) => code),
  };
}

function split({ input, parts }: AssemblyRequest & { kind: "split" }, { open, bounds }: Means): Done {
  const source = open(input);
  const indices = source.pages.map(({ index }) => index);
  const warnings = parts.flatMap(({ from, count, output }) => {
    const pageIndices = indices.slice(from, count === undefined ? undefined : from + count);
    return withFile(output, (sink) => writePart(source, { pageIndices }, sink, bounds)).warnings;
  });
  return { kind: "written", pages: [indices.length], warnings: warnings.map(({ code }) => code) };
}

function openSource({ path, password }: InputFile, bounds: Bounds): SourceDocument {
  return new SourceDocument(CosDocument.open(readFileSync(path), { password, bounds }), "Title");
}
