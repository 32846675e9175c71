import type { CosDocument } from "@quire/cos";
import type { FormsDescription } from "../description.ts";
import type { TerminalField } from "./fields.ts";

const TYPES: ReadonlyMap<string | undefined, keyof FormsDescription["byType"]> = new Map([
  ["Tx", "text"],
  ["Btn", "button"],
  ["Ch", "choice"],
  ["Sig", "signature"],
]);

/** Describes the interactive form (ISO 32000-2, 12.7); null for a document without one. */
export function formsOf({ catalog }: CosDocument, fields: readonly TerminalField[]): FormsDescription | null {
  const form = catalog.dict("AcroForm");
  if (form === undefined) {
    return null;
  }
  const byType = { text: 0, button: 0, choice: 0, signature: 0, unknown: 0 };
  for (const { type } of fields) {
    byType[TYPES.get(type) ?? "unknown"] += 1;
  }
  // XFA 3.3, 2: NeedsRendering says that only the template has the pages.
  const xfa = !form.has("XFA") ? "none" : catalog.boolean("NeedsRendering") === true ? "dynamic" : "static";
  return { fields: fields.length, byType, xfa, needsAppearances: form.boolean("NeedAppearances") === true };
}
