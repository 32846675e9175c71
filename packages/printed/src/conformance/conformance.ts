import { type CosDocument, CosString, Dict, Name, type Page, resolve, Stream } from "@quire/cos";
import { srgbProfile } from "./srgb-profile.ts";

/**
 * Adds what PDF/A requires of a document and browsers leave out. Only a validator can say whether the document
 * conforms: characters that no font has, for example, cannot be fixed here.
 */
export function makeConform(
  document: CosDocument,
  { catalog, pages }: { readonly catalog: Dict; readonly pages: readonly Page[] },
): void {
  catalog.set("OutputIntents", [outputIntent(document)]);
  for (const page of pages) {
    document.bounds.step();
    for (const annotation of page.dict.array("Annots") ?? []) {
      document.bounds.step();
      showAnnotation(resolve(annotation));
    }
  }
}

/**
 * Makes the output intent (ISO 19005-2, 6.2.3) that defines the device's RGB as sRGB; a browser writes no other
 * colours.
 */
function outputIntent(document: CosDocument): Dict {
  const profile = new Stream(new Dict([["N", 3]]), srgbProfile());
  return new Dict([
    ["Type", new Name("OutputIntent")],
    ["S", new Name("GTS_PDFA1")],
    ["OutputConditionIdentifier", new CosString(Buffer.from("sRGB IEC61966-2.1"))],
    ["Info", new CosString(Buffer.from("sRGB IEC61966-2.1"))],
    ["DestOutputProfile", document.add(profile)],
  ]);
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
