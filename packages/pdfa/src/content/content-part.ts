import { documentPages } from "../document/pages.ts";
import type { Validation, ValidationPart } from "../validation.ts";
import { ContentWalker } from "./walker.ts";

/** Walks the content of all pages. Several groups may begin with this part; the first of them walks for all. */
export const contentPart = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const state = validation.shared(walkState);
    if (state.isWalked) {
      return;
    }
    state.isWalked = true;
    const walker = new ContentWalker(validation, emit);
    for (const page of validation.shared(documentPages)) {
      validation.bounds.step();
      walker.walkPage(page);
    }
  },
});

const walkState = () => ({ isWalked: false });
