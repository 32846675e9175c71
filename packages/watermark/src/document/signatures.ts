import { type Bounds, type CosDocument, type CosValue, Dict, resolve } from "@quire/cos";

/**
 * The SigFlags bit 2 (ISO 32000-2, table 225): signatures may become invalid when the file is not written by appending.
 */
const APPEND_ONLY = 2;

/** Returns whether the document has signatures (12.8): in form fields, or in its permissions. */
export function isSigned({ catalog }: CosDocument, bounds: Bounds): boolean {
  const permissions = catalog.dict("Perms");
  const form = catalog.dict("AcroForm");
  return (
    permissions?.has("DocMDP") === true ||
    permissions?.has("UR3") === true ||
    ((form?.integer("SigFlags") ?? 0) & APPEND_ONLY) !== 0 ||
    hasSignedField(form?.array("Fields") ?? [], bounds)
  );
}

function hasSignedField(fields: readonly CosValue[], bounds: Bounds): boolean {
  const visited = new Set<Dict>();
  const waiting: { readonly kids: readonly CosValue[]; readonly type: string | undefined }[] = [
    { kids: fields, type: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const kid of next.kids) {
      bounds.step();
      const field = resolve(kid);
      if (!(field instanceof Dict) || visited.has(field)) {
        continue;
      }
      visited.add(field);
      // 12.7.4.1: a field without a type inherits that of its parent.
      const type = field.name("FT") ?? next.type;
      if (type === "Sig" && field.dict("V") !== undefined) {
        return true;
      }
      waiting.push({ kids: field.array("Kids") ?? [], type });
    }
  }
  return false;
}
