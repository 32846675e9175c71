import { type CosDocument, CosString, Dict, Name, type Page, resolve, Stream } from "@quire/cos";
import { srgbProfile } from "./srgb-profile.ts";

/**
 * Gives a printed document what PDF/A asks for and browsers leave out. That it does conform is for a validator to say:
 * characters that no font has, for example, nobody can mend.
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

/** ISO 19005-2, 6.2.3: what colours of the screen mean, which is all that a browser writes. */
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

/** ISO 32000-1, 12.5.3, table 165. */
const PRINT = 1 << 2;
const INVISIBLE_HIDDEN_NO_VIEW = (1 << 0) | (1 << 1) | (1 << 5) | (1 << 8);

/** ISO 19005-2, 6.3.2: annotations are printed, and not hidden. */
function showAnnotation(annotation: unknown): void {
  if (annotation instanceof Dict) {
    annotation.set("F", ((annotation.integer("F") ?? 0) & ~INVISIBLE_HIDDEN_NO_VIEW) | PRINT);
  }
}
