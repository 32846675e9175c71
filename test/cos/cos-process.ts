/*
 * Reads documents with packages/cos, and rewrites them. It is a separate process because the documents try to crash it,
 * to keep it busy for ever, and to fill memory. Message in: a `CosRequest`; out: a `CosAnswer`.
 */
import { readFileSync } from "node:fs";
import { CosDocument } from "../../packages/cos/src/file/document.ts";
import { Dict, Ref, Stream } from "../../packages/cos/src/objects.ts";
import { writeDocument } from "../../packages/cos/src/write/write-document.ts";
import { isUpdatable, writeUpdate } from "../../packages/cos/src/write/write-update.ts";
import { newBounds, type ReadFacts, readDocument } from "./read-document.ts";
import { documentDifferences } from "./same-document.ts";
import { type Measured, serveRequests, withFile } from "./serve-requests.ts";

export interface CosRequest {
  /**
   * The work to do:
   * - `read`: everything in the document is read.
   * - `rewrite`: it is written as a new file without protection; `rewrite-protected`: with the protection that it has.
   * - `update`: it is written with an incremental update of the catalog and a new object.
   */
  readonly kind: "read" | "rewrite" | "rewrite-protected" | "update";
  readonly path: string;
  readonly password?: string | undefined;
  /** The path to write to. */
  readonly output: string;
}

/** The result of the work. `not-updatable`: the document has to be written as a new file. */
type Done =
  | { readonly kind: "read"; readonly facts: ReadFacts }
  /** `changes`: the differences of the document when it is read again. */
  | { readonly kind: "written"; readonly changes: readonly string[] }
  | { readonly kind: "not-updatable" };

export type CosAnswer = Measured<Done>;

serveRequests((request: CosRequest): Done => {
  const bounds = newBounds();
  const document = CosDocument.open(readFileSync(request.path), { password: request.password, bounds });
  switch (request.kind) {
    case "read":
      return { kind: "read", facts: readDocument(document) };
    case "update":
      return isUpdatable(document) ? update(document, request) : { kind: "not-updatable" };
    case "rewrite":
    case "rewrite-protected": {
      const security = request.kind === "rewrite" ? undefined : document.security;
      withFile(request.output, (sink) => writeDocument(document.trailer, sink, { security }, bounds));
      return { kind: "written", changes: changesOf(document, request) };
    }
  }
});

function update(document: CosDocument, request: CosRequest): Done {
  const root = document.trailer.raw("Root");
  if (!(root instanceof Ref)) {
    return { kind: "not-updatable" };
  }
  const note = document.add(new Stream(new Dict(), Buffer.from("Added by an incremental update. ".repeat(8))));
  document.replace(root.number, document.catalog.copy().set("QUIR_Note", note));
  withFile(request.output, (sink) => writeUpdate(document, sink));
  return { kind: "written", changes: changesOf(document, request) };
}

function changesOf(document: CosDocument, { output, password }: CosRequest): string[] {
  return documentDifferences(document, CosDocument.open(readFileSync(output), { password, bounds: newBounds() }));
}
