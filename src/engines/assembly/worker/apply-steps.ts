import { type PagePlan, UnfitStep } from "@quire/assembly";
import { Failure } from "../../../kernel/failure.ts";
import { requireStepPages, StepPages } from "../../../kernel/pages/step-pages.ts";
import { type PageStep, placeOfStep, type StepWarning } from "../page-steps.ts";
import type { StepFault } from "../wire.ts";

/**
 * Takes `steps` one after the other on the pages of `plan`.
 * @throws Failure `page_out_of_range` also when no page is left, `too_many_pages`; `validation_error` with a `StepFault` as
 * its facts when the pages cannot take a step
 */
export function applySteps(plan: PagePlan, steps: readonly PageStep[]): readonly StepWarning[] {
  const warnings: StepWarning[] = [];
  for (const [index, step] of steps.entries()) {
    const place = placeOfStep(step, index);
    const found = new StepPages(plan.pages.length, place);
    try {
      apply(plan, step, found);
    } catch (error) {
      throw error instanceof UnfitStep ? unfit(error, { index, step }) : error;
    }
    requireStepPages(plan.shownPages, place);
    warnings.push(...found.codes.map((code) => ({ code, step: index })));
  }
  return warnings;
}

function apply(plan: PagePlan, step: PageStep, found: StepPages): void {
  switch (step.verb) {
    case "rotate":
      return plan.rotate(found.named("pages", step.pages), step.degrees, step.isAbsolute);
    case "delete":
      return plan.take(found.allBut(found.named("pages", step.pages)));
    case "keep":
      return plan.take(found.named("pages", step.pages).toSorted((one, other) => one - other));
    case "reorder": {
      const first = step.order === "reverse" ? found.allBut([]).toReversed() : found.named("order", step.order);
      return plan.take([...first, ...found.allBut(first)]);
    }
    case "insert_blank": {
      const after = step.after === 0 ? [0] : found.named("after", step.after).map((index) => index + 1);
      found.requireRoom(after.length * step.count);
      return plan.insertBlank(after, step.count, step.size);
    }
    case "duplicate": {
      const pages = found.named("pages", step.pages);
      found.requireRoom(pages.length * step.times);
      return plan.duplicate(pages, step.times);
    }
    case "crop":
      return plan.crop(found.named("pages", step.pages), step.crop);
    case "scale":
      return plan.scale(found.named("pages", step.pages), step);
    case "nup":
      return plan.nUp(step);
    case "booklet":
      return plan.booklet(step.size, step.binding);
    case "split_spreads":
      return plan.splitSpreads(found.named("pages", step.pages), step.direction);
  }
}

function unfit(
  { member, message }: UnfitStep,
  { index, step }: { readonly index: number; readonly step: PageStep },
): Failure {
  const facts: StepFault = { step: index, verb: step.verb, member, message };
  return new Failure("validation_error", "The pages cannot take a step.", { facts: { ...facts } });
}
