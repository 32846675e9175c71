import { CosString, type Dict, fieldAndAncestors, isName, real } from "@quire/cos";
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
  const tokens = text.split(/[\s\0]/).filter((token) => token !== "");
  const sizeAt = tokens.indexOf("Tf") - 1;
  const size = Number(tokens[sizeAt]);
  if (!(size > 0 && Number.isFinite(size))) {
    return undefined;
  }
  return new CosString(Buffer.from(tokens.with(sizeAt, real(size * scale)).join(" "), "latin1"));
}
