import { type CosValue, Dict, Name, resolve } from "@quire/cos";
import type { Excerpt, TakenPage } from "../excerpt.ts";
import { kidKind } from "./kids.ts";
import type { StructureElement } from "./structure-tree.ts";

/**
 * Returns what becomes of a kid of a structure element when its page is shown on a sheet (ISO 32000-2, 14.7.5.2): marked
 * content is then that of a form XObject. Returns the kid itself when nothing changes.
 */
export function kidOnSheet(kid: CosValue, { pageIndex }: StructureElement, excerpt: Excerpt): CosValue {
  const value = resolve(kid);
  if (typeof value === "number") {
    const sheet = sheetOf(excerpt.takenAt(pageIndex));
    return sheet === undefined
      ? kid
      : new Dict([
          ["Type", new Name("MCR")],
          ["Pg", sheet.ref],
          ["Stm", sheet.form],
          ["MCID", value],
        ]);
  }
  const kind = value instanceof Dict ? kidKind(value) : undefined;
  if (!(value instanceof Dict) || kind === undefined || kind === "element") {
    return kid;
  }
  const own = excerpt.source.indexOf(value.raw("Pg"));
  const sheet = sheetOf(excerpt.takenAt(own ?? pageIndex));
  if (sheet === undefined || (own === undefined && kind === "object")) {
    return kid;
  }
  const copy = value.copy().set("Pg", sheet.ref);
  if (kind === "markedContent" && !copy.has("Stm")) {
    copy.set("Stm", sheet.form);
  }
  return copy;
}

/** Returns the sheet that shows a page; undefined when none does. */
export const sheetOf = (page: TakenPage | undefined) => page?.view?.sheet;
