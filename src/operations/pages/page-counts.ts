import { type PageStep, placeOfStep } from "../../engines/assembly/port.ts";
import { requireStepPages, StepPages } from "../../kernel/pages/step-pages.ts";

/**
 * Checks that the pages that steps name are there, before any work. What comes after spreads are split is checked when
 * that is done: how many pages there are then depends on their sizes.
 * @throws Failure `page_out_of_range` also when no page is left, `too_many_pages`
 */
export function checkNamedPages(steps: readonly PageStep[], documentPages: number): void {
  let count = documentPages;
  for (const [index, step] of steps.entries()) {
    const place = placeOfStep(step, index);
    const after = countAfter(step, count, new StepPages(count, place));
    if (after === undefined) {
      return;
    }
    requireStepPages(after, place);
    count = after;
  }
}

/** Returns the number of pages after a step; undefined when it depends on the pages. */
function countAfter(step: PageStep, count: number, found: StepPages): number | undefined {
  switch (step.verb) {
    case "rotate":
    case "crop":
    case "scale":
      found.named("pages", step.pages);
      return count;
    case "delete":
      return count - found.named("pages", step.pages).length;
    case "keep":
      return found.named("pages", step.pages).length;
    case "reorder":
      if (step.order !== "reverse") {
        found.named("order", step.order);
      }
      return count;
    case "insert_blank":
      return count + step.count * (step.after === 0 ? 1 : found.named("after", step.after).length);
    case "duplicate":
      return count + step.times * found.named("pages", step.pages).length;
    case "nup":
      return Math.ceil(count / step.perSheet);
    case "booklet":
      return Math.ceil(count / 4) * 2;
    case "split_spreads":
      found.named("pages", step.pages);
      return undefined;
  }
}
