import { Dict, NameTree, Ref, resolve } from "@quire/cos";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { ActionWalk } from "./actions.ts";
import { walkForm } from "./form.ts";
import { walkOptionalContent } from "./optional-content.ts";
import { walkOutlines } from "./outlines.ts";
import { walkPages } from "./pages.ts";
import { emitLanguage, walkStructure } from "./structure.ts";
import type { WalkContext } from "./walk-context.ts";

/**
 * Finds the subjects that the catalog leads to. Every group that tests them begins with this part; the first of them
 * walks for all.
 */
export const documentWalk = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const state = validation.shared(walkState);
    if (!state.isWalked) {
      state.isWalked = true;
      walkDocument(validation, emit);
    }
  },
});

const walkState = () => ({ isWalked: false });

function walkDocument(validation: Validation, emit: Emit): void {
  const { catalog, trailer } = validation.document;
  const root = trailer.raw("Root");
  const place = { object: root instanceof Ref ? root.number : undefined };
  const context = { validation, emit, actions: new ActionWalk(validation, emit) };
  emit("catalog", catalog, place);
  emitLanguage(catalog, emit, place);
  walkPages(context);
  visitCatalogActions(context, place);
  walkOutlines(context);
  walkForm(context);
  walkOptionalContent(validation, emit);
  walkStructure(validation, emit);
}

function visitCatalogActions(
  { validation, actions }: WalkContext,
  place: { readonly object: number | undefined },
): void {
  const { catalog } = validation.document;
  // ISO 32000-2, table 29: an array is a destination.
  if (resolve(catalog.raw("OpenAction")) instanceof Dict) {
    actions.visit(catalog.raw("OpenAction"), { ...place, at: "OpenAction" });
  }
  actions.visitAdditional(catalog, "catalog", place);
  const scripts = catalog.dict("Names")?.dict("JavaScript");
  if (scripts !== undefined) {
    for (const [, raw] of new NameTree(scripts, validation.bounds).entries()) {
      actions.visit(raw, { at: "Names/JavaScript" });
    }
  }
}
