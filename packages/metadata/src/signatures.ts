import { type CosDocument, type CosValue, Dict, fieldTypeOf, pagesOf, resolve } from "@quire/cos";

/**
 * Removes the signatures and what rests on them: they cover the bytes of a file that is written anew (ISO 32000-2, 12.8).
 * The fields and their appearances stay. Returns whether there were any.
 */
export function removeSignatures(document: CosDocument): boolean {
  const { catalog, bounds } = document;
  let areAny = false;
  for (const key of ["Perms", "DSS", "Legal"]) {
    areAny ||= catalog.has(key);
    catalog.delete(key);
  }
  const form = catalog.dict("AcroForm");
  const visited = new Set<Dict>();
  // A page may show a field that the form does not list.
  const shown = pagesOf(document).flatMap(({ dict }) => dict.array("Annots") ?? []);
  const pending: CosValue[] = [...shown, ...(form?.array("Fields") ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    bounds.step();
    const field = resolve(next);
    if (!(field instanceof Dict) || visited.has(field)) {
      continue;
    }
    visited.add(field);
    // Arrays may be longer than a call takes arguments.
    for (const kid of field.array("Kids") ?? []) {
      pending.push(kid);
    }
    pending.push(field.raw("Parent") ?? null);
    if (field.get("V") instanceof Dict && fieldTypeOf(field) === "Sig") {
      areAny = true;
      field.delete("V");
      field.delete("Lock");
    }
  }
  if (areAny) {
    form?.delete("SigFlags");
  }
  return areAny;
}
