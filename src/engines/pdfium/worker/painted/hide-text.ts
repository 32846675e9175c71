import type { PageFunctions } from "../binding/page-functions.ts";
import type { PageObjects } from "../text/objects.ts";

/** Text rendering mode 3: neither fill nor stroke (ISO 32000-2, table 104). */
const INVISIBLE = 3;

/** Keeps text objects of a loaded page from being painted, those for which `isHidden` is true of their handles. */
export function hideText({ raw }: PageFunctions, { texts }: PageObjects, isHidden: (handle: number) => boolean): void {
  for (const handle of texts.keys()) {
    if (isHidden(handle)) {
      raw.FPDFTextObj_SetTextRenderMode(handle, INVISIBLE);
    }
  }
}
