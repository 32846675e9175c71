import { type Bounds, type CosDocument, CosError, type Page, pagesOf } from "@quire/cos";
import { readDocumentMetadata } from "@quire/metadata";
import { FontList } from "./contents/fonts.ts";
import { ImageList } from "./contents/images.ts";
import { PageWalk } from "./contents/page-walk.ts";
import type { DocumentDescription } from "./description.ts";
import { attachmentsOf } from "./document/attachments.ts";
import { encryptionOf } from "./document/encryption.ts";
import { terminalFields } from "./document/fields.ts";
import { formsOf } from "./document/forms.ts";
import { layersOf } from "./document/layers.ts";
import { outlineEntries } from "./document/outline.ts";
import { scriptsOf } from "./document/scripts.ts";
import { signaturesOf } from "./document/signatures.ts";
import { pageFactsOf } from "./pages/page-facts.ts";

export interface DescribeOptions {
  /** The pages, from 1, that are described and whose fonts and images are told. Numbers that the document lacks are left out. */
  readonly pages: readonly number[];
  /** What reading the contents of pages may cost: pages beyond that are named as unread. */
  readonly contentBounds: Bounds;
}

/**
 * Describes a document. What it says of itself, such as claims and signatures, is repeated and not checked.
 * @throws CosError `not_pdf` when there are no pages; `too_complex`
 */
export function describeDocument(document: CosDocument, options: DescribeOptions): DocumentDescription {
  const all = pagesOf(document);
  if (all.length === 0) {
    throw new CosError("not_pdf", "The document has no pages.");
  }
  const pages = options.pages.flatMap((number) => all[number - 1] ?? []);
  const fields = terminalFields(document);
  const contents = contentsOf(document, pages, options.contentBounds);
  return {
    pdfVersion: document.version,
    pageCount: all.length,
    isLinearized: document.linearization?.isLengthOfFile === true,
    isTagged: document.catalog.dict("MarkInfo")?.boolean("Marked") === true,
    metadata: readDocumentMetadata(document),
    encryption: encryptionOf(document),
    ...pageFactsOf(document, pages, all.length),
    ...contents,
    outlineEntries: countOf(outlineEntries(document)),
    forms: formsOf(document, fields),
    scripts: scriptsOf(document, all, fields),
    signatures: signaturesOf(document, all, fields),
    attachments: attachmentsOf(document, all),
    layers: layersOf(document),
    // All that is read above may be found damaged.
    isRepaired: document.isRepaired,
  };
}

const MAX_NAMED_UNREAD = 10;

type Contents = Pick<DocumentDescription, "fonts" | "images" | "unreadPages" | "unreadPageCount">;

function contentsOf(document: CosDocument, pages: readonly Page[], bounds: Bounds): Contents {
  const walk = new PageWalk(document);
  const fonts = new FontList(document);
  const images = new ImageList(document);
  const unread: number[] = [];
  for (const page of pages) {
    const number = page.index + 1;
    const visitor = {
      font: (...[raw, dict]: Parameters<Parameters<PageWalk["walk"]>[1]["font"]>) => fonts.addShown(raw, dict, number),
      image: (...[image, isInline, matrix]: Parameters<Parameters<PageWalk["walk"]>[1]["image"]>) =>
        images.addShown(image, isInline, matrix, page),
    };
    try {
      bounds.look();
      walk.walk(page, visitor, bounds);
    } catch (error) {
      if (!(error instanceof CosError && error.code === "too_complex")) {
        throw error;
      }
      // Whether the document as a whole takes too long is for its own bounds to say.
      document.bounds.look();
      unread.push(number);
    }
    fonts.addResources(page);
    images.addResources(page);
  }
  return {
    fonts: fonts.listed(),
    images: images.listed(),
    unreadPages: unread.slice(0, MAX_NAMED_UNREAD),
    unreadPageCount: unread.length,
  };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) {
    count += 1;
  }
  return count;
}
