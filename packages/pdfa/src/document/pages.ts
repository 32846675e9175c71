import { Dict, type Page, Ref, readPageTree, resolve } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Validation } from "../validation.ts";
import { annotationOf } from "./annotation.ts";
import type { WalkContext } from "./walk-context.ts";

/** Returns the pages of the document; obtain them by `validation.shared(documentPages)`. */
export const documentPages = ({ document }: Validation): readonly Page[] => readPageTree(document).pages;

/** Emits pages and their annotations, and visits the actions of both. */
export function walkPages(context: WalkContext): void {
  const { validation, emit, actions } = context;
  for (const page of validation.shared(documentPages)) {
    const place = { object: page.ref?.number, page: page.index + 1 };
    emit("page", page, place);
    actions.visitAdditional(page.dict, "page", place);
    for (const [index, raw] of (page.dict.array("Annots") ?? []).entries()) {
      const dict = resolve(raw);
      if (dict instanceof Dict) {
        const object = raw instanceof Ref ? raw.number : place.object;
        visitAnnotation(dict, page, context, { object, page: place.page, at: `Annots[${index}]` });
      }
    }
  }
}

function visitAnnotation(dict: Dict, page: Page, { emit, actions }: WalkContext, place: Place): void {
  const annotation = annotationOf(dict, page);
  emit("annotation", annotation, place);
  actions.visit(dict.raw("A"), { ...place, at: `${place.at}/A` });
  actions.visit(dict.raw("PA"), { ...place, at: `${place.at}/PA` });
  actions.visitAdditional(dict, annotation.subtype === "Widget" ? "widget" : "annotation", place);
}
