import { type CosDocument, Dict, type Page, resolve } from "@quire/cos";
import type { Conformance } from "../options.ts";
import { srgbOutputIntent } from "./output-intent.ts";
import { conformToPart1 } from "./part1.ts";

/**
 * Adds what PDF/A requires of a document and browsers leave out. Only a validator can say whether the document
 * conforms: characters that no font has, for example, cannot be fixed here.
 */
export function makeConform(
  document: CosDocument,
  {
    catalog,
    pages,
    conformance,
  }: { readonly catalog: Dict; readonly pages: readonly Page[]; readonly conformance: Conformance },
): void {
  catalog.set("OutputIntents", [srgbOutputIntent(document, conformance === "1b" ? 2 : 4)]);
  if (conformance === "1b") {
    conformToPart1(document, pages);
  }
  for (const page of pages) {
    document.bounds.step();
    for (const annotation of page.dict.array("Annots") ?? []) {
      document.bounds.step();
      showAnnotation(resolve(annotation));
    }
  }
}

/** The Print flag of annotations (ISO 32000-1, 12.5.3, table 165). */
const PRINT = 1 << 2;
const INVISIBLE_HIDDEN_NO_VIEW = (1 << 0) | (1 << 1) | (1 << 5) | (1 << 8);

/** Sets an annotation's flags so that it is printed and not hidden (ISO 19005-2, 6.3.2). */
function showAnnotation(annotation: unknown): void {
  if (annotation instanceof Dict) {
    annotation.set("F", ((annotation.integer("F") ?? 0) & ~INVISIBLE_HIDDEN_NO_VIEW) | PRINT);
  }
}
