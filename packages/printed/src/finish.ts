import { type ByteSink, type CosDocument, CosError, Dict, readPageTree, writeDocument } from "@quire/cos";
import { finishedCatalog } from "./catalog.ts";
import { makeConform } from "./conformance/conformance.ts";
import { documentText, informationDictionary } from "./information.ts";
import type { Conformance, PrintedInformation } from "./options.ts";
import { finishStructure } from "./structure/structure.ts";
import { metadataStream } from "./xmp-packet.ts";

export interface FinishOptions {
  readonly information: PrintedInformation;
  /** What the result says that it was made with; the producer is the browser's. */
  readonly creator: string;
  /** BCP 47, for documents that do not say it themselves. */
  readonly language?: string | undefined;
  /** The language that the browser writes for documents that do not say theirs. */
  readonly unsaidLanguage?: string | undefined;
  /** PDF/A that the result claims, and has all for that can be given to it; a validator has to say whether it does. */
  readonly conformance?: Conformance | undefined;
}

/**
 * Writes what a browser printed as it is delivered. The objects of `document` are changed: it is not to be used again.
 * The same page gives the same bytes whenever it is printed: there are no dates, and identifiers are counted anew.
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
