import { join } from "node:path";
import type { ComposedDocument } from "../../engines/documents/port.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context, Outcome } from "../operation.ts";
import { type PrintOrder, printDocument, printJobOf } from "./print-document.ts";

/*
 * Tables of contents, whose page numbers are not known before the document is printed. It is printed with room for
 * them, then again with what the first print shows; the numbers are in a style sheet, so that the document stays the
 * same.
 */

/** The numbers may move a heading, whose number then changes: that is checked once more. */
const MOST_PASSES = 3;

type Entries = ComposedDocument["contents"];
type Pages = ReadonlyMap<string, number>;

/** Prints a document whose table of contents shows the pages that its headings are on. */
export async function printWithContents(order: PrintOrder, entries: Entries, context: Context): Promise<Outcome> {
  const trial = join(context.workspace, "trial.pdf");
  await context.engines.printer.print(printJobOf(order, { output: trial }, context).job);
  let pages = await destinationsOf(trial, context);
  for (let pass = 2; ; pass++) {
    const css = (order.css ?? "") + numbersOf(entries, pages);
    // oxlint-disable-next-line eslint/no-await-in-loop -- each pass is about the one before
    const outcome = await printDocument({ ...order, css }, context);
    // oxlint-disable-next-line eslint/no-await-in-loop -- the same
    const actual = outcome.result.kind === "file" ? await destinationsOf(outcome.result.path, context) : pages;
    if (pass === MOST_PASSES || entries.every(({ target }) => actual.get(target) === pages.get(target))) {
      return outcome;
    }
    pages = actual;
  }
}

const destinationsOf = (input: string, context: Context): Promise<Pages> =>
  context.engines.facts.destinations({ input, ...workOf(context) });

/** Returns the style sheet of the numbers. The ids are our own: they need no escapes in CSS. */
const numbersOf = (entries: Entries, pages: Pages): string =>
  entries.map(({ target, place }) => `#${place}::after{content:"${pages.get(target) ?? ""}"}`).join("");
