import { type CosValue, Dict, decodeTextString, Ref, resolve } from "@quire/cos";
import type { Emit, Validation } from "../validation.ts";

/** Emits the elements of the structure tree, and their languages. */
export function walkStructure(validation: Validation, emit: Emit): void {
  const root = validation.document.catalog.dict("StructTreeRoot");
  const visited = new Set<CosValue>();
  const pending: (CosValue | undefined)[] = [root?.raw("K")];
  while (pending.length > 0) {
    validation.bounds.step();
    const raw = pending.pop();
    const value = resolve(raw);
    if (!(Array.isArray(value) || value instanceof Dict) || visited.has(value)) {
      continue;
    }
    visited.add(value);
    if (Array.isArray(value)) {
      for (const kid of value) {
        pending.push(kid);
      }
    } else if (isElement(value)) {
      const place = { object: raw instanceof Ref ? raw.number : undefined, at: "StructElem" };
      emit("structure-element", { dict: value, type: value.name("S") ?? "" }, place);
      emitLanguage(value, emit, place);
      pending.push(value.raw("K"));
    }
  }
}

export function emitLanguage(dict: Dict, emit: Emit, place: { readonly object?: number | undefined }): void {
  const language = dict.bytes("Lang");
  if (language !== undefined) {
    // Half a character at the end is none of a tag.
    const isCut = language[0] === 0xfe && language[1] === 0xff && language.length % 2 === 1;
    emit("language", `${decodeTextString(language)}${isCut ? "\ufffd" : ""}`, { ...place, at: "Lang" });
  }
}

/**
 * Returns whether a kid is an element, whose Type is optional (table 323); other kids are marked-content and object
 * references (14.7.5.1), which have theirs.
 */
function isElement(dict: Dict): boolean {
  const type = dict.name("Type");
  return type === undefined || type === "StructElem";
}
