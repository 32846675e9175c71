import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { WalkContext } from "./walk-context.ts";

/** Emits the interactive form and its fields, and visits the fields' actions. */
export function walkForm({ validation, emit, actions }: WalkContext): void {
  const raw = validation.document.catalog.raw("AcroForm");
  const form = resolve(raw);
  if (!(form instanceof Dict)) {
    return;
  }
  emit("interactive-form", form, { object: raw instanceof Ref ? raw.number : undefined, at: "AcroForm" });
  const visited = new Set<Dict>();
  const pending: Pending[] = (form.array("Fields") ?? []).map((field) => ({
    raw: field,
    type: undefined,
    isRoot: true,
  }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    validation.bounds.step();
    const dict = resolve(next.raw);
    if (!(dict instanceof Dict) || visited.has(dict)) {
      continue;
    }
    visited.add(dict);
    const isWidget = dict.name("Subtype") === "Widget";
    const type = dict.name("FT") ?? next.type;
    // 12.7.4.1: a kid without its own name is a widget of the parent field, not a field.
    if (next.isRoot || !isWidget || dict.has("T")) {
      const place = { object: next.raw instanceof Ref ? next.raw.number : undefined, at: "AcroForm/Fields" };
      emit("field", { dict, type }, place);
      actions.visit(dict.raw("A"), { ...place, at: "A" });
      actions.visitAdditional(dict, "field", place);
    }
    for (const kid of dict.array("Kids") ?? []) {
      pending.push({ raw: kid, type, isRoot: false });
    }
  }
}

interface Pending {
  readonly raw: CosValue;
  readonly type: string | undefined;
  readonly isRoot: boolean;
}
