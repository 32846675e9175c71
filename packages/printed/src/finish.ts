import {
  type Bounds,
  type ByteSink,
  type CosDocument,
  CosError,
  Dict,
  readPageTree,
  type WriteOptions,
  writeDocument,
} from "@quire/cos";
import { finishAccessibility } from "./accessibility.ts";
import { finishedCatalog } from "./catalog.ts";
import { makeConform } from "./conformance/conformance.ts";
import { ContentDeflater } from "./content/content-deflater.ts";
import { embedOutlineFonts } from "./fonts/outline-fonts.ts";
import { documentText, informationDictionary } from "./information.ts";
import type { Accessibility, AccessibilityPart, Conformance, PrintedHeading, PrintedInformation } from "./options.ts";
import { finishOutline } from "./outline/outline.ts";
import { dropTags } from "./structure/drop-tags.ts";
import { metadataStream } from "./xmp-packet.ts";

export interface FinishOptions {
  readonly information: PrintedInformation;
  /** The headings of the document in their order, as far as they are known: the outline has their texts and levels. */
  readonly headings?: readonly PrintedHeading[] | undefined;
  /** The program to name as the document's creator; the producer is the browser's. */
  readonly creator: string;
  /** The language (BCP 47) of documents that do not state their own. */
  readonly language?: string | undefined;
  /** The language tag that the browser writes for documents that do not state their own. */
  readonly unsaidLanguage?: string | undefined;
  /** What alternative texts begin with that stand for none; the picture's element follows. */
  readonly pictureMark?: string | undefined;
  /**
   * Whether the document is to be tagged: browsers do not tag one of nothing, and make an outline for none without tags.
   * Absent: as it is.
   */
  readonly isTagged?: boolean | undefined;
  /** The title of a tagged document that has neither a title nor text. */
  readonly untitled?: string | undefined;
  /**
   * The part and level of PDF/A that the result claims. It is given everything that can be added for it; a validator
   * has to check whether it conforms.
   */
  readonly conformance?: Conformance | undefined;
  /**
   * The part of PDF/UA that the result claims; a validator has to check whether it conforms. If absent, a tagged document
   * in which nothing stands against it claims part 1.
   */
  readonly accessibility?: AccessibilityPart | undefined;
}

export interface Finished {
  readonly pages: number;
  readonly accessibility: Accessibility;
}

/**
 * Writes what a browser printed in the form in which it is delivered. The objects of `document` are changed, so it must
 * not be used again. The same page gives the same bytes whenever it is printed: there are no dates, and identifiers are
 * numbered from scratch.
 * @throws CosError `not_pdf` when there are no pages, `too_complex`
 */
export function finishPrinted(document: CosDocument, sink: ByteSink, options: FinishOptions): Finished {
  return written(prepared(document, options), sink);
}

/**
 * Writes what a browser printed as `finishPrinted` does, sooner where there is another core: the content of pages is
 * deflated in Node's threads while the structure is worked on.
 * @throws CosError `not_pdf` when there are no pages, `too_complex`
 */
export async function finishPrintedInThreads(
  document: CosDocument,
  sink: ByteSink,
  options: FinishOptions,
): Promise<Finished> {
  const deflater = new ContentDeflater();
  const ready = prepared(document, options, deflater);
  await deflater.done();
  return written(ready, sink);
}

/** A document that is as it is delivered, and only to be written. */
interface Prepared extends Finished {
  readonly trailer: Dict;
  readonly form: WriteOptions;
  readonly bounds: Bounds;
}

function written({ trailer, form, bounds, ...finished }: Prepared, sink: ByteSink): Finished {
  writeDocument(trailer, sink, form, bounds);
  return finished;
}

function prepared(document: CosDocument, options: FinishOptions, deflater?: ContentDeflater): Prepared {
  const { bounds } = document;
  const { pages, areStray } = readPageTree(document);
  if (pages.length === 0 || areStray) {
    throw new CosError("not_pdf", "Nothing was printed.");
  }
  finishOutline(document, options.headings ?? []);
  if (options.isTagged === false) {
    dropTags(document, pages);
  }
  const printed = documentText(document, options);
  const { title, language, accessibility } = finishAccessibility(document, pages, {
    ...options,
    title: printed.title,
    deflater,
  });
  embedOutlineFonts(document, pages, { listsGlyphs: options.conformance === "1b" });
  const text = { ...printed, title };
  const catalog = finishedCatalog(document.catalog, { ...options, language, hasTitle: title !== "" });
  const claims = { conformance: options.conformance, accessibility: accessibility.claimed };
  catalog.set("Metadata", document.add(metadataStream(text, claims)));
  if (options.conformance !== undefined) {
    makeConform(document, { catalog, pages, conformance: options.conformance });
  }
  const trailer = new Dict([["Root", document.add(catalog)]]);
  const form = formOf(claims);
  // PDF 2.0 says everything in the metadata stream (ISO 32000-2, 14.3.3); ISO 19005-4, 6.1.3, permits no dictionary.
  if (form.version !== "2.0") {
    trailer.set("Info", document.add(informationDictionary(text)));
  }
  return { pages: pages.length, accessibility, trailer, form, bounds };
}

/** Returns the form of the file: part 1 of PDF/A is PDF 1.4, part 4 and part 2 of PDF/UA are PDF 2.0. */
function formOf({ conformance, accessibility }: Pick<FinishOptions, "conformance" | "accessibility">): WriteOptions {
  if (conformance === "1b") {
    return { version: "1.4", objectStreams: false };
  }
  return conformance === "4" || accessibility === 2 ? { version: "2.0" } : {};
}
