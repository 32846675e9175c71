import { type ByteSink, type CosDocument, CosError, Dict, readPageTree, writeDocument } from "@quire/cos";
import { finishedCatalog } from "./catalog.ts";
import { makeConform } from "./conformance/conformance.ts";
import { documentText, informationDictionary } from "./information.ts";
import type { Conformance, PrintedInformation } from "./options.ts";
import { finishStructure } from "./structure/structure.ts";
import { metadataStream } from "./xmp-packet.ts";

export interface FinishOptions {
  readonly information: PrintedInformation;
  /** The program to name as the document's creator; the producer is the browser's. */
  readonly creator: string;
  /** The language (BCP 47) of documents that do not state their own. */
  readonly language?: string | undefined;
  /** The language tag that the browser writes for documents that do not state their own. */
  readonly unsaidLanguage?: string | undefined;
  /**
   * The part and level of PDF/A that the result claims. It is given everything that can be added for it; a validator
   * has to check whether it conforms.
   */
  readonly conformance?: Conformance | undefined;
}

/**
 * Writes what a browser printed in the form in which it is delivered. The objects of `document` are changed, so it must
 * not be used again. The same page gives the same bytes whenever it is printed: there are no dates, and identifiers are
 * numbered from scratch.
 * @throws CosError `not_pdf` when there are no pages, `too_complex`
 */
export function finishPrinted(
  document: CosDocument,
  sink: ByteSink,
  options: FinishOptions,
): { readonly pages: number } {
  const { bounds } = document;
  const { pages, areStray } = readPageTree(document);
  if (pages.length === 0 || areStray) {
    throw new CosError("not_pdf", "Nothing was printed.");
  }
  const text = documentText(document, options);
  finishStructure(document, options.unsaidLanguage);
  const catalog = finishedCatalog(document.catalog, { ...options, hasTitle: text.title !== "" });
  catalog.set("Metadata", document.add(metadataStream(text, options.conformance)));
  if (options.conformance !== undefined) {
    makeConform(document, { catalog, pages });
  }
  const trailer = new Dict([
    ["Root", document.add(catalog)],
    ["Info", document.add(informationDictionary(text))],
  ]);
  writeDocument(trailer, sink, {}, bounds);
  return { pages: pages.length };
}
