import { CosString, Dict, fieldAndAncestors, isName } from "@quire/cos";
import type { Excerpt } from "../excerpt.ts";

/**
 * Returns the default appearance (ISO 32000-2, 12.7.4.3) with which the text of a widget or of free text is as large on a
 * sheet as its page is: readers that draw it anew take the size from there. Undefined when there is no size to change.
 */
export function scaledAppearanceText(dict: Dict, { source }: Excerpt, scale: number): CosString | undefined {
  const isWidget = isName(dict.get("Subtype"), "Widget");
  if (scale === 1 || (!isWidget && !dict.has("DA"))) {
    return undefined;
  }
  const form = source.document.catalog.dict("AcroForm");
  const holders = isWidget ? [...fieldAndAncestors(dict), form] : [dict];
  const bytes = holders.map((holder) => holder?.bytes("DA")).find((found) => found !== undefined);
  const text = bytes === undefined ? "" : Buffer.from(bytes).toString("latin1");
  const changed = text.replace(FONT_SIZE, (whole: string, before: string, size: string) => {
    const scaled = Math.round(Number(size) * scale * 100) / 100;
    return Number(size) > 0 && scaled > 0 ? `${before}${scaled} Tf` : whole;
  });
  return changed === text ? undefined : new CosString(Buffer.from(changed, "latin1"));
}

/** A font and its size, as the operator Tf has them. */
const FONT_SIZE = /(\/\S{1,127}\s{1,9})(\d{1,6}(?:\.\d{0,6})?)\s{1,9}Tf/;
