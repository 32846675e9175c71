import type { ComposedDocument } from "../../engines/documents/port.ts";
import type { Warning } from "../../kernel/failure.ts";
import type { Context, Outcome } from "../operation.ts";
import { printWithContents } from "./contents-pages.ts";
import { finishDocument, type PrintOrder, printDocument } from "./print-document.ts";
import { printSections } from "./print-sections.ts";

/** The order of how a document that the service composed is printed: all of it, and nothing else. */
export type ComposedOrder = Omit<PrintOrder, "source" | "pages" | "isSinglePage" | "browsing"> & {
  /** The paths of files by the relative URLs that refer to them in a document of one section. */
  readonly assets?: ReadonlyMap<string, string>;
};

type FullOrder = ComposedOrder & Pick<PrintOrder, "browsing">;

/**
 * Prints a composed document: one section as any document is printed; several separately, their pages joined and
 * numbered through. What the order says of title, author and language counts more than what the content says of itself.
 */
export async function printComposed(
  composed: ComposedDocument,
  given: ComposedOrder,
  context: Context,
): Promise<Outcome> {
  const { order, warnings } = orderOf(composed, given);
  const outcome = await printAll(composed, order, context);
  return { ...outcome, warnings: [...composed.warnings, ...warnings, ...(outcome.warnings ?? [])] };
}

async function printAll(
  { sections, contents }: ComposedDocument,
  order: FullOrder,
  context: Context,
): Promise<Outcome> {
  const [first, ...more] = sections;
  if (first === undefined || more.length > 0) {
    return finishDocument(order, await printSections(sections, order, context), context);
  }
  const whole = { ...order, source: { kind: "document", path: first, assets: order.assets ?? new Map() } } as const;
  return contents.length > 0 ? printWithContents(whole, contents, context) : printDocument(whole, context);
}

/**
 * The largest number of sections that are printed with tags where no standard asks for them: the structure of a table takes as much of the browser's
 * time as the table, and twice its memory.
 */
const MAX_TAGGED_SECTIONS = 5;

/** The browsing of documents that draw by script, which signal when they are done. */
const DRAWING: Required<PrintOrder>["browsing"] = {
  runsScript: true,
  waiting: { until: "load", selector: "html[data-diagrams=done]", delayMs: 0, timeoutMs: 60_000 },
};

function orderOf(
  { sections, title, author, language, needsScript }: ComposedDocument,
  order: ComposedOrder,
): { readonly order: FullOrder; readonly warnings: readonly Warning[] } {
  const { tagged, pdfa, pdfua } = order.page;
  const needsTags = pdfua !== undefined || pdfa?.endsWith("a") === true;
  const losesTags = tagged && !needsTags && sections.length > MAX_TAGGED_SECTIONS;
  return {
    order: {
      ...order,
      ...(losesTags && { page: { ...order.page, tagged: false } }),
      information: {
        ...(title !== undefined && { title }),
        ...(author !== undefined && { author }),
        ...order.information,
      },
      language: order.language ?? language,
      browsing: needsScript ? DRAWING : {},
    },
    warnings: losesTags ? [{ code: "tags_left_out" }] : [],
  };
}
