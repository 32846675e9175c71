import { type CosDocument, CosError, CosString, type Dict, decodeTextString } from "@quire/cos";
import type { DocumentContent } from "@quire/layout";
import { DocumentPages } from "./document-pages.ts";
import { readOutline } from "./outline.ts";
import { NO_STRUCTURE, readStructure, type Structure } from "./structure.ts";
import { readTitle } from "./title.ts";

export interface ReadDocument {
  readonly content: DocumentContent;
  readonly pages: DocumentPages;
  readonly pagesWithForms: Structure["pagesWithForms"];
}

/**
 * Reads a document's title, pages and, if wanted, structure and outline. A structure or outline that takes too long
 * counts as missing.
 * @throws CosError `too_complex` for such a page tree
 */
export function readDocument(
  document: CosDocument,
  { hasStructure = true }: { readonly hasStructure?: boolean } = {},
): ReadDocument {
  const { catalog } = document;
  const pages = new DocumentPages(document);
  const markInfo = catalog.dict("MarkInfo");
  const structure = hasStructure ? unlessTooComplex(() => readStructure(document, pages)) : undefined;
  const { elements, pagesWithForms } = structure ?? NO_STRUCTURE;
  const content: DocumentContent = {
    title: readTitle(document),
    lang: textAt(catalog, "Lang"),
    isTagged: markInfo?.boolean("Marked") === true && markInfo.boolean("Suspects") !== true,
    structure: elements,
    outline: (hasStructure ? unlessTooComplex(() => readOutline(document, pages)) : undefined) ?? [],
    pageCount: pages.pages.length,
  };
  return { content, pages, pagesWithForms };
}

function unlessTooComplex<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CosError && error.code === "too_complex") {
      return undefined;
    }
    throw error;
  }
}

function textAt(dict: Dict, key: string): string | undefined {
  const value = dict.get(key);
  const text = value instanceof CosString ? decodeTextString(value.bytes).trim() : "";
  return text === "" ? undefined : text;
}
