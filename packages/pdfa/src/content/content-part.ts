import { documentPages } from "../document/pages.ts";
import type { Validation, ValidationPart } from "../validation.ts";
import { ContentWalker } from "./walker.ts";

/** Walks the content of all pages. */
export const contentPart = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const walker = new ContentWalker(validation, emit);
    for (const page of validation.shared(documentPages)) {
      validation.bounds.step();
      walker.walkPage(page);
    }
  },
});
